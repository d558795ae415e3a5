import { lazy, Suspense } from "react"
import { Figure, Panel } from "../../../components/panel.tsx"
import { Empty, Skeleton } from "../../../components/states.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"
import type { Day } from "./daily-requests.ts"
import { SURFACES } from "./surfaces.ts"

/** If the chart cannot be loaded, the page stays as it is, because something may have been typed into its other tabs. */
const Chart = lazy(() =>
  import("./usage-chart.tsx").then(
    ({ UsageChart }) => ({ default: UsageChart }),
    () => ({ default: MissingChart }),
  ),
)

function MissingChart() {
  return <p className="text-muted">The chart could not be loaded. Reload the page, or open the table below.</p>
}

/** Shows the requests of each day by surface: totals, a chart and a table. */
export function Requests({ days }: { readonly days: readonly Day[] }) {
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
