import { ROUTES } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import type { Caller } from "../identity/caller.ts"
import { aUserCaller } from "../identity/caller.testing.ts"
import {
  ACTIONS,
  assertPermitted,
  audienceOf,
  decidePermission,
  isOpenWhenClosed,
  type Action,
  type InstancePolicy,
} from "./permissions.ts"

const open: InstancePolicy = { edition: "self-hosted", isClosed: false, anonymousMay: { parse: false, delete: false } }
const closed: InstancePolicy = { ...open, isClosed: true }
const hosted: InstancePolicy = { ...open, edition: "hosted" }
const anonymous: Caller = { kind: "anonymous" }
const globalKey: Caller = { kind: "global-key" }
const member = aUserCaller()
const admin = aUserCaller({ role: "admin", teamspaceRole: "owner" })
const lockedAdmin = { ...admin, via: "session", mustChangePassword: true } as const
const inTeam = (teamspaceRole: "owner" | "admin" | "developer", plan: "free" | "pro" | "team" = "team") =>
  aUserCaller({ teamspaceKey: "t", teamspaceRole, plan })

const allowedTo = (caller: Caller, policy: InstancePolicy) =>
  ACTIONS.filter((action) => decidePermission(action, caller, policy) === "allowed")
const refusedTo = (caller: Caller, policy: InstancePolicy) =>
  ACTIONS.filter((action) => decidePermission(action, caller, policy) !== "allowed")

const OF_OPERATORS: readonly Action[] = [
  "cancelAnyJob",
  "deletePublicLibrary",
  "updatePublicLibrary",
  "importLibraries",
  "applyManifest",
  "manageKeysOfOthers",
  "readUsers",
  "manageUsers",
  "readSettings",
  "changeSettings",
  "readPermissions",
  "changePermissions",
  "readWholeAudit",
  "explainAnswer",
]
const OF_TEAM_ADMINS: readonly Action[] = [
  "deleteLibrary",
  "updateLibrary",
  "changePolicies",
  "manageLibraryAccess",
  "manageConnections",
  "manageWebhooks",
  "readAudit",
  "changeTeamspace",
  "manageMembers",
  "manageProjects",
]
const OF_HOSTED: readonly Action[] = ["createTeamspace", "changePlan", "leaveTeamspace"]
const sorted = (actions: readonly Action[]) => [...actions].sort()

describe("permissions of a self-hosted instance", () => {
  it("open only reading to anonymous callers, and nothing but health, signing in and whether MCP needs a key where a global key closes it", () => {
    const always = ["readHealth", "signIn", "readMcpStatus"]

    expect(allowedTo(anonymous, open)).toEqual([...always, "search", "readContext", "readLibrary", "readDescription"])
    expect(allowedTo(anonymous, closed)).toEqual(always)
    expect(ACTIONS.filter(isOpenWhenClosed)).toEqual(always)
    expect(decidePermission("search", anonymous, closed)).toBe("invalid_api_key")
  })

  it("open adding, refreshing and deleting to anonymous callers by a switch each, never on a closed instance", () => {
    const gained = (policy: InstancePolicy) =>
      allowedTo(anonymous, policy).filter((action) => !allowedTo(anonymous, open).includes(action))

    expect(gained({ ...open, anonymousMay: { parse: true, delete: false } })).toEqual(["addLibrary", "refreshLibrary"])
    expect(gained({ ...open, anonymousMay: { parse: false, delete: true } })).toEqual([
      "deleteLibrary",
      "deletePublicLibrary",
    ])
    expect(gained({ ...closed, anonymousMay: { parse: true, delete: true } })).toEqual([])
    expect(gained({ ...hosted, anonymousMay: { parse: true, delete: true } })).toEqual([])
  })

  it("let members do what anyone may do without a key", () => {
    const everyoneMay = { ...open, anonymousMay: { parse: true, delete: true } }

    expect(
      allowedTo(anonymous, everyoneMay).filter((action) => !allowedTo(member, everyoneMay).includes(action)),
    ).toEqual([])
    expect(decidePermission("deleteLibrary", member, open)).toBe("forbidden")
  })

  it("let a member add, refresh, read and export, and nothing that is an admin's", () => {
    const refused = refusedTo(member, closed)

    expect(sorted(refused)).toEqual(sorted([...OF_OPERATORS, ...OF_TEAM_ADMINS, "manageOwners", ...OF_HOSTED]))
    expect(refused.map((action) => decidePermission(action, member, open))).toEqual(refused.map(() => "forbidden"))
  })

  it("lock every admin action in a session but changing the password until the initial one is changed", () => {
    const locked = ACTIONS.filter(
      (action) => decidePermission(action, lockedAdmin, open) === "password_change_required",
    )

    expect(sorted(locked)).toEqual(sorted([...OF_OPERATORS, ...OF_TEAM_ADMINS, "manageOwners", "manageOwnKeys"]))
    expect(decidePermission("changeOwnPassword", lockedAdmin, open)).toBe("allowed")
  })

  it("do not lock the keys of the admin, which are made on the machine of the instance", () => {
    expect(decidePermission("deletePublicLibrary", { ...lockedAdmin, via: "key" }, open)).toBe("allowed")
  })

  it("allow an admin, the global key and the program itself everything that the edition has", () => {
    for (const caller of [admin, globalKey, { kind: "system" }] as const) {
      expect(sorted(refusedTo(caller, closed))).toEqual(sorted(OF_HOSTED))
    }
  })

  it("lock nobody but the admin, and ask for a key before they name the edition", () => {
    const newMember = aUserCaller({ via: "session", mustChangePassword: true })

    expect(decidePermission("manageOwnKeys", newMember, open)).toBe("allowed")
    expect(decidePermission("changePlan", anonymous, open)).toBe("invalid_api_key")
  })

  it.each([
    [anonymous, "invalid_api_key", "API key required. Send it as Authorization: Bearer <key>"],
    [member, "forbidden", "this requires the role admin. Ask an admin of this instance"],
    [lockedAdmin, "password_change_required", expect.stringMatching(/^password change required: .*Change it first$/)],
  ])("throw the reason why a caller may not delete: %j", (caller, code, message: unknown) => {
    expect(() => assertPermitted("deleteLibrary", caller, open)).toThrow(expect.objectContaining({ code, message }))
  })

  it("throw nothing where it is allowed, and name the edition that an action needs", () => {
    expect(assertPermitted("deleteLibrary", admin, open)).toBeUndefined()
    expect(() => assertPermitted("createTeamspace", admin, open)).toThrow(
      "not available: this requires the hosted edition, and this instance is self-hosted",
    )
  })
})

