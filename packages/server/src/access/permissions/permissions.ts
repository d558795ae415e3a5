import { PERMISSIONS as PERMISSION_NAMES, type Permission, type Route } from "@lectern/contract"
import type { Plan } from "../../catalogue/teamspaces/records.ts"
import type { Caller } from "../identity/caller.ts"
import { Forbidden, InvalidApiKey, PasswordChangeRequired } from "../errors.ts"
import type { AnonymousSwitch } from "../live-settings.ts"
import type { Edition } from "../identity/user-caller.ts"

/**
 * Role of a caller on the instance. Self-hosted: `member` for a member, `owner` and `operator` for an admin, or
 * `lockedAdmin` for an admin in a session with the initial password. Hosted: the role in the teamspace, plus `operator`
 * for an admin of the instance.
 */
const CALLER_ROLES = ["anonymous", "member", "developer", "admin", "owner", "operator", "lockedAdmin"] as const
export type CallerRole = (typeof CALLER_ROLES)[number]

/** The result of a check: allowed, or the error code. */
export type Decision = "allowed" | "invalid_api_key" | "forbidden" | "password_change_required"

type Decisions = Readonly<Record<CallerRole, Decision>>

interface Row extends Decisions {
  /** This switch also grants it to anonymous callers, in the self-hosted edition. */
  readonly opensWith?: AnonymousSwitch
  /** Also granted without a key if a global key closes the instance. */
  readonly evenClosed?: true
  /** In the hosted edition, requires one of these plans. */
  readonly plans?: readonly Plan[]
  /** Exists only in this edition. */
  readonly edition?: Edition
}

const everyone: Row = {
  anonymous: "allowed",
  member: "allowed",
  developer: "allowed",
  admin: "allowed",
  owner: "allowed",
  operator: "allowed",
  lockedAdmin: "allowed",
}
const always: Row = { ...everyone, evenClosed: true }
const anyKey: Row = { ...everyone, anonymous: "invalid_api_key" }
const unlockedKey: Row = { ...anyKey, lockedAdmin: "password_change_required" }
const teamAdmin: Row = { ...unlockedKey, member: "forbidden", developer: "forbidden", operator: "forbidden" }
const teamOwner: Row = { ...teamAdmin, admin: "forbidden" }
const operatorOnly: Row = { ...teamOwner, owner: "forbidden", operator: "allowed" }
const PAID_PLANS = ["pro", "team"] as const

/**
 * The permission table. Rows about libraries depend on the role only; `visibility/` decides which libraries a caller
 * can see. A caller with two roles has the permissions of both.
 */
const PERMISSIONS = {
  readHealth: always,
  signIn: always,
  /** Whether MCP requires a key; any request without a key reveals this as well. */
  readMcpStatus: always,
  search: everyone,
  readContext: everyone,
  readLibrary: everyone,
  readDescription: everyone,
  /** The scores behind an answer. */
  explainAnswer: operatorOnly,
  /** Stores a question whose answer was wrong, for the people who maintain the library. */
  reportAnswer: anyKey,
  readPrivate: anyKey,
  addLibrary: { ...anyKey, opensWith: "parse" },
  addPrivateLibrary: { ...anyKey, developer: "forbidden", operator: "forbidden", plans: PAID_PLANS },
  refreshLibrary: { ...anyKey, opensWith: "parse" },
  readJobs: anyKey,
  cancelOwnJob: anyKey,
  cancelAnyJob: operatorOnly,
  exportLibrary: anyKey,
  /** A private library of the caller's teamspace. */
  deleteLibrary: { ...teamAdmin, opensWith: "delete" },
  /** A library that belongs to no teamspace. */
  deletePublicLibrary: { ...operatorOnly, opensWith: "delete" },
  importLibraries: operatorOnly,
  applyManifest: operatorOnly,
  changeOwnPassword: anyKey,
  manageOwnKeys: unlockedKey,
  manageKeysOfOthers: operatorOnly,
  readPolicies: anyKey,
  changePolicies: teamAdmin,
  manageLibraryAccess: teamAdmin,
  readConnections: anyKey,
  updateLibrary: teamAdmin,
  /** A library that belongs to no teamspace. */
  updatePublicLibrary: operatorOnly,
  manageConnections: teamAdmin,
  manageWebhooks: teamAdmin,
  readUsers: operatorOnly,
  manageUsers: operatorOnly,
  readSettings: operatorOnly,
  changeSettings: operatorOnly,
  readPermissions: operatorOnly,
  changePermissions: operatorOnly,
  /** The entries of the caller's teamspace. */
  readAudit: { ...teamAdmin, operator: "allowed" },
  readWholeAudit: operatorOnly,
  readTeamspaces: anyKey,
  createTeamspace: { ...anyKey, edition: "hosted" },
  changeTeamspace: teamAdmin,
  changePlan: { ...operatorOnly, edition: "hosted" },
  readMembers: anyKey,
  manageMembers: teamAdmin,
  manageOwners: teamOwner,
  leaveTeamspace: { ...anyKey, edition: "hosted" },
  manageProjects: teamAdmin,
} as const satisfies Readonly<Record<Permission, Row>>

/** A permission of the table. */
export type Action = Permission

