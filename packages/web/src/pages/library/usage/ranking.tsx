import { Panel } from "../../../components/panel.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"

/** Names that are shown; the export contains all. */
const MAX_ROWS = 20

interface RankingProps {
  readonly title: string
  readonly noun: string
  /** What the numbers count. */
  readonly unit?: string
  readonly rows: readonly (readonly [string, number])[]
}

/** Names with their numbers, most first. */
export function Ranking({ title, noun, unit = "Requests", rows }: RankingProps) {
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

/** Names a country. Requests whose country is not known are counted under ZZ. */
export function nameOfCountry(code: string): string {
  return code === "ZZ" ? "Unknown" : (countryNames.of(code) ?? code)
}
