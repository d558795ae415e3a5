import { toWebRequest } from "@modelcontextprotocol/node"
import { createMcpHandler } from "@modelcontextprotocol/server"
import { anonymousCaller } from "../access/identity/caller.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { makeMcpServer } from "./mcp-server.ts"
import { type McpMessages, readMessages } from "./read-messages.ts"
import type { ToolUser } from "./service-source.ts"

/** Decides whether messages that have arrived are handled, and for whom. */
type Admit = (messages: McpMessages) => Promise<ToolUser | undefined>

type NodeRequest = Parameters<typeof toWebRequest>[0]

/** Handles protocol messages; contains everything that requires the protocol's packages. */
export interface McpEndpoint {
  /**
   * @param admit returns the sender of the messages, or undefined if the client has disconnected; called once they have arrived.
   * @param signal aborted when the client disconnects.
   * @returns undefined if the client has disconnected.
   * @throws an error named `RequestBodyTooLargeError` for a body of more than `MAX_REQUEST_BYTES`, and what `admit` throws.
   */
  answer(request: NodeRequest, admit: Admit, signal: AbortSignal): Promise<Response | undefined>
  /** Closes open streams. */
  close(): Promise<void>
}

/** A question of 500 characters needs a few kB, so even a batch of a hundred fits. */
export const MAX_REQUEST_BYTES = 2 ** 20

/**
 * Creates the endpoint. It is loaded with the first request, because the packages are a sixth of the code that a server
 * loads before it is ready.
 */
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
      onerror: (error) => context.log.debug({ err: error }, "mcp request rejected"),
    },
  )
  return {
    async answer(request, admit, signal) {
      const webRequest = await toWebRequest(request, undefined, { signal, maxRequestBodySize: MAX_REQUEST_BYTES })
      const user = await admit(readMessages(await webRequest.clone().text()))
      if (user === undefined) return undefined
      const authInfo = { token: "", clientId: user.caller.kind, scopes: [] }
      userByAuth.set(authInfo, user)
      if (acceptsEverything(webRequest)) webRequest.headers.set("accept", "application/json, text/event-stream")
      const response = await handler.fetch(webRequest, { authInfo })
      // Node and the client decide whether the connection stays open.
      response.headers.delete("connection")
      return response
    },
    close: () => handler.close(),
  }
}

/**
 * Returns true for a request that accepts every type. The protocol's package accepts only its own two types, and not
 * the wildcards that include them.
 */
function acceptsEverything({ headers }: Request): boolean {
  return (headers.get("accept") ?? "").split(",").some((type) => type.trim().startsWith("*/*"))
}
