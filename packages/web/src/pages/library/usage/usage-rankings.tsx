import type { MetricsResponse } from "@lectern/contract"
import { Panel } from "../../../components/panel.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"
import { clientTotals } from "./daily-requests.ts"

/** Maximum number of names that are shown; the export contains all of them. */
const MAX_ROWS = 20

interface RankingProps {
  readonly title: string
  readonly noun: string
  /** Label of the numbers. */
  readonly unit?: string
  readonly rows: readonly (readonly [string, number])[]
}

/** A list of names with their numbers, highest first. */
function Ranking({ title, noun, unit = "Requests", rows }: RankingProps) {
  return (
    <Panel title={title} isFlush>
      {rows.length === 0 ? (
        <p className="p-4 text-muted">None yet.</p>
      ) : (
        <Table
          label={title}
          rows={rows.slice(0, MAX_ROWS)}
          keyOf={([name]) => name}
          columns={[
            { title: noun, cell: ([name]) => <bdi className="[overflow-wrap:anywhere]">{name}</bdi> },
            { title: unit, isEnd: true, cell: ([, count]) => formatCount(count) },
          ]}
        />
      )}
    </Panel>
  )
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" })

/** Returns the name of a country. Requests from an unknown country are counted under ZZ. */
function nameOfCountry(code: string): string {
  return code === "ZZ" ? "Unknown" : (countryNames.of(code) ?? code)
}

interface UsageRankingsProps {
  readonly usage: Pick<MetricsResponse, "topics" | "mcpClients" | "countries">
}

/** Shows the topics, clients and countries of requests, most frequent first. */
export function UsageRankings({ usage }: UsageRankingsProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Ranking title="Topics" noun="Topic" rows={usage.topics.map(({ topic, count }) => [topic, count] as const)} />
      <Ranking title="MCP clients" noun="Client" unit="Users" rows={clientTotals(usage.mcpClients)} />
      <Ranking
        title="Countries"
        noun="Country"
        rows={usage.countries.map(({ country, count }) => [nameOfCountry(country), count] as const)}
      />
    </div>
  )
}
