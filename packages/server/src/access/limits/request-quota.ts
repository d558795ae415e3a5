import { limitOfPlan } from "../../config/people-settings.ts"
import type { Settings } from "../../config/settings.ts"
import type { Caller } from "../identity/caller.ts"
import { SpendingLimitExceeded } from "../errors.ts"
import type { WindowCounts } from "./window-counts.ts"

/** Monthly numbers of questions and library searches that the plans of teamspaces allow. */
export interface RequestQuota {
  /**
   * Counts a question or search of a caller with a key towards the month (UTC) of its teamspace.
   *
   * @throws {SpendingLimitExceeded} if the quota is used up; it is then not counted.
   */
  spend(caller: Caller): void
}

/** Creates the quota of the plans; callers without a plan have none. */
export function createRequestQuota(
  { LECTERN_PLAN_REQUESTS: setting }: Pick<Settings, "LECTERN_PLAN_REQUESTS">,
  counts: WindowCounts,
): RequestQuota {
  return {
    spend(caller) {
      // Questions from the dashboard are free.
      if (caller.kind !== "user" || caller.via !== "key" || caller.plan === null) return
      const max = limitOfPlan(setting, caller.plan)
      const bucket = `month ${caller.teamspaceKey}`
      const { isAllowed, resetSeconds } = counts.take([{ bucket, max, window: "month" }])
      if (isAllowed) return
      const days = Math.ceil(resetSeconds / 86_400)
      throw new SpendingLimitExceeded(
        `monthly quota used up: the plan ${caller.plan} allows ${max} questions and searches a month. Wait ${days} days for the next month, or upgrade to a larger plan`,
      )
    },
  }
}
