import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { wordsOf } from "./left-out-warning.ts"

/** Usual names of OpenAPI descriptions. In a repository, they are only read if a page or the configuration of the site shows them. */
const OPENAPI_FILE = /(?:^|\/)(?:openapi|swagger)[^/]*\.(?:json|ya?ml)$/i

/** Reasons named in the message; further ones are left out. */
const MAX_REASONS = 5

/** Explains why a source has no documentation, and what the user can do. */
export function whyNothing(report: Pick<IngestionReport, "failed" | "leftOut">): string {
  const { failed, leftOut } = report
  const [failure] = failed
  if (failure !== undefined && leftOut.length === 0) {
    const count = failed.length - 1
    const others =
      count === 0 ? "" : `, and ${count === 1 ? "1 other file" : `${count} other files`} could not be read either`
    return `${failure.path} could not be read: ${failure.reason}${others}`
  }
  const unread = [...countReasons(leftOut), ...(failed.length > 0 ? [`${failed.length} failed`] : [])]
  const detail = unread.length > 0 ? ` (left out: ${unread.slice(0, MAX_REASONS).join(", ")})` : ""
  return `no documentation was found in the source${detail}. ${adviceFor(leftOut)}`
}

function countReasons(leftOut: IngestionReport["leftOut"]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${count} ${wordsOf(reason, count)}`)
}

function adviceFor(leftOut: IngestionReport["leftOut"]): string {
  const description = leftOut.find(({ path }) => OPENAPI_FILE.test(path))
  return description === undefined
    ? "Name folders or files to read, or see the report"
    : `${description.path} looks like an OpenAPI description: add this file as a library of its own`
}
