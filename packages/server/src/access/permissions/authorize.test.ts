import { describe, expect, it } from "vitest"
import { InvalidApiKey } from "../errors.ts"
import { aUserCaller } from "../identity/caller.testing.ts"
import { authorize, hasPermission, instancePolicyOf, type AuthorizationRules } from "./authorize.ts"

const anonymousMay = { parse: true, delete: false }
const rulesOf = (edition: "self-hosted" | "hosted", apiKey?: string): AuthorizationRules => ({
  settings: { LECTERN_EDITION: edition, LECTERN_API_KEY: apiKey },
  live: { anonymousMay: () => anonymousMay },
})

describe("authorizing a caller", () => {
  it("follows the edition, the global key and the switches of the instance", () => {
    expect(instancePolicyOf(rulesOf("self-hosted"))).toEqual({ edition: "self-hosted", isClosed: false, anonymousMay })
    expect(instancePolicyOf(rulesOf("hosted", "a key"))).toEqual({ edition: "hosted", isClosed: true, anonymousMay })
  })

  it("returns a caller with the permission, and throws otherwise", () => {
    const caller = aUserCaller()

    expect(authorize(rulesOf("self-hosted"), caller, "readJobs")).toBe(caller)
    expect(() => authorize(rulesOf("self-hosted"), { kind: "anonymous" }, "readJobs")).toThrow(InvalidApiKey)
  })

  it.each([
    [rulesOf("self-hosted"), "search", true],
    [rulesOf("self-hosted", "a key"), "search", false],
    [rulesOf("self-hosted"), "refreshLibrary", true],
    [rulesOf("hosted"), "refreshLibrary", false],
    [rulesOf("self-hosted"), "deleteLibrary", false],
  ] as const)("with the rules %j, grants an anonymous caller the permission %s: %s", (rules, permission, isGranted) => {
    expect(hasPermission(rules, { kind: "anonymous" }, permission)).toBe(isGranted)
  })
})
