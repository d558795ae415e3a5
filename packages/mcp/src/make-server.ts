import type { LecternClient } from "@lectern/client"
import { answerToolCall, completeLibraryId, SERVER_INSTRUCTIONS, toolDefinitions, UnknownTool } from "@lectern/contract"
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import { clientBackend } from "./client-backend.ts"

/** Parameters of the server of one connection. */
export interface ServerParts {
  readonly client: LecternClient
  readonly version: string
  /** True if a key is sent: the tools that add and refresh libraries are then listed too. */
  readonly hasKey: boolean
  /** Receives errors that the agent does not see. */
  readonly report: (message: string) => void
}

/** The lists never change while the program runs. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const

/** Creates the MCP server: the tools of the contract, answered through the client. */
export function makeServer({ client, version, hasKey, report }: ServerParts): Server {
  const server = new Server(
    { name: "lectern", title: "Lectern", version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: SERVER_INSTRUCTIONS,
      cacheHints: { "tools/list": LIST_CACHE, "prompts/list": LIST_CACHE, "resources/list": LIST_CACHE },
    },
  )
  server.setRequestHandler("tools/list", () => ({ tools: [...toolDefinitions(() => hasKey)] }))
  server.setRequestHandler("tools/call", async (request, context) => {
    try {
      return await answerToolCall(clientBackend(client, context.mcpReq.signal, report), request.params)
    } catch (thrown) {
      if (thrown instanceof UnknownTool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message)
      throw thrown
    }
  })
  server.setRequestHandler("completion/complete", ({ params }, context) =>
    completeLibraryId(clientBackend(client, context.mcpReq.signal, report), params.argument),
  )
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }))
  server.setRequestHandler("resources/list", () => ({ resources: [] }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }))
  return server
}
