import type { Caller } from "../../access/identity/caller.ts"
import { SignInRefused } from "../../access/errors.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import type { ConsentRecord } from "../../catalogue/consents/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** Returns the caller's fields that are stored with a consent. */
export function startedBy(caller: Caller): Pick<ConsentRecord, "userKey" | "via" | "viaKey"> {
  if (caller.kind !== "user") return { userKey: null, via: "instance", viaKey: null }
  return { userKey: caller.userKey, via: caller.via, viaKey: caller.keyKey }
}

/**
 * Checks that a consent that was started in a session is continued in that session.
 *
 * @throws {SignInRefused} if the browser has another session, or the session has expired.
 */
export function assertSameBrowser({ via, viaKey }: ConsentRecord, caller: Caller): void {
  if (via !== "session") return
  if (caller.kind === "user" && caller.via === "session" && caller.keyKey === viaKey) return
  throw new SignInRefused(
    "cannot complete the consent: it was started in another session, or your session has expired. Sign in and start again",
  )
}

/**
 * Returns the caller who started a consent, with current permissions: a key may have been revoked in the meantime, or
 * the user may have left.
 *
 * @throws {SignInRefused} if the key or the account is no longer valid.
 */
export async function callerOfConsent(
  { catalogue, settings }: Pick<ServiceContext, "catalogue" | "settings">,
  { userKey, via, viaKey, teamspaceKey }: ConsentRecord,
  caller: Caller,
): Promise<Caller> {
  if (via === "session") return caller
  if (userKey === null || via === "instance") return { kind: "global-key" }
  const user = await catalogue.users.byKey(userKey)
  const keys = via === "key" ? await catalogue.apiKeys.ofUser(userKey) : []
  const isRevoked = via === "key" && !keys.some(({ key, revokedAtMs }) => key === viaKey && revokedAtMs === null)
  const recognition = { via, keyKey: viaKey ?? userKey, teamspaceKey }
  const acting =
    user?.isActive === true && !isRevoked
      ? await userCaller(catalogue, settings.LECTERN_EDITION, user, recognition)
      : undefined
  if (acting === undefined)
    throw new SignInRefused("cannot complete the consent: the key that started it is no longer valid. Start again")
  return acting
}
