import type { SuspiciousContentPolicy } from "@lectern/contract"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"
import type { VisibilityRules } from "../../catalogue/visibility-rules/records.ts"
import { type AccessLookup, compileAccessRules, DEFAULT_ACCESS_RULES, grantsAccess } from "./access-rules.ts"
import { DEFAULT_POLICIES } from "./policies.ts"
import { compilePolicies, type PolicyFilter } from "./policy-filter.ts"
import type { Viewer } from "./viewer.ts"
import type { LibraryAttributes } from "./library-attributes.ts"

/**
 * Visibility of a library to a viewer: `visible`, `hidden` (answered as if it did not exist), or `denied` (the answer says
 * that policies exclude it).
 */
export type Visibility = "visible" | "hidden" | "denied"

/** The visibility rules of one teamspace, compiled for fast checks. */
export interface CompiledVisibilityRules {
  readonly accessOf: AccessLookup
  readonly passesPolicies: PolicyFilter
  readonly suspiciousContent: SuspiciousContentPolicy
}

/** Rules of a teamspace that never changed them, and of viewers without a teamspace. */
export const NO_VISIBILITY_RULES: CompiledVisibilityRules = compileVisibilityRules({
  policies: DEFAULT_POLICIES,
  accessRules: DEFAULT_ACCESS_RULES,
})

/** Compiles the rules of a teamspace. */
export function compileVisibilityRules(
  { policies, accessRules }: VisibilityRules,
  dedicatedHosts?: DedicatedHosts,
): CompiledVisibilityRules {
  return {
    accessOf: compileAccessRules(accessRules),
    passesPolicies: compilePolicies(policies, dedicatedHosts),
    suspiciousContent: policies.suspiciousContent,
  }
}

/** The attributes that decide whether a library is hidden: its owner, its name, and its own access rule if it has one. */
export type VisibilityKey = Pick<LibraryAttributes, "teamspaceKey" | "foldedId" | "access">

/**
 * Returns true if a viewer may learn that a library exists. The library need not exist: for an unused name, the result
 * is the same as for a library of that name.
 */
export function isDiscoverable(
  reader: Viewer,
  rules: CompiledVisibilityRules,
  { teamspaceKey, foldedId, access }: VisibilityKey,
): boolean {
  const isPublic = teamspaceKey === null
  if (!isPublic && !(reader.seesPrivate && teamspaceKey === reader.teamspaceKey)) return false
  const isRuled = !isPublic || reader.isOnlyTeamspace
  return !isRuled || grantsAccess(access ?? rules.accessOf(foldedId), reader)
}

/**
 * Decides the visibility of a library; every use case depends on this function alone.
 *
 * @param rules those of the viewer's teamspace.
 * @param nowMs epoch milliseconds.
 */
export function libraryVisibility(
  reader: Viewer,
  rules: CompiledVisibilityRules,
  facts: LibraryAttributes,
  nowMs: number,
): Visibility {
  if (!isDiscoverable(reader, rules, facts)) return "hidden"
  return reader.isProgram || rules.passesPolicies(facts, nowMs) ? "visible" : "denied"
}
