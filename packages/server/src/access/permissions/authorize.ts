import type { Permission } from "@lectern/contract"
import type { Settings } from "../../config/settings.ts"
import type { Caller } from "../identity/caller.ts"
import type { LiveSettings } from "../live-settings.ts"
import { assertPermitted, decidePermission, type InstancePolicy } from "./permissions.ts"

declare const granted: unique symbol

/**
 * A caller that holds permissions; only `authorize` makes one. A use case takes an `Authorized` caller instead of checking
 * again: each request is decided once, at the route or tool that it matched, and no way in can skip the check.
 */
export type Authorized<P extends Permission> = Caller & { readonly [granted]: { readonly [Name in P]: true } }

/** What a decision about permissions depends on. */
export interface AuthorizationRules {
  readonly settings: Pick<Settings, "LECTERN_EDITION" | "LECTERN_API_KEY">
  readonly live: Pick<LiveSettings, "anonymousMay">
}

/** Returns the current policy of the instance. */
export function instancePolicyOf({ settings, live }: AuthorizationRules): InstancePolicy {
  return {
    edition: settings.LECTERN_EDITION,
    isClosed: settings.LECTERN_API_KEY !== undefined,
    anonymousMay: live.anonymousMay(),
  }
}

/**
 * Requires a permission, and returns the caller with the proof of it. Pass one permission that is known when the code is
 * written; of a choice between several, the type would promise all.
 *
 * @throws {InvalidApiKey} {Forbidden} {PasswordChangeRequired} as the permission table says.
 */
export function authorize<C extends Caller, P extends Permission>(
  rules: AuthorizationRules,
  caller: C,
  permission: P,
): C & Authorized<P> {
  assertPermitted(permission, caller, instancePolicyOf(rules))
  // The type is the proof that the line above was passed; at run time the caller stays as it is.
  return caller as C & Authorized<P>
}

/** Returns whether a caller has a permission. */
export function hasPermission(rules: AuthorizationRules, caller: Caller, permission: Permission): boolean {
  return decidePermission(permission, caller, instancePolicyOf(rules)) === "allowed"
}
