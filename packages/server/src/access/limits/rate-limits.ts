import type { RateLimitState } from "../../base/errors.ts"
import { rateTableOf, type RateClass, type RateTable } from "../../config/limit-settings.ts"
import type { Settings } from "../../config/settings.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import { networkOf, plainAddress } from "../../net/client-address.ts"
import type { Caller } from "../identity/caller.ts"
import { RateLimited } from "../errors.ts"
import type { Allowance, WindowCounts } from "./window-counts.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** All keys and sessions of a person together may do so many times what one of them may. */
const PERSON_FACTOR = 2

/** What is limited by itself. */
export type Surface = "api" | "mcp" | "add" | "refresh" | "auth"

/** Who asks, as far as limits tell callers apart. */
export interface Asker {
  readonly caller: Caller
  /** Address of the client, behind trusted proxies if there are any. */
  readonly address: string
}

/** The rate limits of an instance. */
export interface RateLimits {
  /**
   * Counts a request.
   *
   * @returns what is left; undefined where nothing limits the caller.
   * @throws {RateLimited} when a limit is used up; the request is not counted then.
   */
  take(surface: Surface, asker: Asker): RateLimitState | undefined
}

/** What a surface allows. */
interface SurfaceRules {
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

/** Makes the rate limits that the settings ask for. */
export function createRateLimits(settings: LimitSettings, counts: WindowCounts): RateLimits {
  const isOn = settings.LECTERN_RATE_LIMITS ?? (settings.LECTERN_EDITION === "hosted" ? "on" : "off")
  if (isOn === "off") return { take: () => undefined }
  const rules = rulesOf(settings)
  return {
    take(surface, asker) {
      const allowances = allowancesOf(surface, rules[surface], asker)
      if (allowances === undefined) return undefined
      const { isAllowed, limit, remaining, resetSeconds } = counts.take(allowances)
      const state = { limit, remaining, resetSeconds }
      if (isAllowed) return state
      const isNobody = asker.caller.kind === "anonymous" && surface !== "auth"
      throw new RateLimited({ ...state, remaining: 0 }, isNobody ? ", or send an API key, which has a higher one" : "")
    },
  }
}

function rulesOf(settings: LimitSettings): Readonly<Record<Surface, SurfaceRules>> {
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

/** @returns undefined for callers that nothing limits. */
function allowancesOf(
  surface: Surface,
  { table, window }: SurfaceRules,
  { caller, address }: Asker,
): readonly [Allowance, ...Allowance[]] | undefined {
  if (caller.kind === "system") return undefined
  const kind = classOf(caller)
  const max = table[kind]
  if (max === undefined) return undefined
  if (caller.kind !== "user" || surface === "auth") {
    // One global key serves everybody of the house: they are told apart by where they are.
    return [{ bucket: `${surface} ${kind} at ${networkOf(plainAddress(address))}`, max, window }]
  }
  const one = { bucket: `${surface} ${caller.via} ${caller.keyKey}`, max, window }
  // Somebody's teamspaces of one plan share one count, so that more of them give no more.
  return [one, { bucket: `${surface} ${kind} ${caller.userKey}`, max: max * PERSON_FACTOR, window }]
}

/** Names a caller among those who are served in turn; undefined for the program itself, which waits for nobody. */
export function askerName({ caller, address }: Asker): string | undefined {
  if (caller.kind === "system") return undefined
  if (caller.kind !== "user") return `${caller.kind} at ${networkOf(plainAddress(address))}`
  return caller.teamspaceKey === MAIN_TEAMSPACE ? `person ${caller.userKey}` : `teamspace ${caller.teamspaceKey}`
}

function classOf(caller: Caller): RateClass {
  if (caller.kind === "anonymous") return "anonymous"
  return caller.kind === "user" ? (caller.plan ?? "key") : "key"
}
