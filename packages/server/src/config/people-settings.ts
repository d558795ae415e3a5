import { z } from "zod"

const PLANS = ["free", "pro", "team"] as const

const onOff = (description: string, standard: "on" | "off") =>
  z.enum(["on", "off"]).default(standard).meta({ description })

const count = (min: number, max: number, standard: number, description: string) =>
  z.coerce.number().int().min(min).max(max).default(standard).meta({ description })

const words = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

/** One whole number for each plan, written `free=1,pro=10,team=100`. */
const perPlan = (description: string, free: number, pro: number, team: number) =>
  z
    .string()
    .regex(/^free=\d{1,9},pro=\d{1,9},team=\d{1,9}$/, "must have the form free=1,pro=10,team=100")
    .default(`free=${free},pro=${pro},team=${team}`)
    .meta({ description })

/** Settings of accounts, signing in, teamspaces and the audit log. */
export const peopleSettings = {
  LECTERN_SIGN_UP: onOff(
    "Whether anybody may make an account, in the hosted edition. Can be changed while running.",
    "off",
  ),
  LECTERN_PASSWORD_SIGN_IN: onOff(
    "Whether people may sign in with a password. Off needs single sign-on, so that a way in stays. Can be changed while running.",
    "on",
  ),
  LECTERN_SESSION_IDLE_HOURS: count(1, 8760, 168, "A session that nobody used for so many hours is over."),
  LECTERN_SESSION_MAX_DAYS: count(1, 365, 30, "A session is over after so many days, however much it is used."),
  LECTERN_AUDIT_RETENTION_DAYS: count(
    1,
    3650,
    365,
    "Entries of the audit log are kept for so many days. Can be changed while running.",
  ),
  LECTERN_DEFAULT_PLAN: z
    .enum(PLANS)
    .default("free")
    .meta({ description: "Plan of a new teamspace, in the hosted edition. Can be changed while running." }),
  LECTERN_PLAN_MEMBERS: perPlan("Most members of a teamspace, by its plan, in the hosted edition.", 3, 20, 500),
  LECTERN_PLAN_PROJECTS: perPlan("Most projects of a teamspace, by its plan, in the hosted edition.", 1, 20, 200),
  LECTERN_PLAN_PRIVATE_LIBRARIES: perPlan(
    "Most private libraries of a teamspace, by its plan, in the hosted edition.",
    0,
    50,
    2000,
  ),
  LECTERN_PLAN_TOKENS: perPlan(
    "Most tokens that the private libraries of a teamspace hold, all versions together, by its plan, in the hosted edition.",
    0,
    50_000_000,
    900_000_000,
  ),
  LECTERN_PLAN_REQUESTS: perPlan(
    "Most questions a month with the keys of a teamspace, by its plan, in the hosted edition.",
    10_000,
    500_000,
    10_000_000,
  ),
  LECTERN_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({ description: "Address of an OpenID Connect provider; turns single sign-on on." }),
  LECTERN_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Name of this instance at the OpenID Connect provider." }),
  LECTERN_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Secret of this instance at the OpenID Connect provider; none for a public client." }),
  LECTERN_OIDC_SCOPES: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, "must hold openid")
    .default("openid profile email")
    .meta({ description: "Scopes that are asked for, separated by spaces." }),
  LECTERN_OIDC_NAME_CLAIM: z.string().min(1).default("preferred_username").meta({
    description: "Claim that holds the name of the person; their e-mail address or subject where it is missing.",
  }),
  LECTERN_OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default("groups")
    .meta({ description: "Claim that holds the groups of the person." }),
  LECTERN_OIDC_AUDIENCE: z.string().min(1).optional().meta({
    description:
      "Audience of the access tokens that `/mcp` takes from the OpenID Connect provider; the address of `/mcp` below `LECTERN_PUBLIC_URL` when absent.",
  }),
  LECTERN_OIDC_ADMIN_GROUPS: words
    .default([])
    .meta({ description: "Groups whose people are admins. When set, everybody else who signs in so is a member." }),
  LECTERN_OIDC_ALLOWED_GROUPS: words
    .default([])
    .meta({ description: "Groups whose people may sign in; everybody of the provider when empty." }),
} as const

/** Reads one number of a setting of the form `free=1,pro=10,team=100`. */
export function limitOfPlan(setting: string, plan: (typeof PLANS)[number]): number {
  const [, digits] = new RegExp(`\\b${plan}=(\\d+)`).exec(setting) ?? []
  return Number(digits)
}
