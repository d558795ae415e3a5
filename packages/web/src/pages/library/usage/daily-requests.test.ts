import { describe, expect, it } from "vitest"
import { clientTotals, everyDay } from "./daily-requests.ts"

describe("requests by day", () => {
  it("contain the days without requests, oldest first", () => {
    const asked = { date: "2026-03-01", page: 1, txt: 2, mcp: 3, cli: 0, total: 6 }

    const days = everyDay([asked], 3, Date.parse("2026-03-02T23:59:00Z"))

    expect(days.map(({ date, total }) => [date, total])).toEqual([
      ["2026-02-28", 0],
      ["2026-03-01", 6],
      ["2026-03-02", 0],
    ])
  })
})

describe("clients", () => {
  it("are summed over days, the most frequent first", () => {
    const dailyData = [
      { date: "2026-03-01", uniqueUsersByClient: { cursor: 1, codex: 2 }, totalUniqueUsers: 3 },
      { date: "2026-03-02", uniqueUsersByClient: { cursor: 4 }, totalUniqueUsers: 4 },
    ]

    expect(clientTotals({ dailyData })).toEqual([
      ["cursor", 5],
      ["codex", 2],
    ])
  })
})