/** Every permission of the table. */
export const ACTIONS = PERMISSION_NAMES

/** The current policy of the instance. */
export interface InstancePolicy {
  readonly edition: Edition
  /** True when `LECTERN_API_KEY` closes the instance to anonymous callers. */
  readonly isClosed: boolean
  /** What callers without a key may do besides asking questions. */
  readonly anonymousMay: Readonly<Record<AnonymousSwitch, boolean>>
}

/** Returns true if a permission is also granted without a key while a global key closes the instance. */
export function isOpenWhenClosed(permission: Permission): boolean {
  const row: Row = PERMISSIONS[permission]
  return row.evenClosed === true
}

/**
 * The audience of an operation in the self-hosted edition, as shown in the API documentation: `everyone` even if a
 * global key closes the instance, `reader` otherwise; `submitter` and `jobOwner` depend on switches and on the job.
 */
export type Audience = "everyone" | "reader" | "keyHolder" | "submitter" | "jobOwner" | "signed" | "admin"

/** Returns the audience of an operation, computed from the last permission that every request needs. */
export function audienceOf({ authentication, permissions }: Pick<Route, "authentication" | "permissions">): Audience {
  if (authentication === "signature") return "signed"
  const permission = permissions.at(-1) ?? permissions[0]
  if (permission === "cancelOwnJob") return "jobOwner"
  const row: Row = PERMISSIONS[permission]
  if (row.anonymous === "allowed") return row.evenClosed === true ? "everyone" : "reader"
  if (row.member !== "allowed") return "admin"
  return row.opensWith === undefined && row.plans === undefined ? "keyHolder" : "submitter"
}

/** Decides whether a caller may do something. */
export function decidePermission(action: Action, caller: Caller, policy: InstancePolicy): Decision {
  const row: Row = PERMISSIONS[action]
  if (row.edition !== undefined && row.edition !== policy.edition && caller.kind !== "anonymous") return "forbidden"
  const roles = rolesOf(caller, policy)
  const decisions = roles.map((role) => decideFor(row, role, policy))
  if (!decisions.includes("allowed")) return decisions[0] ?? "forbidden"
  return hasPlan(row, caller) ? "allowed" : "forbidden"
}

function decideFor(row: Row, role: CallerRole, policy: InstancePolicy): Decision {
  const isAnonymous = role === "anonymous"
  if (policy.isClosed && row.evenClosed !== true) return isAnonymous ? "invalid_api_key" : row[role]
  const isOpened = row.opensWith !== undefined && policy.edition === "self-hosted" && policy.anonymousMay[row.opensWith]
  // Whoever may do something without a key may do it with one.
  return isOpened && (isAnonymous || role === "member") ? "allowed" : row[role]
}

/** A plan of null includes everything. */
function hasPlan({ plans }: Row, caller: Caller): boolean {
  return plans === undefined || caller.kind !== "user" || caller.plan === null || plans.includes(caller.plan)
}

/**
 * Throws unless a caller has a permission.
 *
 * @throws {InvalidApiKey} when a key is required and none was sent.
 * @throws {Forbidden} when the role, the plan or the edition does not allow the action.
 * @throws {PasswordChangeRequired} when the initial password of the admin has to be changed first.
 */
export function assertPermitted(action: Action, caller: Caller, policy: InstancePolicy): void {
  switch (decidePermission(action, caller, policy)) {
    case "allowed":
      return
    case "invalid_api_key":
      throw new InvalidApiKey("API key required. Send it as Authorization: Bearer <key>")
    case "forbidden":
      throw new Forbidden(whyForbidden(PERMISSIONS[action], caller, policy))
    case "password_change_required":
      throw new PasswordChangeRequired(
        "password change required: the admin account still has its initial password. Change it first",
      )
  }
}

function whyForbidden(row: Row, caller: Caller, policy: InstancePolicy): string {
  if (row.edition !== undefined && row.edition !== policy.edition) {
    return `not available: this requires the ${row.edition} edition, and this instance is ${policy.edition}`
  }
  const hasRole = rolesOf(caller, policy).some((role) => row[role] === "allowed")
  if (hasRole && row.plans !== undefined) {
    return `this requires the plan ${row.plans.join(" or ")}: the teamspace has another plan`
  }
  if (policy.edition === "self-hosted" || row.owner !== "allowed") {
    return "this requires the role admin. Ask an admin of this instance"
  }
  const roles = row.admin === "allowed" ? "owner or admin" : "owner"
  return `this requires the role ${roles} in the teamspace. Ask an owner of the teamspace`
}

function rolesOf(caller: Caller, { edition }: InstancePolicy): readonly CallerRole[] {
  switch (caller.kind) {
    case "anonymous":
      return ["anonymous"]
    case "global-key":
    case "system":
      return ["owner", "operator"]
    case "user": {
      // Only someone on the machine of the instance, or an admin who has changed the password, can create a key.
      const isLocked = caller.mustChangePassword && caller.via !== "key"
      if (caller.role === "admin" && isLocked) return ["lockedAdmin"]
      if (edition === "hosted")
        return caller.role === "admin" ? [caller.teamspaceRole, "operator"] : [caller.teamspaceRole]
      return caller.role === "admin" ? ["owner", "operator"] : ["member"]
    }
  }
}
