import type { PolicyConfiguration } from "@lectern/contract"
import type { LibraryAccess } from "../libraries/records.ts"

/** The rules of reading of one teamspace; those without a row have the first ones. */
export interface VisibilityRulesRecord {
  readonly teamspaceKey: string
  readonly policies: StoredPolicies
  readonly accessRules: AccessRules
  /** Grows with every change of any teamspace's rules. */
  readonly changeNumber: number
}

/** Policies as they are stored: the configuration of the contract without what is counted. */
export type StoredPolicies = Omit<PolicyConfiguration, "accessibleLibraryCount">

/** Who may read what in a teamspace where a library says nothing of its own. */
export interface AccessRules {
  /** `closed`: only admins may, until a rule says otherwise. */
  readonly byDefault: "open" | "closed"
  /** One per prefix; the longest that fits a library counts. */
  readonly rules: readonly AccessRule[]
}

/** An access rule for all libraries whose identifier begins so. */
export interface AccessRule {
  /** Lower case: `/owner/repo`, `/owner` (all of it), or a beginning that ends in `*`. */
  readonly prefix: string
  readonly access: LibraryAccess
}

/** What a teamspace decides about reading. */
export type VisibilityRules = Pick<VisibilityRulesRecord, "policies" | "accessRules">

export interface VisibilityRulesStore {
  /** @returns undefined when the teamspace has never changed its rules. */
  of(teamspaceKey: string): Promise<VisibilityRulesRecord | undefined>
  /**
   * Changes the rules of a teamspace; two changes at once happen one after the other.
   *
   * @param first what a teamspace without rules has.
   * @param change gets what is stored and gives what is to be; it may be called in a transaction and must only compute.
   */
  change(
    teamspaceKey: string,
    first: VisibilityRules,
    change: (stored: VisibilityRules) => VisibilityRules,
  ): Promise<VisibilityRulesRecord>
  /** Teamspaces whose rules changed after a change number, oldest change first, at most `limit`. */
  changedSince(
    after: number,
    limit: number,
  ): Promise<readonly { readonly teamspaceKey: string; readonly changeNumber: number }[]>
}
