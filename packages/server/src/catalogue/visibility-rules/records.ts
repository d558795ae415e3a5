import type { PolicyConfiguration } from "@lectern/contract"
import type { LibraryAccess } from "../libraries/records.ts"

/** The visibility rules of one teamspace; a teamspace without a row has the defaults. */
export interface VisibilityRulesRecord {
  readonly teamspaceKey: string
  readonly policies: StoredPolicies
  readonly accessRules: AccessRules
  /** Increases with every change of any teamspace's rules. */
  readonly changeNumber: number
}

/** Policies as stored: the API's configuration without its computed counts. */
export type StoredPolicies = Omit<PolicyConfiguration, "accessibleLibraryCount" | "flagged">

/** Which members of a teamspace can see libraries that have no access rule of their own. */
export interface AccessRules {
  /** With `closed`, only admins can see a library, unless a rule allows more. */
  readonly byDefault: "open" | "closed"
  /** At most one per prefix; the longest matching one applies. */
  readonly rules: readonly AccessRule[]
}

/** An access rule for all libraries whose id starts with a prefix. */
export interface AccessRule {
  /** Lower case: `/owner/repo`, `/owner` (all its libraries), or a prefix that ends in `*`. */
  readonly prefix: string
  readonly access: LibraryAccess
}

/** The visibility rules that a teamspace can change. */
export type VisibilityRules = Pick<VisibilityRulesRecord, "policies" | "accessRules">

export interface VisibilityRulesStore {
  /** @returns undefined if the teamspace has never changed its rules. */
  of(teamspaceKey: string): Promise<VisibilityRulesRecord | undefined>
  /**
   * Changes the rules of a teamspace; concurrent changes run one after the other.
   *
   * @param first the rules of a teamspace that has none yet.
   * @param change receives the stored rules and returns the new ones. It may run in a transaction, so it must not have
   *   side effects.
   */
  change(
    teamspaceKey: string,
    first: VisibilityRules,
    change: (stored: VisibilityRules) => VisibilityRules,
  ): Promise<VisibilityRulesRecord>
  /** Lists teamspaces whose rules changed after a change number, oldest change first, at most `limit`. */
  changedSince(
    after: number,
    limit: number,
  ): Promise<readonly { readonly teamspaceKey: string; readonly changeNumber: number }[]>
}
