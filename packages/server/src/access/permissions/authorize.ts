import type { Permission } from "@lectern/contract"
import type { Settings } from "../../config/settings.ts"
import type { Caller } from "../identity/caller.ts"
import type { LiveSettings } from "../live-settings.ts"
import { assertPermitted, decidePermission, type InstancePolicy } from "./permissions.ts"

declare const granted: unique symbol

/**
 * A caller with a permission; only `authorize` creates one. A use case takes an `Authorized` caller instead of checking
 * again: each request is checked once, at its route or tool, and the compiler rejects calls without the check.
 */
export type Authorized<P extends Permission> = Caller & { readonly [granted]: { readonly [Name in P]: true } }

/** What the permission check depends on. */
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
 * Requires a permission, and returns the caller with its type as proof. Pass a literal: for a variable that could be
 * several permissions, the type would claim all of them.
 *
 * @throws {InvalidApiKey} {Forbidden} {PasswordChangeRequired} according to the permission table.
 */
export function authorize<C extends Caller, P extends Permission>(
  rules: AuthorizationRules,
  caller: C,
  permission: P,
): C & Authorized<P> {
  assertPermitted(permission, caller, instancePolicyOf(rules))
  // The type is the proof that the check has passed; the value does not change.
  return caller as C & Authorized<P>
}

/** Returns true if a caller has a permission. */
export function hasPermission(rules: AuthorizationRules, caller: Caller, permission: Permission): boolean {
  return decidePermission(permission, caller, instancePolicyOf(rules)) === "allowed"
}
