import { setImmediate as nextTurn } from "node:timers/promises"
import { LIMITS, type PolicyPreview, type UpdatePoliciesRequest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { changePolicies } from "../../access/visibility/policies.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { countFlagged } from "./count-flagged.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import { DEFAULT_VISIBILITY_RULES } from "./policies.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** Number of libraries that are compared before other requests get a turn, which takes well below a millisecond. */
const COMPARED_PER_TURN = 1_000

/**
 * Returns which libraries a change of policies would hide from and reveal to the caller's teamspace. Changes nothing.
 *
 * @throws {TeamMissing} if the caller has none. @throws {InvalidInput} if a list would become too long.
 */
export async function previewPolicies(
  context: TeamspaceServices,
  caller: Authorized<"changePolicies">,
  request: UpdatePoliciesRequest,
): Promise<PolicyPreview> {
  const stored =
    (await context.catalogue.visibilityRules.of(ownTeamspaceOf(context, caller))) ?? DEFAULT_VISIBILITY_RULES
  const { visibilityRules, catalogueSync } = context
  const changed = { ...stored, policies: changePolicies(stored.policies, request) }
  const compiled = visibilityRules.compile(changed)
  const changedRules = { ...visibilityRules, of: () => Promise.resolve(compiled) }
  await catalogueSync.catchUp()
  const before = await visibleLibrariesFor(context, caller)
  const after = await visibleLibrariesFor({ ...context, visibilityRules: changedRules }, caller)
  const [hidden, revealed]: [string[], string[]] = [[], []]
  let accessibleLibraryCount = 0
  let comparedCount = 0
  for (const library of catalogueSync.listedLibraries()) {
    const [wasVisible, isVisible] = [before, after].map(
      (reader) => reader.searchVisibilityOf(library.key) === "visible",
    )
    if (isVisible && library.teamspaceKey === null) accessibleLibraryCount++
    if (wasVisible !== isVisible) (isVisible ? revealed : hidden).push(library.foldedId)
    if (++comparedCount % COMPARED_PER_TURN === 0) await nextTurn()
  }
  return {
    accessibleLibraryCount,
    flagged: await countFlagged(context, caller, changed),
    hiddenCount: hidden.length,
    hidden: firstOf(hidden),
    revealedCount: revealed.length,
    revealed: firstOf(revealed),
  }
}

function firstOf(ids: readonly string[]): string[] {
  return ids.toSorted().slice(0, LIMITS.policyPreviewMaxCount)
}
