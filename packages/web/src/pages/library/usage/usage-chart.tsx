import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Day } from "./daily-requests.ts"
import { SURFACES } from "./surfaces.ts"

const HEIGHT_PX = 240
const AXIS = { stroke: "var(--line-strong)", tick: { fill: "var(--muted)", fontSize: 12 } } as const
const TOOLTIP = { background: "var(--surface)", border: "1px solid var(--line-strong)", borderRadius: 6 } as const

const shortDate = (date: string) => date.slice(5)

/**
 * Shows the requests of each day as bars, stacked by surface. The table beside it has the same numbers for screen
 * readers.
 */
export function UsageChart({ days }: { readonly days: readonly Day[] }) {
  return (
    <div aria-hidden="true" className="text-sm" style={{ height: HEIGHT_PX }}>
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <BarChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tickFormatter={shortDate} minTickGap={24} {...AXIS} />
          <YAxis allowDecimals={false} width={48} {...AXIS} />
          <Tooltip contentStyle={TOOLTIP} cursor={{ fill: "var(--hover)" }} />
          <Legend iconType="square" itemSorter={null} />
          {SURFACES.map(({ key, label, color }) => (
            <Bar key={key} dataKey={key} name={label} stackId="requests" fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
