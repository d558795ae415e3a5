import type { MetricsResponse } from "@lectern/contract"

export type Day = MetricsResponse["daily"][number]

const DAY_MS = 86_400_000
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

/**
 * Adds the days without requests, which the metrics omit.
 *
 * @param nowMs epoch milliseconds; the last day is the UTC day of this time.
 * @returns one entry per day, oldest first.
 */
export function everyDay(daily: readonly Day[], days: number, nowMs: number): readonly Day[] {
  const byDate = new Map(daily.map((day) => [day.date, day]))
  return Array.from({ length: days }, (_, at) => {
    const date = dateOf(nowMs - (days - 1 - at) * DAY_MS)
    return byDate.get(date) ?? { date, page: 0, txt: 0, mcp: 0, cli: 0, total: 0 }
  })
}

/** Sums the unique users of each client over days. A user who is active on several days counts once per day. */
export function clientTotals({ dailyData }: MetricsResponse["mcpClients"]): readonly (readonly [string, number])[] {
  const totals = new Map<string, number>()
  for (const { uniqueUsersByClient } of dailyData) {
    for (const [client, count] of Object.entries(uniqueUsersByClient)) {
      totals.set(client, (totals.get(client) ?? 0) + count)
    }
  }
  return [...totals].toSorted(([, one], [, other]) => other - one)
}
