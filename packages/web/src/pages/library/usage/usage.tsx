import type { LibraryRecord, MetricsResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { Button } from "../../../components/button.tsx"
import { Field, Select } from "../../../components/field.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Figure, Panel } from "../../../components/panel.tsx"
import { Empty, Skeleton } from "../../../components/states.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"
import { clientTotals, type Day, everyDay } from "./daily-requests.ts"
import { SURFACES } from "./surfaces.ts"

const Chart = lazy(async () => ({ default: (await import("./usage-chart.tsx")).UsageChart }))

const RANGES = ["7", "30", "90", "365"].map((value) => ({ value, label: `Last ${value} days` }))
/** Topics and countries that are shown; the export contains all. */
const MAX_ROWS = 20

/** How often a library is asked, by whom, and about what. */
export function Usage({ library }: { readonly library: LibraryRecord }) {
  const [range, setRange] = useState("30")
  const days = Number(range)
  const metrics = useQuery({
    queryKey: ["metrics", library.id, days],
    queryFn: ({ signal }) => api.getMetrics({ libraryId: library.id, days }, { signal }),
  })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-48">
          <Field label="Range">
            <Select value={range} options={RANGES} onChange={setRange} />
          </Field>
        </div>
        {metrics.data !== undefined && <Exports library={library} metrics={metrics.data} />}
      </div>
      <Loaded query={metrics}>
        {(data) => (
          <>
            <Requests days={everyDay(data.daily, days, Date.now())} />
            <div className="grid gap-6 lg:grid-cols-3">
              <Ranking
                title="Topics"
                noun="Topic"
                rows={data.topics.map(({ topic, count }) => [topic, count] as const)}
              />
              <Ranking title="MCP clients" noun="Client" rows={clientTotals(data.mcpClients)} />
              <Ranking
                title="Countries"
                noun="Country"
                rows={data.countries.map(({ country, count }) => [nameOfCountry(country), count] as const)}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" })
/** Requests whose country is not known are counted under ZZ. */
const nameOfCountry = (code: string) => (code === "ZZ" ? "Unknown" : (countryNames.of(code) ?? code))

function Requests({ days }: { readonly days: readonly Day[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0)
  return (
    <>
      <Panel isFlush>
        <dl className="grid grid-cols-2 md:grid-cols-5">
          <Figure label="Requests" value={formatCount(total)} />
          {SURFACES.map(({ key, label }) => (
            <Figure key={key} label={label} value={formatCount(days.reduce((sum, day) => sum + day[key], 0))} />
          ))}
        </dl>
      </Panel>
      <Panel title="Requests by day" description="Days in UTC. New requests appear within a few seconds.">
        {total === 0 ? (
          <Empty icon="chart" title="No requests in this range" />
        ) : (
          <>
            <Suspense fallback={<Skeleton className="h-60" />}>
              <Chart days={days} />
            </Suspense>
            <details className="mt-4">
              <summary className="text-sm font-medium text-muted">Show as a table</summary>
              <Table
                label="Requests by day"
                rows={days.filter((day) => day.total > 0).toReversed()}
                keyOf={({ date }) => date}
                columns={[
                  { title: "Day", cell: ({ date }) => date },
                  ...SURFACES.map(({ key, label }) => ({
                    title: label,
                    isEnd: true,
                    cell: (day: Day) => formatCount(day[key]),
                  })),
                  { title: "Total", isEnd: true, cell: (day) => formatCount(day.total) },
                ]}
              />
            </details>
          </>
        )}
      </Panel>
    </>
  )
}

interface RankingProps {
  readonly title: string
  readonly noun: string
  readonly rows: readonly (readonly [string, number])[]
}

function Ranking({ title, noun, rows }: RankingProps) {
  return (
    <Panel title={title} isFlush>
      {rows.length === 0 ? (
        <p className="p-4 text-muted">None in this range.</p>
      ) : (
        <Table
          label={title}
          rows={rows.slice(0, MAX_ROWS)}
          keyOf={([name]) => name}
          columns={[
            { title: noun, cell: ([name]) => <bdi className="[overflow-wrap:anywhere]">{name}</bdi> },
            { title: "Requests", isEnd: true, cell: ([, count]) => formatCount(count) },
          ]}
        />
      )}
    </Panel>
  )
}

function Exports({ library, metrics }: { readonly library: LibraryRecord; readonly metrics: MetricsResponse }) {
  const name = library.id.slice(1).replaceAll("/", "-")
  const saveDays = () => {
    const titles = ["date", ...SURFACES.map(({ key }) => key), "total"]
    const rows = metrics.daily.map((day) => [day.date, ...SURFACES.map(({ key }) => day[key]), day.total])
    downloadText(`${name}-requests.csv`, csvOf(titles, rows))
  }
  const saveTopics = () => {
    const rows = metrics.topics.map(({ topic, count }) => [topic, count])
    downloadText(`${name}-topics.csv`, csvOf(["topic", "count"], rows))
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={saveDays}>Export days as CSV</Button>
      <Button onClick={saveTopics}>Export topics as CSV</Button>
    </div>
  )
}
