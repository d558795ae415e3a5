import type { SitePage, SitePlan } from "@lectern/parsers"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import type { ReadingStages } from "../run/reading-stages.ts"

/** Configuration may import other files, which may import more; each round reads one level. */
const MAX_ROUNDS = 5
/** Paths that one round may ask for. */
const MAX_ASKED = 200_000

/**
 * Finds out in which order the pages of a source are read, what the navigation of its site calls them, and which descriptions
 * of APIs belong to it.
 *
 * @param pages what is known of the pages, in the order of the source.
 * @returns a plan without any place when the source has no other files than its pages.
 * @throws the signal's reason when it is aborted; whatever the source throws.
 */
export async function planIngestion(
  stages: ReadingStages,
  snapshot: SourceSnapshot,
  pages: readonly SitePage[],
  signal: AbortSignal,
): Promise<SitePlan> {
  const paths = pages.map(({ path }) => path)
  const nothing = { order: paths, locations: new Map(), descriptions: [] }
  if (snapshot.readOther === undefined || pages.length === 0) return nothing
  const textByPath = new Map<string, string | undefined>()
  let wanted = new Set(stages.sitePlanPaths(paths))
  let plan: SitePlan | undefined
  for (let round = 0; round < MAX_ROUNDS && (plan === undefined || wanted.size > 0); round++) {
    signal.throwIfAborted()
    const asked = [...wanted]
    const found = await snapshot.readOther(asked, signal)
    for (const path of asked) {
      const file = found.get(path)
      const decoded = file?.kind === "file" ? stages.decodeText(file.bytes) : undefined
      textByPath.set(path, decoded === undefined || "binary" in decoded ? undefined : decoded.text)
    }
    const next = new Set<string>()
    plan = stages.planSite(pages, (path) => {
      if (!textByPath.has(path) && next.size < MAX_ASKED) next.add(path)
      return textByPath.get(path)
    })
    wanted = next
  }
  return plan ?? nothing
}
