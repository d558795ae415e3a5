import type { Authorized } from "../../access/permissions/authorize.ts"
import type { PolicyConfiguration, UpdatePoliciesRequest } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { DEFAULT_ACCESS_RULES } from "../../access/visibility/access-rules.ts"
import { changePolicies, DEFAULT_POLICIES } from "../../access/visibility/policies.ts"
import type { VisibilityRules } from "../../catalogue/visibility-rules/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import { countVisible, visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { countFlagged } from "./count-flagged.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** The policies and access rules of a teamspace that has not changed them. */
export const DEFAULT_VISIBILITY_RULES: VisibilityRules = {
  policies: DEFAULT_POLICIES,
  accessRules: DEFAULT_ACCESS_RULES,
}

/**
 * Returns the policies of the caller's teamspace.
 *
 * @throws {TeamMissing} if the caller has none.
 */
export async function readPolicies(
  context: TeamspaceServices,
  caller: Authorized<"readPolicies">,
): Promise<PolicyConfiguration> {
  const stored = await context.catalogue.visibilityRules.of(ownTeamspaceOf(context, caller))
  await context.catalogueSync.catchUp()
  return describePolicies(context, caller, stored ?? DEFAULT_VISIBILITY_RULES)
}

/**
 * Changes the policies of the caller's teamspace. The change takes effect immediately in this process, and within a
 * second in others.
 *
 * @throws {TeamMissing} if the caller has none. @throws {InvalidInput} if a list would become too long.
 */
export async function updatePolicies(
  context: TeamspaceServices,
  caller: Authorized<"changePolicies">,
  request: UpdatePoliciesRequest,
): Promise<PolicyConfiguration> {
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const rules = await context.catalogue.visibilityRules.change(teamspaceKey, DEFAULT_VISIBILITY_RULES, (stored) => ({
    ...stored,
    policies: changePolicies(stored.policies, request),
  }))
  await recordAuditEntry(context, caller, { action: "policy.change", subject: JSON.stringify(request) })
  await context.catalogueSync.catchUp()
  return describePolicies(context, caller, rules)
}

async function describePolicies(
  context: TeamspaceServices,
  caller: Caller,
  rules: VisibilityRules,
): Promise<PolicyConfiguration> {
  const { sourceTypes, libraryFilters, suspiciousContent } = rules.policies
  const flagged = await countFlagged(context, caller, rules)
  const reader = await visibleLibrariesFor(context, caller)
  const accessibleLibraryCount = await countVisible(context, reader, ({ teamspaceKey }) => teamspaceKey === null)
  return { sourceTypes, libraryFilters, suspiciousContent, flagged, accessibleLibraryCount }
}
