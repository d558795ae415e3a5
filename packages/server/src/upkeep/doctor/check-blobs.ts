import { countOf } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import type { SweepCounts } from "../../blobs/blob-store.ts"
import { listReferencedBlobs, MIN_ORPHAN_AGE_MS } from "../referenced-blobs.ts"
import { isLargeShare } from "../sweep.ts"
import { problemOfBlob } from "./check-versions.ts"
import { type Examination, type Finding, findingOf } from "./finding.ts"

/** Checks uploads, cached pages and reports of jobs, and looks for unreferenced blobs. */
export async function checkBlobs(examination: Examination, examined: ReadonlySet<string>): Promise<readonly Finding[]> {
  const { catalogue, blobs } = examination
  let referenced: ReadonlySet<string>
  try {
    referenced = await listReferencedBlobs(catalogue, blobs)
  } catch (error) {
    const summary = `a list of uploaded files cannot be read, so unreferenced files are unknown: ${asError(error).message}`
    const unknown = findingOf({ check: "orphans", status: "error", summary })
    return [await checkOthers(examination, await catalogue.versions.referencedBlobs(), examined), unknown]
  }
  return [await checkOthers(examination, referenced, examined), await checkOrphans(examination, referenced)]
}

async function checkOthers(
  examination: Examination,
  referenced: ReadonlySet<string>,
  examined: ReadonlySet<string>,
): Promise<Finding> {
  const others = [...referenced].filter((hash) => !examined.has(hash))
  const details: string[] = []
  for (const hash of others) {
    const problem = await problemOfBlob(examination, hash)
    if (problem !== undefined) {
      details.push(`stored file ${hash} is ${problem}. Restore it from a backup, or upload the files again`)
    }
  }
  return findingOf({
    check: "other files",
    status: details.length === 0 ? "ok" : "error",
    summary:
      details.length === 0
        ? `all ${others.length} uploads, cached pages and reports of jobs are intact`
        : `${details.length} of ${others.length} uploads, cached pages and reports of jobs are missing or damaged`,
    details,
  })
}

async function checkOrphans({ blobs, isRepairing }: Examination, referenced: ReadonlySet<string>): Promise<Finding> {
  let found: SweepCounts = { orphans: 0, stored: 0 }
  const mayRemove = (counts: SweepCounts) => {
    found = counts
    return Promise.resolve(isRepairing && !isLargeShare(counts))
  }
  const removed = await blobs.sweep(referenced, MIN_ORPHAN_AGE_MS, mayRemove)
  const check = "orphans"
  if (found.orphans === 0) {
    return findingOf({ check, status: "ok", summary: `all ${found.stored} stored files are referenced or recent` })
  }
  return findingOf({
    check,
    status: "warning",
    summary: `${found.orphans} of ${found.stored} stored files have had no reference for a day`,
    details: isLargeShare(found)
      ? ["So many unreferenced files suggest that the catalogue is older than the files. They are not removed"]
      : ["A worker removes them within an hour, or run lectern doctor --repair"],
    repairs: removed === 0 ? [] : [`removed ${countOf(removed, "file")} without a reference`],
  })
}
