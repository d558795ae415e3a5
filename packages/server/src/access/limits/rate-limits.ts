import type { RateClass } from "@lectern/contract"
import type { RateLimitState } from "../../base/errors.ts"
import { rateTableOf, type CallerTier, type RateTable } from "../../config/limit-settings.ts"
import type { Settings } from "../../config/settings.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import { networkOf, plainAddress } from "../../net/client-address.ts"
import type { Caller } from "../identity/caller.ts"
import { RateLimited } from "../errors.ts"
import type { Allowance, WindowCounts } from "./window-counts.ts"
import { HOUR_MS, MINUTE_MS } from "../../base/durations.ts"

/** All keys and sessions of a person together have this many times the limit of one of them. */
const PERSON_FACTOR = 2

/** The properties of a request by which limits distinguish callers. */
export interface RateLimitSubject {
  readonly caller: Caller
  /** Address of the client, behind trusted proxies if there are any. */
  readonly address: string
}

/** The rate limits of an instance. */
export interface RateLimits {
  /**
   * Counts a request.
   *
   * @returns what is left; undefined for callers without a limit.
   * @throws {RateLimited} when a limit is used up; the request is then not counted.
   */
  take(rateClass: RateClass, subject: RateLimitSubject): RateLimitState | undefined
}

/** The limits of a rate class. */
interface RateClassRules {
  readonly table: RateTable
  readonly window: number
}

type LimitSettings = Pick<
  Settings,
  | "LECTERN_EDITION"
  | "LECTERN_RATE_LIMITS"
  | "LECTERN_RATE_API"
  | "LECTERN_RATE_MCP"
  | "LECTERN_RATE_ADD"
  | "LECTERN_RATE_REFRESH"
  | "LECTERN_RATE_AUTH"
>

/** Creates the rate limits from the settings. */
export function createRateLimits(settings: LimitSettings, counts: WindowCounts): RateLimits {
  const isOn = settings.LECTERN_RATE_LIMITS ?? (settings.LECTERN_EDITION === "hosted" ? "on" : "off")
  if (isOn === "off") return { take: () => undefined }
  const rules = rulesOf(settings)
  return {
    take(rateClass, subject) {
      const allowances = allowancesOf(rateClass, rules[rateClass], subject)
      if (allowances === undefined) return undefined
      const { isAllowed, limit, remaining, resetSeconds } = counts.take(allowances)
      const state = { limit, remaining, resetSeconds }
      if (isAllowed) return state
      const isNobody = subject.caller.kind === "anonymous" && rateClass !== "auth"
      throw new RateLimited({ ...state, remaining: 0 }, isNobody ? ", or send an API key for a higher limit" : "")
    },
  }
}

function rulesOf(settings: LimitSettings): Readonly<Record<RateClass, RateClassRules>> {
  const { LECTERN_RATE_AUTH: auth } = settings
  const table = (name: Parameters<typeof rateTableOf>[0]) => rateTableOf(name, settings[name])
  return {
    api: { table: table("LECTERN_RATE_API"), window: MINUTE_MS },
    mcp: { table: table("LECTERN_RATE_MCP"), window: MINUTE_MS },
    add: { table: table("LECTERN_RATE_ADD"), window: HOUR_MS },
    refresh: { table: table("LECTERN_RATE_REFRESH"), window: HOUR_MS },
    auth: { table: { anonymous: auth, key: auth, free: auth, pro: auth, team: auth }, window: MINUTE_MS },
  }
}

/** @returns undefined for callers without a limit. */
function allowancesOf(
  rateClass: RateClass,
  { table, window }: RateClassRules,
  { caller, address }: RateLimitSubject,
): readonly [Allowance, ...Allowance[]] | undefined {
  if (caller.kind === "system") return undefined
  const kind = classOf(caller)
  const max = table[kind]
  if (max === undefined) return undefined
  if (caller.kind !== "user" || rateClass === "auth") {
    // Everyone shares the global key: callers are distinguished by their network.
    return [{ bucket: `${rateClass} ${kind} at ${networkOf(plainAddress(address))}`, max, window }]
  }
  const one = { bucket: `${rateClass} ${caller.via} ${caller.keyKey}`, max, window }
  // The teamspaces of a person on one plan share one count, so that more teamspaces do not raise the limit.
  return [one, { bucket: `${rateClass} ${kind} ${caller.userKey}`, max: max * PERSON_FACTOR, window }]
}

/** Returns the name of a caller in the request queue; undefined for the program itself, which never waits. */
export function subjectName({ caller, address }: RateLimitSubject): string | undefined {
  if (caller.kind === "system") return undefined
  if (caller.kind !== "user") return `${caller.kind} at ${networkOf(plainAddress(address))}`
  return caller.teamspaceKey === MAIN_TEAMSPACE ? `person ${caller.userKey}` : `teamspace ${caller.teamspaceKey}`
}

function classOf(caller: Caller): CallerTier {
  if (caller.kind === "anonymous") return "anonymous"
  return caller.kind === "user" ? (caller.plan ?? "key") : "key"
}
