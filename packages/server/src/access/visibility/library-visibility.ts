import type { VisibilityRules } from "../../catalogue/visibility-rules/records.ts"
import { type AccessLookUp, compileAccessRules, FIRST_ACCESS_RULES, letsIn } from "./access-rules.ts"
import { FIRST_POLICIES } from "./policies.ts"
import { compilePolicies, type PolicyFilter } from "./policy-filter.ts"
import type { Reader } from "./viewer.ts"
import type { ReadingFacts } from "./library-attributes.ts"

/**
 * What a reader gets of a library: `visible` it, `hidden` the answer of one that does not exist, `denied` the word that
 * policies keep it away.
 */
export type ReadingVerdict = "visible" | "hidden" | "denied"

/** The reading rules of one teamspace, ready to be asked. */
export interface CompiledRules {
  readonly accessOf: AccessLookUp
  readonly passesPolicies: PolicyFilter
}

/** What counts for a teamspace that never changed anything, and for readers of none. */
export const NO_RULES: CompiledRules = compileRules({ policies: FIRST_POLICIES, accessRules: FIRST_ACCESS_RULES })

/** Prepares the rules of a teamspace for asking. */
export function compileRules({ policies, accessRules }: VisibilityRules): CompiledRules {
  return { accessOf: compileAccessRules(accessRules), passesPolicies: compilePolicies(policies) }
}

/** What decides whether a library is hidden: no more than its owner, its name and an access of its own, if there is one. */
export type NameFacts = Pick<ReadingFacts, "teamspaceKey" | "foldedId" | "access">

/**
 * Decides whether a reader may know of a library. It needs no library: of a name that nobody has it says what holds for
 * one that is there.
 */
export function mayKnow(reader: Reader, rules: CompiledRules, { teamspaceKey, foldedId, access }: NameFacts): boolean {
  const isPublic = teamspaceKey === null
  if (!isPublic && !(reader.readsPrivate && teamspaceKey === reader.teamspaceKey)) return false
  const isRuled = !isPublic || reader.isOnlyTeamspace
  return !isRuled || letsIn(access ?? rules.accessOf(foldedId), reader)
}

/**
 * Decides what a reader gets of a library. This is the only place that does.
 *
 * @param rules those of the reader's teamspace.
 * @param nowMs epoch milliseconds.
 */
export function judgeReading(reader: Reader, rules: CompiledRules, facts: ReadingFacts, nowMs: number): ReadingVerdict {
  if (!mayKnow(reader, rules, facts)) return "hidden"
  return reader.isProgram || rules.passesPolicies(facts, nowMs) ? "visible" : "denied"
}
