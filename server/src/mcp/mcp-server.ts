import { type Implementation, Server } from "@modelcontextprotocol/server"
import type { Caller } from "../access/caller.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { callTool } from "./call-tool.ts"
import { SERVER_INSTRUCTIONS, toolDefinitions } from "./tool-definitions.ts"

/** The lists change with a new version of the program only. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const

/**
 * Makes the protocol server of one request; it holds nothing between requests. The low-level class is used because
 * arguments also come under other names than the listed schema has, which the high-level one refuses.
 */
export function makeMcpServer(context: ServiceContext, caller: Caller, identity: Implementation): Server {
  const server = new Server(identity, {
    capabilities: { tools: {}, prompts: {}, resources: {} },
    instructions: SERVER_INSTRUCTIONS,
    cacheHints: {
      "tools/list": LIST_CACHE,
      "prompts/list": LIST_CACHE,
      "resources/list": LIST_CACHE,
      "resources/templates/list": LIST_CACHE,
      "server/discover": LIST_CACHE,
    },
  })
  server.setRequestHandler("tools/list", () => ({ tools: [...toolDefinitions] }))
  server.setRequestHandler("tools/call", (request) => callTool(context, caller, request.params))
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }))
  server.setRequestHandler("resources/list", () => ({ resources: [] }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }))
  return server
}
