import { z } from "zod"

/** Kinds of callers that a rate limit tells apart; `key` is a key or session that no plan limits. */
export const RATE_CLASSES = ["anonymous", "key", "free", "pro", "team"] as const
export type RateClass = (typeof RATE_CLASSES)[number]

/** Requests in a window by the kind of caller; none: no limit. */
export type RateTable = Readonly<Record<RateClass, number | undefined>>

const ENTRY = `(?:${RATE_CLASSES.join("|")})=(?:off|[1-9]\\d{0,8})`

/** One number, or `off`, for each kind of caller; the standard holds for those that are not named. */
const perClass = (description: string, standard: string) =>
  z
    .string()
    .regex(new RegExp(`^${ENTRY}(?:,${ENTRY})*$`), "must have the form anonymous=60,pro=off")
    .default(standard)
    .meta({ description: `${description}; kinds that are left out keep their default, \`off\` is no limit.` })

/** An address, or a range of them in CIDR form. */
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const READING = "anonymous=60,key=3000,free=300,pro=1500,team=6000"
const ADDING = "anonymous=10,key=1000,free=20,pro=300,team=2000"
const REFRESHING = "anonymous=10,key=2000,free=60,pro=600,team=6000"

/** Standards of the tables, by the name of their setting. */
const STANDARDS = {
  LECTERN_RATE_API: READING,
  LECTERN_RATE_MCP: READING,
  LECTERN_RATE_ADD: ADDING,
  LECTERN_RATE_REFRESH: REFRESHING,
} as const

/** Settings of what a caller may use up, and of how clients are told apart. */
export const LIMIT_SETTINGS = {
  LECTERN_TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every((each) => range.safeParse(each).success), "must be a list of addresses or CIDR ranges")
    .default([])
    .meta({
      description:
        "Addresses or ranges of the proxies before this server. The address of a client is read from `X-Forwarded-For`, from the right, up to the first that is none of them; from anybody else that header counts for nothing.",
    }),
  LECTERN_CONCURRENT_REQUESTS: z.coerce.number().int().min(2).max(10_000).default(64).meta({
    description:
      "Questions that one process answers at a time; one caller has half of them at most, and what waits is served in turn. A quarter as many uploads, imports and exports run beside them.",
  }),
  LECTERN_RATE_LIMITS: z.enum(["on", "off"]).optional().meta({
    description:
      "Whether rate limits hold. When absent, they do in the hosted edition and do not in the self-hosted one.",
  }),
  LECTERN_RATE_API: perClass("Requests a minute over REST", STANDARDS.LECTERN_RATE_API),
  LECTERN_RATE_MCP: perClass("Requests a minute to `/mcp`", STANDARDS.LECTERN_RATE_MCP),
  LECTERN_RATE_ADD: perClass("Libraries and versions an hour that are added", STANDARDS.LECTERN_RATE_ADD),
  LECTERN_RATE_REFRESH: perClass("Refreshes an hour", STANDARDS.LECTERN_RATE_REFRESH),
  LECTERN_RATE_AUTH: z.coerce.number().int().min(1).max(1_000_000).default(120).meta({
    description: "Requests a minute from one address to what signs people in and tells who is signed in.",
  }),
} as const

/** Reads a table of the form `anonymous=60,pro=off`, with the standard of its setting below it. */
export function rateTableOf(name: keyof typeof STANDARDS, setting: string): RateTable {
  const table: Record<RateClass, number | undefined> = {
    anonymous: undefined,
    key: undefined,
    free: undefined,
    pro: undefined,
    team: undefined,
  }
  for (const entry of `${STANDARDS[name]},${setting}`.split(",")) {
    const [kind, max] = entry.split("=")
    const known = RATE_CLASSES.find((each) => each === kind)
    if (known !== undefined) table[known] = max === "off" ? undefined : Number(max)
  }
  return table
}
