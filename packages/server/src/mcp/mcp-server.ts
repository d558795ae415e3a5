import { hasPermission } from "../access/permissions/authorize.ts"
import {
  answerToolCall,
  completeLibraryId,
  MCP_TOOLS,
  routeOf,
  SERVER_INSTRUCTIONS,
  TOOL_OPERATIONS,
  toolDefinitions,
  UnknownTool,
} from "@lectern/contract"
import { type Implementation, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import type { ServiceContext } from "../service/service-context.ts"
import { serviceSource, type ToolUser } from "./service-source.ts"

/** The lists change only with a new version of Lectern. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const
/** The available tools depend on the key. */
const TOOLS_CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const

/**
 * Creates the protocol server for one request; it keeps no state between requests. It uses the low-level class, because
 * arguments may have other names than in the listed schema, which the high-level class rejects.
 */
export function makeMcpServer(context: ServiceContext, user: ToolUser, identity: Implementation): Server {
  const server = new Server(identity, {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    instructions: SERVER_INSTRUCTIONS,
    cacheHints: {
      "tools/list": TOOLS_CACHE,
      "prompts/list": LIST_CACHE,
      "resources/list": LIST_CACHE,
      "resources/templates/list": LIST_CACHE,
      "server/discover": LIST_CACHE,
    },
  })
  server.setRequestHandler("tools/list", () => ({ tools: [...listedTools(context, user)] }))
  server.setRequestHandler("tools/call", async (request) => {
    try {
      return await answerToolCall(serviceSource(context, user, clientNameOf(server) ?? user.clientName), request.params)
    } catch (thrown) {
      if (thrown instanceof UnknownTool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message)
      throw thrown
    }
  })
  server.setRequestHandler("completion/complete", ({ params }) =>
    completeLibraryId(serviceSource(context, user), params.argument),
  )
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }))
  server.setRequestHandler("resources/list", () => ({ resources: [] }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }))
  return server
}

/**
 * Returns the name of the client. Clients of the 2026-07-28 protocol send it with every request; others send it when
 * they connect.
 */
function clientNameOf(server: Server): string | undefined {
  return server.getClientVersion()?.name
}

/** Lists the tools that the caller has permission for; calls of other tools are rejected. */
function listedTools(context: ServiceContext, { caller, scope }: ToolUser) {
  return toolDefinitions((tool) => {
    // A client that is limited to some libraries cannot add others.
    if (tool === MCP_TOOLS.add && scope !== undefined) return false
    return routeOf(TOOL_OPERATIONS[tool]).permissions.every((permission) => hasPermission(context, caller, permission))
  })
}
