import type { MetricSurface } from "@lectern/contract"

interface Surface {
  readonly key: MetricSurface
  readonly label: string
  readonly color: string
}

/** The surfaces by which requests are counted, in the order of the bars from the bottom. */
export const SURFACES: readonly Surface[] = [
  { key: "mcp", label: "MCP", color: "var(--chart-1)" },
  { key: "txt", label: "API", color: "var(--chart-2)" },
  { key: "page", label: "Dashboard", color: "var(--chart-3)" },
  { key: "cli", label: "Command line", color: "var(--chart-4)" },
]
