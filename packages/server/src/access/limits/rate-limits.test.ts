import type { RateClass } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import type { Caller } from "../identity/caller.ts"
import { aUserCaller } from "../identity/caller.testing.ts"
import { RateLimited } from "../errors.ts"
import { countRequest } from "./count-request.ts"
import { createRateLimits, subjectName } from "./rate-limits.ts"
import type { Allowance, WindowCounts } from "./window-counts.ts"
import { HOUR_MS, MINUTE_MS } from "../../base/durations.ts"

const SETTINGS = {
  LECTERN_EDITION: "hosted",
  LECTERN_RATE_LIMITS: undefined,
  LECTERN_RATE_API: "anonymous=1,key=2,pro=3,team=off",
  LECTERN_RATE_MCP: "anonymous=4",
  LECTERN_RATE_ADD: "anonymous=5",
  LECTERN_RATE_REFRESH: "anonymous=6",
  LECTERN_RATE_AUTH: 7,
} as const

const ANONYMOUS: Caller = { kind: "anonymous" }
const GLOBAL_KEY: Caller = { kind: "global-key" }
const SYSTEM: Caller = { kind: "system" }
const ADDRESS = "192.0.2.7"

/** Limits whose counts record the allowances of each request. */
function someLimits({ isAllowed = true, ...changes }: { isAllowed?: boolean; [name: string]: unknown } = {}) {
  const taken: (readonly Allowance[])[] = []
  const counts: Pick<WindowCounts, "take"> = {
    take(allowances) {
      taken.push(allowances)
      return { isAllowed, limit: 9, remaining: 8, resetSeconds: 7 }
    },
  }
  return { taken, rates: createRateLimits({ ...SETTINGS, ...changes }, counts as WindowCounts) }
}

/** Returns the allowances of one request. */
function allowancesOf(caller: Caller, rateClass: RateClass = "api", address = ADDRESS) {
  const { taken, rates } = someLimits()
  rates.take(rateClass, { caller, address })
  expect(taken).not.toContain(undefined)
  return taken[0]
}

describe("rate limits", () => {
  it.each([
    ["hosted", undefined, true],
    ["hosted", "off", false],
    ["self-hosted", undefined, false],
    ["self-hosted", "on", true],
  ])("of the %s edition with the setting %s apply: %s", (edition, setting, areOn) => {
    const { taken, rates } = someLimits({ LECTERN_EDITION: edition, LECTERN_RATE_LIMITS: setting })

    const left = rates.take("api", { caller: ANONYMOUS, address: ADDRESS })

    expect(left).toEqual(areOn ? { limit: 9, remaining: 8, resetSeconds: 7 } : undefined)
    expect(taken).toHaveLength(areOn ? 1 : 0)
  })

  it.each([
    ["api", 1, MINUTE_MS],
    ["mcp", 4, MINUTE_MS],
    ["add", 5, HOUR_MS],
    ["refresh", 6, HOUR_MS],
    ["auth", 7, MINUTE_MS],
  ] as const)("for %s allow a network %i requests in %i ms", (rateClass, max, window) => {
    expect(allowancesOf(ANONYMOUS, rateClass)).toEqual([
      { bucket: `${rateClass} anonymous at ${ADDRESS}`, max, window },
    ])
  })

  it("count callers without an account by their network, and requests to sign in of everyone", () => {
    const ofNetwork = (name: string, max: number) => [{ bucket: name, max, window: MINUTE_MS }]

    expect(allowancesOf(GLOBAL_KEY)).toEqual(ofNetwork(`api key at ${ADDRESS}`, 2))
    expect(allowancesOf(ANONYMOUS, "api", "2001:db8:1:2:3::4")).toEqual(
      ofNetwork("api anonymous at 2001:db8:1:2::/64", 1),
    )
    for (const plan of ["free", "pro", "team"] as const) {
      expect(allowancesOf(aUserCaller({ plan }), "auth")).toEqual(ofNetwork(`auth ${plan} at ${ADDRESS}`, 7))
    }
    expect(allowancesOf(aUserCaller(), "auth")).toEqual(ofNetwork(`auth key at ${ADDRESS}`, 7))
  })

  it("count a user by the key, and all keys of the user on a plan together", () => {
    const caller = aUserCaller({ plan: "pro", via: "session", keyKey: "k9", userKey: "u9" })

    expect(allowancesOf(caller)).toEqual([
      { bucket: "api session k9", max: 3, window: MINUTE_MS },
      { bucket: "api pro u9", max: 6, window: MINUTE_MS },
    ])
    expect(allowancesOf(aUserCaller())).toMatchObject([{ max: 2 }, { bucket: "api key u1", max: 4 }])
  })

  it("do not apply to Lectern itself, or where they are switched off", () => {
    expect(allowancesOf(SYSTEM)).toBeUndefined()
    expect(allowancesOf(aUserCaller({ plan: "team" }))).toBeUndefined()
  })

  it.each([
    [
      "advise an anonymous caller to send a key",
      ANONYMOUS,
      "api",
      "Try again in 7 s, or send an API key for a higher limit",
    ],
    ["have no advice for a key", GLOBAL_KEY, "api", "Try again in 7 s"],
    ["have no advice for signing in", ANONYMOUS, "auth", "Try again in 7 s"],
  ] as const)("%s when they are used up", (_, caller, rateClass, advice) => {
    const { rates } = someLimits({ isAllowed: false })

    const take = () => rates.take(rateClass, { caller, address: ADDRESS })

    expect(take).toThrow(RateLimited)
    expect(take).toThrow(
      expect.objectContaining({
        message: `too many requests: the limit of 9 is used up. ${advice}`,
        details: { retryAfterSeconds: 7, rateLimit: { limit: 9, remaining: 0, resetSeconds: 7 } },
      }),
    )
  })
})

describe("the name of a caller in the request queue", () => {
  it.each([
    [ANONYMOUS, "anonymous at 192.0.2.7"],
    [GLOBAL_KEY, "global-key at 192.0.2.7"],
    [aUserCaller(), "person u1"],
    [aUserCaller({ teamspaceKey: "t1" }), "teamspace t1"],
    [SYSTEM, undefined],
  ])("of %j is %s", (caller, name) => {
    expect(subjectName({ caller, address: ADDRESS })).toBe(name)
  })
})

describe("a request", () => {
  it.each([
    [
      { rateClass: "api", workload: "answer" },
      { rateClasses: ["api"], questions: 1 },
    ],
    [
      { rateClass: "add", workload: "transfer" },
      { rateClasses: ["add"], questions: 0 },
    ],
    [
      { rateClass: undefined, workload: "answer" },
      { rateClasses: [], questions: 1 },
    ],
    [
      { rateClass: undefined, workload: undefined },
      { rateClasses: [], questions: 0 },
    ],
  ] as const)("of the operation %j counts towards %j", (operation, counted) => {
    const state = { limit: 9, remaining: 8, resetSeconds: 7 }
    const rateClasses: RateClass[] = []
    const spent: Caller[] = []
    const rates = {
      take(rateClass: RateClass) {
        rateClasses.push(rateClass)
        return state
      },
    }
    const quota = { spend: (caller: Caller) => void spent.push(caller) }

    const left = countRequest({ rates, quota }, operation, { caller: ANONYMOUS, address: ADDRESS })

    expect({ rateClasses, questions: spent.length }).toEqual(counted)
    expect(left).toBe(operation.rateClass === undefined ? undefined : state)
  })
})
