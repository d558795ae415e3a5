import type { PolicyConfiguration, UpdatePoliciesRequest } from "@lectern/contract"
import { type Caller, teamspaceOf } from "../../access/identity/caller.ts"
import { DEFAULT_ACCESS_RULES } from "../../access/visibility/access-rules.ts"
import { changePolicies, DEFAULT_POLICIES } from "../../access/visibility/policies.ts"
import type { VisibilityRules, StoredPolicies } from "../../catalogue/visibility-rules/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { TeamMissing } from "../errors.ts"
import { countVisible, visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { allow, type ServiceContext } from "../service-context.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** What a teamspace decides about reading before anyone changes it. */
export const DEFAULT_VISIBILITY_RULES: VisibilityRules = {
  policies: DEFAULT_POLICIES,
  accessRules: DEFAULT_ACCESS_RULES,
}

/**
 * Tells the policies of the caller's teamspace.
 *
 * @throws {TeamMissing} when the caller works in none.
 */
export async function readPolicies(context: TeamspaceServices, caller: Caller): Promise<PolicyConfiguration> {
  allow(context, caller, "readPolicies")
  const stored = await context.catalogue.visibilityRules.of(ownTeamspace(context, caller))
  await context.catalogueSync.catchUp()
  return describePolicies(context, caller, stored?.policies ?? DEFAULT_POLICIES)
}

/**
 * Changes the policies of the caller's teamspace; they count at once here and within a second in other processes.
 *
 * @throws {TeamMissing} when the caller works in none. @throws {InvalidInput} when a list would grow too long.
 */
export async function updatePolicies(
  context: TeamspaceServices,
  caller: Caller,
  request: UpdatePoliciesRequest,
): Promise<PolicyConfiguration> {
  allow(context, caller, "changePolicies")
  const teamspaceKey = ownTeamspace(context, caller)
  const { policies } = await context.catalogue.visibilityRules.change(
    teamspaceKey,
    DEFAULT_VISIBILITY_RULES,
    (stored) => ({
      ...stored,
      policies: changePolicies(stored.policies, request),
    }),
  )
  await recordAuditEntry(context, caller, { action: "policy.change", subject: JSON.stringify(request) })
  await context.catalogueSync.catchUp()
  return describePolicies(context, caller, policies)
}

/** Names the teamspace whose rules a caller reads and changes. @throws {TeamMissing} */
export function ownTeamspace(context: Pick<ServiceContext, "settings">, caller: Caller): string {
  const teamspaceKey = teamspaceOf(caller, context.settings)
  if (teamspaceKey === null) throw new TeamMissing("this belongs to a teamspace: use a key that belongs to one")
  return teamspaceKey
}

async function describePolicies(
  context: TeamspaceServices,
  caller: Caller,
  { sourceTypes, libraryFilters }: StoredPolicies,
): Promise<PolicyConfiguration> {
  const reader = await visibleLibrariesFor(context, caller)
  const accessibleLibraryCount = await countVisible(context, reader, ({ teamspaceKey }) => teamspaceKey === null)
  return { sourceTypes, libraryFilters, accessibleLibraryCount }
}
