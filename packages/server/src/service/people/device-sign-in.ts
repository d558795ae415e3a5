import { randomBytes, randomInt } from "node:crypto"
import type { FinishDeviceResponse, StartDeviceResponse } from "@lectern/contract"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import { recordAttempt } from "../../access/identity/sign-in.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { NotFound } from "../errors.ts"
import { createKey } from "./keys.ts"
import type { PeopleServices } from "./people-services.ts"
import { MINUTE_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Time to open the page and confirm. */
const SIGN_IN_MS = 10 * MINUTE_MS
const INTERVAL_SECONDS = 2
const DEVICE_CODE_BYTES = 32
/** Letters that are not easily confused and do not form words. */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
const USER_CODE_HALF = 4
/** Maximum number of codes that one account can try in 15 minutes. */
const MAX_APPROVALS = 100

/** Starts signing in a program that has no browser. */
export async function startDevice({ catalogue, clock }: PeopleServices, name: string): Promise<StartDeviceResponse> {
  const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString("base64url")
  const userCode = `${newHalf()}-${newHalf()}`
  const expiresAtMs = clock.now() + SIGN_IN_MS
  await catalogue.deviceSignIns.add({ deviceHash: sha256Hex(deviceCode), userCode, label: name, expiresAtMs })
  const path = `/account/device?code=${userCode}`
  return { deviceCode, userCode, path, expiresInSeconds: SIGN_IN_MS / 1_000, intervalSeconds: INTERVAL_SECONDS }
}

/** Returns the name that a program has sent for itself. @throws {NotFound} if no program is waiting for this code. */
export async function findDevice(
  { catalogue }: Pick<PeopleServices, "catalogue">,
  userCode: string,
): Promise<{ readonly name: string }> {
  const waiting = await catalogue.deviceSignIns.byUserCode(plainCode(userCode))
  if (waiting === undefined || waiting.approval !== null) throw expired()
  return { name: waiting.label }
}

/**
 * Confirms the sign-in of a program, which then gets a key of the caller's account.
 *
 * @throws {NotFound} if no program is waiting for this code. @throws {Forbidden} if the caller is not a user. @throws
 *   {TooManyAttempts}
 */
export async function approveDevice(
  { catalogue, clock, log }: PeopleServices,
  caller: Authorized<"manageOwnKeys">,
  userCode: string,
): Promise<{ readonly message: string }> {
  if (caller.kind !== "user") throw new Forbidden("only a person can confirm a sign-in: sign in with your account")
  const { userKey, teamspaceKey, name } = caller
  await recordAttempt(catalogue, clock, { act: "device approval", by: { userKey }, max: MAX_APPROVALS })
  if (!(await catalogue.deviceSignIns.approve(plainCode(userCode), { userKey, teamspaceKey }))) throw expired()
  log.info({ user: name }, "device sign-in confirmed")
  return { message: "Signed in. You can close this page" }
}

/** Creates the key of a confirmed sign-in, once. @throws {NotFound} if the sign-in has expired or its key was taken. */
export async function finishDevice(context: PeopleServices, deviceCode: string): Promise<FinishDeviceResponse> {
  const { catalogue, settings } = context
  const deviceHash = sha256Hex(deviceCode)
  const waiting = await catalogue.deviceSignIns.byDeviceHash(deviceHash)
  if (waiting === undefined) throw expired()
  if (waiting.approval === null) return { state: "pending", key: null, keyId: null, userName: null }
  const taken = await catalogue.deviceSignIns.takeApproved(deviceHash)
  const user = taken?.approval && (await catalogue.users.byKey(taken.approval.userKey))
  if (taken?.approval === null || taken === undefined || !user?.isActive) throw expired()
  const { teamspaceKey } = taken.approval
  const authentication = { via: "session", keyKey: deviceHash, teamspaceKey } as const
  const caller = await userCaller(catalogue, settings.LECTERN_EDITION, user, authentication)
  if (caller === undefined) throw expired()
  const created = await createKey(context, authorize(context, caller, "manageOwnKeys"), { name: taken.label })
  return { state: "approved", key: created.key, keyId: created.id, userName: created.userName }
}

function newHalf(): string {
  return Array.from({ length: USER_CODE_HALF }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join("")
}

/** Normalises a code, which may be in lower case or lack its hyphen. */
function plainCode(text: string): string {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, "")
  return `${letters.slice(0, USER_CODE_HALF)}-${letters.slice(USER_CODE_HALF)}`
}

function expired(): NotFound {
  return new NotFound("this sign-in is unknown or has expired. Run lectern login again")
}
