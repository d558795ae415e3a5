import {
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server"
import { anonymousCaller } from "../access/identity/caller.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { makeMcpServer } from "./mcp-server.ts"
import { type McpMessages, readMessages } from "./read-messages.ts"
import { type IncomingMessage, readBody, requestOf } from "./read-request.ts"
import type { ToolUser } from "./service-source.ts"

/** Decides whether messages that have arrived are handled, and for whom. */
type Admit = (messages: McpMessages) => Promise<ToolUser | undefined>

/** Handles protocol messages; contains everything that requires the protocol's packages. */
export interface McpEndpoint {
  /**
   * @param admit returns the sender of the messages, or undefined if the client has disconnected; called once they have arrived.
   * @param signal aborted when the client disconnects.
   * @returns undefined if the client has disconnected.
   * @throws {McpBodyTooLarge} for a body of more than `MAX_REQUEST_BYTES`, and what `admit` throws.
   */
  answer(request: IncomingMessage, admit: Admit, signal: AbortSignal): Promise<Response | undefined>
  /** Closes open streams. */
  close(): Promise<void>
}

/** A question of 500 characters needs a few kB, so even a batch of a hundred fits. */
const MAX_REQUEST_BYTES = 2 ** 20

/** Headers that describe the protocol of a message, by the names that the package uses. */
const ROUTING_HEADERS = {
  protocolVersionHeader: "mcp-protocol-version",
  mcpMethodHeader: "mcp-method",
  mcpNameHeader: "mcp-name",
} as const

/** Placeholder response for a client that has disconnected. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * Creates the endpoint. It is loaded with the first request, because the packages are a sixth of the code that a server
 * loads before it is ready.
 */
export function createMcpEndpoint(context: ServiceContext): McpEndpoint {
  const identity = { name: "lectern", title: "Lectern", version: context.version }
  const makeServer = (user: ToolUser) => makeMcpServer(context, user, identity)
  const userByAuth = new WeakMap<object, ToolUser>()
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const user = authInfo === undefined ? undefined : userByAuth.get(authInfo)
      return makeServer(user ?? { caller: anonymousCaller, scope: undefined })
    },
    {
      maxRequestBodySize: MAX_REQUEST_BYTES,
      onerror: (error) => context.log.debug({ err: error }, "mcp request rejected"),
    },
  )
  return {
    async answer(incoming, admit, signal) {
      const { text, json } = await readBody(incoming, MAX_REQUEST_BYTES)
      const user = await admit(readMessages(json))
      if (user === undefined) return undefined
      if (isLegacyMessage(incoming, json)) return answerLegacy(makeServer(user), { incoming, json, signal })
      const authInfo = { token: "", clientId: user.caller.kind, scopes: [] }
      userByAuth.set(authInfo, user)
      const isUnparsed = json === undefined && text !== ""
      const request = requestOf(incoming, { signal, ...(isUnparsed ? { body: text } : {}) })
      const response = await handler.fetch(request, { authInfo, ...(json === undefined ? {} : { parsedBody: json }) })
      // Node and the client decide whether the connection stays open.
      response.headers.delete("connection")
      return response
    },
    close: () => handler.close(),
  }
}

/** Returns true for messages of the 2025 protocols. Everything else, such as invalid JSON, is left to the package. */
function isLegacyMessage({ method, headers }: IncomingMessage, body: unknown): boolean {
  if (method !== "POST" || body === undefined || !isJsonContentType(headers["content-type"])) return false
  const named = Object.entries(ROUTING_HEADERS).flatMap(([field, name]) => {
    const value = headers[name]
    return typeof value === "string" ? [[field, value] as const] : []
  })
  return classifyInboundRequest({ httpMethod: method, body, ...Object.fromEntries(named) }).kind === "legacy"
}

interface LegacyMessage {
  readonly incoming: IncomingMessage
  readonly json: unknown
  readonly signal: AbortSignal
}

/**
 * Answers with one JSON document. The package's own handler of these protocols answers with a stream of events, which costs more
 * than the rest of the protocol; and nothing is lost, because the tools send nothing before their result.
 */
async function answerLegacy(server: Server, { incoming, json, signal }: LegacyMessage): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  let leave = () => {}
  const left = new Promise<Response>((resolve) => {
    leave = () => resolve(new Response(null, { status: CLIENT_CLOSED_REQUEST }))
  })
  signal.addEventListener("abort", leave, { once: true })
  try {
    return await Promise.race([transport.handleRequest(requestOf(incoming), { parsedBody: json }), left])
  } finally {
    signal.removeEventListener("abort", leave)
    await server.close()
  }
}
