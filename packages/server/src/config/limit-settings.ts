import { z } from "zod"

/** The kinds of callers that have separate rate limits; `key` is a key or session of a teamspace without a plan. */
const CALLER_TIERS = ["anonymous", "key", "free", "pro", "team"] as const
export type CallerTier = (typeof CALLER_TIERS)[number]

/** Requests per window by kind of caller; undefined means no limit. */
export type RateTable = Readonly<Record<CallerTier, number | undefined>>

const ENTRY = `(?:${CALLER_TIERS.join("|")})=(?:off|[1-9]\\d{0,8})`

/** Creates a setting with one number, or `off`, for each kind of caller; missing kinds keep the default. */
const perClass = (description: string, standard: string) =>
  z
    .string()
    .regex(new RegExp(`^${ENTRY}(?:,${ENTRY})*$`), "must have the form anonymous=60,pro=off")
    .default(standard)
    .meta({
      form: "a number or `off` for any of `anonymous`, `key`, `free`, `pro` and `team`, in the form `anonymous=60,pro=off`",
      description: `${description}. Kinds of callers that you leave out keep their default.`,
    })

/** An address, or a range of addresses in CIDR notation. */
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const READING = "anonymous=60,key=3000,free=300,pro=1500,team=6000"
const ADDING = "anonymous=10,key=1000,free=20,pro=300,team=2000"
const REFRESHING = "anonymous=10,key=2000,free=60,pro=600,team=6000"

/** Default tables, by the name of their setting. */
const STANDARDS = {
  LECTERN_RATE_API: READING,
  LECTERN_RATE_MCP: READING,
  LECTERN_RATE_ADD: ADDING,
  LECTERN_RATE_REFRESH: REFRESHING,
} as const

/** Settings of rate limits and concurrency, and of how a client's address is determined. */
export const LIMIT_SETTINGS = {
  LECTERN_TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every((each) => range.safeParse(each).success), "must be a list of addresses or CIDR ranges")
    .default([])
    .meta({
      form: "IP addresses or CIDR ranges, separated by commas",
      description:
        "Addresses of the reverse proxies in front of this server. Lectern takes the client's address from `X-Forwarded-For`: the rightmost one that is not in this list. The header is ignored in requests from other addresses.",
    }),
  LECTERN_CONCURRENT_REQUESTS: z.coerce.number().int().min(2).max(10_000).default(64).meta({
    description:
      "Number of questions that one process answers at the same time. A single caller gets at most half of them, and waiting callers are served in turn. Uploads, imports and exports have a quarter as many slots of their own.",
  }),
  LECTERN_RATE_LIMITS: z.enum(["on", "off"]).optional().meta({
    description: "Whether rate limits apply. If not set, they apply in the hosted edition only.",
  }),
  LECTERN_RATE_API: perClass("REST requests per minute", STANDARDS.LECTERN_RATE_API),
  LECTERN_RATE_MCP: perClass("Requests to `/mcp` per minute", STANDARDS.LECTERN_RATE_MCP),
  LECTERN_RATE_ADD: perClass("Libraries and versions that are added per hour", STANDARDS.LECTERN_RATE_ADD),
  LECTERN_RATE_REFRESH: perClass("Refreshes per hour", STANDARDS.LECTERN_RATE_REFRESH),
  LECTERN_RATE_AUTH: z.coerce.number().int().min(1).max(1_000_000).default(120).meta({
    description: "Requests per minute and address to sign in or to read the session.",
  }),
} as const

/** Parses a table such as `anonymous=60,pro=off`; missing kinds get the setting's default. */
export function rateTableOf(name: keyof typeof STANDARDS, setting: string): RateTable {
  const table: Record<CallerTier, number | undefined> = {
    anonymous: undefined,
    key: undefined,
    free: undefined,
    pro: undefined,
    team: undefined,
  }
  for (const entry of `${STANDARDS[name]},${setting}`.split(",")) {
    const [kind, max] = entry.split("=")
    const known = CALLER_TIERS.find((each) => each === kind)
    if (known !== undefined) table[known] = max === "off" ? undefined : Number(max)
  }
  return table
}
