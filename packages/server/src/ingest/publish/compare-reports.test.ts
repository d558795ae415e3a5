import { describe, expect, it } from "vitest"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { compareReports } from "./compare-reports.ts"

function aReport(hashByPath: Readonly<Record<string, string | undefined>>): IngestionReport {
  const indexed = Object.entries(hashByPath).map(([path, hash]) => ({
    path,
    snippets: 1,
    problems: [],
    ...(hash === undefined ? {} : { hash }),
  }))
  return { revision: "r", notes: [], indexed, leftOut: [], failed: [] }
}

describe("comparing reports", () => {
  it("counts files that are new, have changed, are gone and stayed", () => {
    const served = aReport({ "a.md": "1", "b.md": "2", "c.md": "3" })

    const changes = compareReports(served, aReport({ "b.md": "2", "c.md": "33", "d.md": "4", "e.md": "5" }))

    expect(changes).toEqual({ added: 2, changed: 1, removed: 1, unchanged: 1 })
  })

  it("says nothing where there is nothing to compare with", () => {
    expect(compareReports(undefined, aReport({ "a.md": "1" }))).toBeUndefined()
    expect(compareReports(aReport({ "a.md": undefined }), aReport({ "a.md": "1" }))).toBeUndefined()
  })
})
