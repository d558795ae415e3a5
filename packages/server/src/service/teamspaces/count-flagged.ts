import { setImmediate as nextTurn } from "node:timers/promises"
import { DEFAULT_SUSPICIOUS_CONTENT, type FlaggedCounts } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { blocksFlagged } from "../../access/visibility/policy-filter.ts"
import type { VisibilityRules } from "../../catalogue/visibility-rules/records.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** Number of libraries that are examined before other requests get a turn, which takes well below a millisecond. */
const EXAMINED_PER_TURN = 2_000

/** Counts the suspicious text in libraries that the other rules of a teamspace let the caller see. */
export async function countFlagged(
  context: TeamspaceServices,
  caller: Caller,
  rules: VisibilityRules,
): Promise<FlaggedCounts> {
  const { visibilityRules, catalogueSync } = context
  const { suspiciousContent } = rules.policies
  // This policy is ignored, so that libraries that it blocks are counted as well.
  const policies = { ...rules.policies, suspiciousContent: DEFAULT_SUSPICIOUS_CONTENT }
  const compiled = visibilityRules.compile({ ...rules, policies })
  const unblocked = { ...context, visibilityRules: { ...visibilityRules, of: () => Promise.resolve(compiled) } }
  const reader = await visibleLibrariesFor(unblocked, caller)
  const counts = { snippetCount: 0, libraryCount: 0, blockedCount: 0 }
  let examined = 0
  for (const { key, flaggedSnippets: flagged } of catalogueSync.listedLibraries()) {
    if (++examined % EXAMINED_PER_TURN === 0) await nextTurn()
    if (flagged === 0 || reader.searchVisibilityOf(key) !== "visible") continue
    counts.snippetCount += flagged
    counts.libraryCount++
    if (blocksFlagged(suspiciousContent, flagged)) counts.blockedCount++
  }
  return counts
}
