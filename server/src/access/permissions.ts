import type { Caller } from "./caller.ts"
import { Forbidden, InvalidApiKey, PasswordChangeRequired } from "./errors.ts"

/** How a caller stands to the instance. A locked admin still has the default password. */
type Standing = "anonymous" | "member" | "lockedAdmin" | "admin"

/** What a decision is: the way is free, or the error that stands in it. */
export type Decision = "allowed" | "invalid_api_key" | "forbidden" | "password_change_required"

type Row = Readonly<Record<Standing, Decision>>

const everyone: Row = { anonymous: "allowed", member: "allowed", lockedAdmin: "allowed", admin: "allowed" }
const anyKey: Row = { ...everyone, anonymous: "invalid_api_key" }
const unlockedKey: Row = { ...anyKey, lockedAdmin: "password_change_required" }
const adminOnly: Row = { ...unlockedKey, member: "forbidden" }

/** The one table of who may do what. Whether a caller may see a private library is the row `readPrivate`. */
const PERMISSIONS = {
  search: everyone,
  readContext: everyone,
  readLibrary: everyone,
  readDescription: everyone,
  readPrivate: anyKey,
  addLibrary: anyKey,
  refreshLibrary: anyKey,
  readJobs: anyKey,
  cancelOwnJob: anyKey,
  exportLibrary: anyKey,
  changeOwnPassword: anyKey,
  manageOwnKeys: unlockedKey,
  readConnections: anyKey,
  cancelAnyJob: adminOnly,
  deleteLibrary: adminOnly,
  updateLibrary: adminOnly,
  importLibraries: adminOnly,
  readUsers: adminOnly,
  manageKeysOfOthers: adminOnly,
  manageConnections: adminOnly,
} as const satisfies Record<string, Row>

/** Something a caller asks to do. */
export type Action = keyof typeof PERMISSIONS

/** Every action of the table. */
export const ACTIONS = Object.keys(PERMISSIONS) as readonly Action[]

/**
 * Decides whether a caller may do something.
 *
 * @param isClosed true when `LECTERN_API_KEY` closes the instance: then nothing is open to anonymous callers.
 */
export function decide(action: Action, caller: Caller, isClosed: boolean): Decision {
  const standing = standingOf(caller)
  if (isClosed && standing === "anonymous") return "invalid_api_key"
  return PERMISSIONS[action][standing]
}

/**
 * Lets a caller pass or throws what stands in the way.
 *
 * @throws {InvalidApiKey} when a key is needed and none was sent.
 * @throws {Forbidden} when the role does not allow the action.
 * @throws {PasswordChangeRequired} when the default password of the admin has to be changed first.
 */
export function assertMay(action: Action, caller: Caller, isClosed: boolean): void {
  switch (decide(action, caller, isClosed)) {
    case "allowed":
      return
    case "invalid_api_key":
      throw new InvalidApiKey("an API key is needed: send it as Authorization: Bearer <key>")
    case "forbidden":
      throw new Forbidden("this needs the role admin: ask an admin of this instance")
    case "password_change_required":
      throw new PasswordChangeRequired("the admin account still has its default password: change it first")
  }
}

function standingOf(caller: Caller): Standing {
  switch (caller.kind) {
    case "anonymous":
      return "anonymous"
    case "global-key":
    case "system":
      return "admin"
    case "user":
      if (caller.role === "member") return "member"
      return caller.mustChangePassword ? "lockedAdmin" : "admin"
  }
}
