import { z } from "zod"

/** Whether MCP requires a key. */
export const McpStatusResponse = z
  .object({ enabled: z.boolean().describe("true if MCP requires a key") })
  .meta({ id: "McpStatusResponse", description: "whether MCP requires a key" })
export type McpStatusResponse = z.infer<typeof McpStatusResponse>
