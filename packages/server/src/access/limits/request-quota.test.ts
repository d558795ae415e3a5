import { describe, expect, it, vi } from "vitest"
import type { Caller } from "../identity/caller.ts"
import { aUserCaller } from "../identity/caller.testing.ts"
import { SpendingLimitExceeded } from "../errors.ts"
import { createRequestQuota } from "./request-quota.ts"
import type { WindowCounts } from "./window-counts.ts"

const SETTINGS = { LECTERN_PLAN_REQUESTS: "free=10,pro=20,team=30" }
const DAY_SECONDS = 86_400

/** A quota for a month that ends in a day and a half. */
function aQuota(isAllowed: boolean) {
  const take = vi.fn<WindowCounts["take"]>(() => ({
    isAllowed,
    limit: 20,
    remaining: 0,
    resetSeconds: 1.5 * DAY_SECONDS,
  }))
  return { take, quota: createRequestQuota(SETTINGS, { take, settle: vi.fn(), stop: vi.fn() }) }
}

describe("the monthly quota", () => {
  it("counts a question with a key of a teamspace with a plan", () => {
    const { take, quota } = aQuota(true)

    quota.spend(aUserCaller({ plan: "pro", teamspaceKey: "t1" }))

    expect(take.mock.calls).toEqual([[[{ bucket: "month t1", max: 20, window: "month" }]]])
  })

  it.each<[string, Caller]>([
    ["without an account", { kind: "anonymous" }],
    ["without a plan", aUserCaller()],
    ["from the dashboard", aUserCaller({ plan: "pro", via: "session" })],
    ["with an access token", aUserCaller({ plan: "pro", via: "token" })],
  ])("does not count a question %s", (_, caller) => {
    const { take, quota } = aQuota(false)

    quota.spend(caller)

    expect(take).not.toHaveBeenCalled()
  })

  it("refuses a question when it is used up, with the days until the next month", () => {
    const { quota } = aQuota(false)
    const spend = () => quota.spend(aUserCaller({ plan: "pro" }))

    expect(spend).toThrow(SpendingLimitExceeded)
    expect(spend).toThrow(
      "the plan pro allows 20 questions and searches a month. Wait 2 days for the next month, or upgrade",
    )
  })
})
