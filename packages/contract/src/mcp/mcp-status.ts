import { z } from "zod"

/** Says whether a key is needed for MCP. */
export const McpStatusResponse = z
  .object({ enabled: z.boolean().describe("true when MCP needs a key") })
  .meta({ id: "McpStatusResponse", description: "whether a key is needed for MCP" })
export type McpStatusResponse = z.infer<typeof McpStatusResponse>
