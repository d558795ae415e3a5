import { z } from "zod"

const PLANS = ["free", "pro", "team"] as const

const onOff = (description: string, standard: "on" | "off") =>
  z.enum(["on", "off"]).default(standard).meta({ description })

const count = (min: number, max: number, standard: number, description: string) =>
  z.coerce.number().int().min(min).max(max).default(standard).meta({ description })

const words = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

/** Creates a setting with one whole number for each plan, such as `free=1,pro=10,team=100`. */
const perPlan = (description: string, free: number, pro: number, team: number) =>
  z
    .string()
    .regex(/^free=\d{1,9},pro=\d{1,9},team=\d{1,9}$/, "must have the form free=1,pro=10,team=100")
    .default(`free=${free},pro=${pro},team=${team}`)
    .meta({ description, form: "one number for each plan, in the form `free=1,pro=10,team=100`" })

/** Settings of accounts, sign-in, teamspaces and the audit log. */
export const peopleSettings = {
  LECTERN_SIGN_UP: onOff(
    "Whether anyone can create an account, in the hosted edition. Can be changed at run time.",
    "off",
  ),
  LECTERN_PASSWORD_SIGN_IN: onOff(
    "Whether people can sign in with a password. Turning this off requires single sign-on. Can be changed at run time.",
    "on",
  ),
  LECTERN_SESSION_IDLE_HOURS: count(1, 8760, 168, "Hours without use after which a session expires."),
  LECTERN_SESSION_MAX_DAYS: count(1, 365, 30, "Days after which a session expires, even if it is used."),
  LECTERN_AUDIT_RETENTION_DAYS: count(
    1,
    3650,
    365,
    "Days for which entries of the audit log are kept. Can be changed at run time.",
  ),
  LECTERN_DEFAULT_PLAN: z
    .enum(PLANS)
    .default("free")
    .meta({ description: "Plan of new teamspaces, in the hosted edition. Can be changed at run time." }),
  LECTERN_PLAN_MEMBERS: perPlan(
    "Maximum number of members of a teamspace per plan, in the hosted edition.",
    3,
    20,
    500,
  ),
  LECTERN_PLAN_PROJECTS: perPlan(
    "Maximum number of projects of a teamspace per plan, in the hosted edition.",
    1,
    20,
    200,
  ),
  LECTERN_PLAN_PRIVATE_LIBRARIES: perPlan(
    "Maximum number of private libraries of a teamspace per plan, in the hosted edition.",
    0,
    50,
    2000,
  ),
  LECTERN_PLAN_TOKENS: perPlan(
    "Maximum number of tokens in the private libraries of a teamspace, all versions added together, per plan, in the hosted edition.",
    0,
    50_000_000,
    900_000_000,
  ),
  LECTERN_PLAN_REQUESTS: perPlan(
    "Maximum number of questions and library searches per month with the keys of a teamspace per plan, in the hosted edition. Each request counts, whatever it finds.",
    10_000,
    500_000,
    10_000_000,
  ),
  LECTERN_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({ description: "Issuer URL of an OpenID Connect provider. Setting it turns on single sign-on." }),
  LECTERN_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Client ID of this instance at the OpenID Connect provider." }),
  LECTERN_OIDC_CLIENT_SECRET: z.string().min(1).optional().meta({
    description: "Client secret of this instance at the OpenID Connect provider. Leave it out for a public client.",
  }),
  LECTERN_OIDC_SCOPES: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, "must include openid")
    .default("openid profile email")
    .meta({ description: "Scopes that Lectern requests.", form: "scopes separated by spaces; `openid` is required" }),
  LECTERN_OIDC_NAME_CLAIM: z.string().min(1).default("preferred_username").meta({
    description: "Claim with the name of the person. If it is missing, the email address or the subject is used.",
  }),
  LECTERN_OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default("groups")
    .meta({ description: "Claim with the groups of the person." }),
  LECTERN_OIDC_AUDIENCE: z.string().min(1).optional().meta({
    description:
      "Audience of the access tokens from the OpenID Connect provider that `/mcp` accepts. If not set, it is the URL of `/mcp` under `LECTERN_PUBLIC_URL`.",
  }),
  LECTERN_OIDC_ADMIN_GROUPS: words.default([]).meta({
    description: "Groups whose members are admins. When set, everyone else who uses single sign-on is a member.",
  }),
  LECTERN_OIDC_ALLOWED_GROUPS: words
    .default([])
    .meta({ description: "Groups whose members can sign in. If empty, everyone at the provider can." }),
} as const

/** Parses the number for one plan from a setting such as `free=1,pro=10,team=100`. */
export function limitOfPlan(setting: string, plan: (typeof PLANS)[number]): number {
  const [, digits] = new RegExp(`\\b${plan}=(\\d+)`).exec(setting) ?? []
  return Number(digits)
}
