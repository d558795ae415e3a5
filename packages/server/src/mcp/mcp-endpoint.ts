import { toWebRequest } from "@modelcontextprotocol/node"
import { createMcpHandler } from "@modelcontextprotocol/server"
import { anonymousCaller } from "../access/identity/caller.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { makeMcpServer } from "./mcp-server.ts"
import { type McpMessages, readMessages } from "./read-messages.ts"
import type { ToolUser } from "./service-source.ts"

type NodeRequest = Parameters<typeof toWebRequest>[0]

/** What answers messages of the protocol; everything that needs the protocol's own packages. */
export interface McpEndpoint {
  /**
   * @param admit returns who sends the messages; called once they have arrived.
   * @param signal aborted when the client goes away.
   * @throws an error named `RequestBodyTooLargeError` for a body of more than `MAX_REQUEST_BYTES`.
   */
  answer(request: NodeRequest, admit: (messages: McpMessages) => ToolUser, signal: AbortSignal): Promise<Response>
  /** Ends open streams. */
  close(): Promise<void>
}

/** A question of 500 characters needs a few kB; a batch of a hundred still fits. */
export const MAX_REQUEST_BYTES = 2 ** 20

/** Makes the endpoint. Loaded with the first request: the packages are a sixth of what a server would load before it is ready. */
export function createMcpEndpoint(context: ServiceContext): McpEndpoint {
  const userByAuth = new WeakMap<object, ToolUser>()
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const user = authInfo === undefined ? undefined : userByAuth.get(authInfo)
      return makeMcpServer(context, user ?? { caller: anonymousCaller, scope: undefined }, {
        name: "lectern",
        title: "Lectern",
        version: context.version,
      })
    },
    {
      maxRequestBodySize: MAX_REQUEST_BYTES,
      onerror: (error) => context.log.debug({ err: error }, "mcp request refused"),
    },
  )
  return {
    async answer(request, admit, signal) {
      const webRequest = await toWebRequest(request, undefined, { signal, maxRequestBodySize: MAX_REQUEST_BYTES })
      const user = admit(readMessages(await webRequest.clone().text()))
      const authInfo = { token: "", clientId: user.caller.kind, scopes: [] }
      userByAuth.set(authInfo, user)
      if (acceptsEverything(webRequest)) webRequest.headers.set("accept", "application/json, text/event-stream")
      const response = await handler.fetch(webRequest, { authInfo })
      // Whether the connection stays open is between Node and the client, which may have asked for its end.
      response.headers.delete("connection")
      return response
    },
    close: () => handler.close(),
  }
}

/** The protocol's package looks for its own two types, and not for what includes them. */
function acceptsEverything({ headers }: Request): boolean {
  return (headers.get("accept") ?? "").split(",").some((type) => type.trim().startsWith("*/*"))
}
