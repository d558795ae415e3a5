import {
  planSite,
  type ReadText,
  runWithin,
  type SitePage,
  type SitePlan,
  sitePlanPaths,
  TimeLimitExceeded,
} from "@lectern/parsers"
import { decodeText } from "@lectern/parsers/detect"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import { fetchUntilComplete } from "./fetch-until-complete.ts"

/**
 * Maximum number of rounds. Configuration files may import others, which may import more; each round fetches one level.
 */
const MAX_ROUNDS = 5
/** Time limits for one round and for all of them; 10,000 pages take about a second. */
const PLAN_LIMIT_MS = 10_000
const ALL_ROUNDS_LIMIT_MS = 20_000
/** Maximum number of paths per round. */
const MAX_PATHS = 200_000

/**
 * Determines the order of a source's pages, their titles in the navigation of its site, and the OpenAPI files that
 * belong to it.
 *
 * @param pages in the order of the source.
 * @returns a plan without any location if the source has no files besides its pages.
 * @throws the signal's reason if it is aborted; what the source throws.
 */
export async function planIngestion(
  snapshot: SourceSnapshot,
  pages: readonly SitePage[],
  signal: AbortSignal,
): Promise<SitePlan> {
  const paths = pages.map(({ path }) => path)
  const nothing: SitePlan = { order: paths, locations: new Map(), descriptions: [], unpublished: new Map() }
  if (snapshot.readOther === undefined || pages.length === 0) return nothing
  const textByPath = new Map<string, string | undefined>()
  const { readOther } = snapshot
  const possiblePaths = new Set(sitePlanPaths(paths))
  let plan: SitePlan = nothing
  let leftMs = ALL_ROUNDS_LIMIT_MS
  await fetchUntilComplete({
    maxRounds: MAX_ROUNDS,
    findMissing() {
      const isFirstScan = textByPath.size === 0
      if (isFirstScan && possiblePaths.size > 0) return possiblePaths
      const missing = new Set<string>()
      const beganMs = performance.now()
      const planned = planWithin(Math.min(PLAN_LIMIT_MS, leftMs), pages, (path) => {
        if (!textByPath.has(path) && missing.size < MAX_PATHS) missing.add(path)
        return textByPath.get(path)
      })
      leftMs = Math.max(1, leftMs - (performance.now() - beganMs))
      if (planned === undefined) return new Set<string>()
      plan = planned
      return missing
    },
    async fetch(missing: readonly string[]) {
      signal.throwIfAborted()
      const found = await readOther(missing, signal)
      for (const path of missing) {
        const file = found.get(path)
        const decoded = file?.kind === "file" ? decodeText(file.bytes) : undefined
        textByPath.set(path, decoded === undefined || "binary" in decoded ? undefined : decoded.text)
      }
    },
  })
  return plan
}

/**
 * @returns undefined if parsing the site's configuration takes too long or fails; its pages then keep the order of the
 *   source, or what was found before.
 */
function planWithin(limitMs: number, pages: readonly SitePage[], read: ReadText): SitePlan | undefined {
  try {
    return runWithin(limitMs, () => planSite(pages, read))
  } catch (thrown) {
    // RangeError: the configuration is nested too deeply.
    if (thrown instanceof TimeLimitExceeded || thrown instanceof RangeError) return undefined
    throw thrown
  }
}