describe("permissions of a hosted instance", () => {
  it("leave to owners and admins what is the teamspace's, and roles of owners to owners", () => {
    expect(sorted(refusedTo(inTeam("developer"), hosted))).toEqual(
      sorted([...OF_OPERATORS, ...OF_TEAM_ADMINS, "addPrivateLibrary", "manageOwners", "changePlan"]),
    )
    expect(sorted(refusedTo(inTeam("admin"), hosted))).toEqual(sorted([...OF_OPERATORS, "manageOwners", "changePlan"]))
    expect(sorted(refusedTo(inTeam("owner"), hosted))).toEqual(sorted([...OF_OPERATORS, "changePlan"]))
  })

  it("need an owner or admin and a plan that is paid for to add private sources, and say which is missing", () => {
    const decisionOf = (caller: Caller) => decidePermission("addPrivateLibrary", caller, hosted)

    expect([inTeam("owner", "pro"), inTeam("admin", "team")].map(decisionOf)).toEqual(["allowed", "allowed"])
    expect([inTeam("owner", "free"), inTeam("developer", "pro")].map(decisionOf)).toEqual(["forbidden", "forbidden"])
    expect(() => assertPermitted("addPrivateLibrary", inTeam("owner", "free"), hosted)).toThrow(/plan pro or team/)
    expect(() => assertPermitted("addPrivateLibrary", inTeam("developer", "pro"), hosted)).toThrow(
      /role owner or admin/,
    )
    expect(() => assertPermitted("manageOwners", inTeam("admin"), hosted)).toThrow(/role owner in the teamspace/)
    expect(() => assertPermitted("changePlan", inTeam("owner"), hosted)).toThrow(/role admin\. Ask an admin of this/)
    expect(() => assertPermitted("readUsers", inTeam("owner"), hosted)).toThrow(/role admin\. Ask an admin of this/)
    const operatorWithoutPlan = { ...inTeam("owner", "free"), role: "admin" } as const
    expect(() => assertPermitted("addPrivateLibrary", operatorWithoutPlan, hosted)).toThrow(/plan pro or team/)
  })

  it("add to the role in the teamspace what operating the instance needs, and nothing more", () => {
    const operator = { ...inTeam("developer"), role: "admin" } as const

    const gained = allowedTo(operator, hosted).filter(
      (action) => decidePermission(action, inTeam("developer"), hosted) !== "allowed",
    )

    expect(sorted(gained)).toEqual(sorted([...OF_OPERATORS, "readAudit", "changePlan"]))
  })
})

describe("routes", () => {
  it.each([
    ["readHealth", "everyone"],
    ["search", "reader"],
    ["readJobs", "keyHolder"],
    ["addLibrary", "submitter"],
    ["addPrivateLibrary", "submitter"],
    ["cancelOwnJob", "jobOwner"],
    ["readUsers", "admin"],
  ] as const)("that need %s are for the audience %s, whatever they need before", (permission, audience) => {
    expect(audienceOf({ permissions: ["search", permission] })).toBe(audience)
    expect(audienceOf({ authentication: "signature", permissions: [permission] })).toBe("signed")
  })

  it("ask the permission table for as much as their description says", () => {
    const described = {
      everyone: always,
      reader: always,
      submitter: withKey,
      keyHolder: withKey,
      jobOwner: withKey,
      signed: always,
    }
    function always(action: Action) {
      expect(decidePermission(action, anonymous, open)).toBe("allowed")
    }
    function withKey(action: Action) {
      expect([decidePermission(action, anonymous, open), decidePermission(action, member, open)]).toEqual([
        "invalid_api_key",
        "allowed",
      ])
    }
    function withRole(action: Action) {
      expect([decidePermission(action, anonymous, open), decidePermission(action, member, open)]).toEqual([
        "invalid_api_key",
        "forbidden",
      ])
    }

    for (const route of ROUTES) {
      const audience = audienceOf(route)
      const check = audience === "admin" ? withRole : described[audience]
      // Routes of a teamspace first need what every member may do, then a role in the teamspace that they name.
      check(check === withRole ? (route.permissions.at(-1) ?? route.permissions[0]) : route.permissions[0])
    }
  })
})
