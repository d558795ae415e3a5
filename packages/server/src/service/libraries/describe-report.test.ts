import { expect, it } from "vitest"
import { FileReport } from "@lectern/contract"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { describeReport } from "./describe-report.ts"

const report: IngestionReport = {
  revision: "r",
  notes: [],
  indexed: [
    { path: "a.md", snippets: 1, problems: [] },
    { path: "b.md", snippets: 1, problems: ["line 3: included file c.py was not read"] },
  ],
  leftOut: [
    { path: "*.png", reason: "not_documentation", detail: "166 files", fileCount: 166 },
    { path: "Makefile", reason: "not_documentation" },
    { path: "CHANGES.md", reason: "changelog" },
  ],
  failed: [],
}

it("counts every file that an entry stands for", () => {
  const { indexedCount, leftOutCount, leftOutByReason, leftOut } = FileReport.parse(describeReport(report))

  expect([indexedCount, leftOutCount, leftOutByReason]).toEqual([2, 168, { not_documentation: 167, changelog: 1 }])
  expect(leftOut[0]).toEqual({ path: "*.png", reason: "not_documentation", detail: "166 files" })
})

it("names the files of which something could not be read", () => {
  const { problemCount, problems } = describeReport(report)

  expect([problemCount, problems]).toEqual([
    1,
    [{ path: "b.md", problems: ["line 3: included file c.py was not read"] }],
  ])
})

it("cuts lists and keeps counts", () => {
  const indexed = Array.from({ length: 1200 }, (_, at) => ({ path: `${at}.md`, snippets: 1, problems: ["odd"] }))

  const { problemCount, problems } = FileReport.parse(describeReport({ ...report, indexed }))

  expect([problemCount, problems.length]).toEqual([1200, 1000])
})
