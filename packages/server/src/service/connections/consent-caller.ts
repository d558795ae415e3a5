import type { Caller } from "../../access/identity/caller.ts"
import { SignInRefused } from "../../access/errors.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import type { ConsentRecord } from "../../catalogue/consents/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** Who began a consent, as it is kept. */
export function startedBy(caller: Caller): Pick<ConsentRecord, "userKey" | "via" | "viaKey"> {
  if (caller.kind !== "user") return { userKey: null, via: "instance", viaKey: null }
  return { userKey: caller.userKey, via: caller.via, viaKey: caller.keyKey }
}

/**
 * Holds a consent that was begun in a session to that session.
 *
 * @throws {SignInRefused} when the browser has another one, or it is over.
 */
export function assertSameBrowser({ via, viaKey }: ConsentRecord, caller: Caller): void {
  if (via !== "session") return
  if (caller.kind === "user" && caller.via === "session" && caller.keyKey === viaKey) return
  throw new SignInRefused("this consent was begun in another session, or the session is over: sign in and begin again")
}

/**
 * Gives who began a consent with the rights of this moment: between its beginning and its end a key may have been revoked
 * and a person may have left.
 *
 * @throws {SignInRefused} when the key or the account is over.
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
  if (acting === undefined) throw new SignInRefused("the key that this consent was begun with is over: begin again")
  return acting
}
