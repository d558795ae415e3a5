import { z } from "zod"
import { CONNECTION_SETTINGS, findConnectionProblems } from "./connection-settings.ts"
import { LIMIT_SETTINGS } from "./limit-settings.ts"
import { findModelProblems, MODEL_SETTINGS } from "./model-settings.ts"
import { peopleSettings } from "./people-settings.ts"

/** `host:port`-free list of address ranges, such as `127.0.0.0/8,10.0.0.0/8`. */
const cidrList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((range) => /^[0-9a-fA-F:.]+\/\d{1,3}$/.test(range)), "must be a list of CIDR ranges")

/** Names or addresses without a port, or `*`. */
const hostList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every((host) => host === "*" || (/^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`))),
    "must be a list of host names",
  )

const port = z.coerce.number().int().min(0).max(65_535)

/** Every setting of the program with its default; names are those of the environment variables. */
export const settingsSchema = z.object({
  LECTERN_EDITION: z
    .enum(["self-hosted", "hosted"])
    .default("self-hosted")
    .meta({ description: "Which rules about people and teamspaces apply." }),
  LECTERN_HOST: z.string().min(1).default("127.0.0.1").meta({ description: "Address the server listens on." }),
  LECTERN_PORT: port
    .default(3000)
    .meta({ description: "Port the server listens on; 0 picks a free one. Alias `PORT`." }),
  LECTERN_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({
      description:
        "Address under which clients reach this server, for instance behind a reverse proxy. `/mcp` answers to its host name.",
    }),
  LECTERN_ALLOWED_HOSTS: hostList.default([]).meta({
    description:
      "Further host names that `/mcp` answers to and whose pages may call it. When set, it answers to no others but loopback, `LECTERN_HOST` and `LECTERN_PUBLIC_URL`; `*` allows every name.",
  }),
  LECTERN_DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .meta({ description: "Folder of the catalogue, the blobs and temporary files. Alias `DATA_DIR`." }),
  LECTERN_API_KEY: z.string().min(1).optional().meta({
    description:
      "When set, every endpoint but `/ping`, `/api/health` and `/api/ready` needs a key; this one is accepted. Alias `API_KEY`.",
  }),
  LECTERN_ADMIN_PASSWORD: z
    .string()
    .min(8)
    .max(200)
    .optional()
    .meta({ description: "Password of the first admin account, set at first start." }),
  LECTERN_BOOTSTRAP_KEY: z
    .string()
    .regex(/^lectern_.{32,}$/, "must be `lectern_` followed by at least 32 characters")
    .optional()
    .meta({ description: "Becomes a key of the first admin at first start." }),
  LECTERN_ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}(?:[\s,]+[0-9a-fA-F]{64})*$/, "must be 64 hexadecimal characters, or a list of such keys")
    .optional()
    .meta({
      description:
        "Seals stored access tokens. With several keys, separated by commas, the first seals and all of them open. Made and kept in the data directory when absent.",
    }),
  LECTERN_PRIVATE_NETWORKS: cidrList.default([]).meta({
    description: "Address ranges that sources may be fetched from although they are private, as a CIDR list.",
  }),
  LECTERN_SSH_KNOWN_HOSTS: z.string().min(1).optional().meta({
    description:
      "File of the host keys that git servers are recognised by over SSH; servers that it does not name are refused. When absent, a server is trusted the first time, and its key is kept in `known_hosts` in the data directory.",
  }),
  LECTERN_LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .meta({ description: "Lowest level of the log." }),
  LECTERN_REQUEST_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(3600).default(60).meta({
    description: "After this time a request answers 504 `timeout`; one that carries files has ten times as long.",
  }),
  LECTERN_INGEST_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(1)
    .meta({ description: "Ingestions that one worker runs at a time." }),
  LECTERN_REFRESH_INTERVAL_HOURS: z.coerce.number().int().min(0).max(8760).default(24).meta({
    description: "Libraries without a schedule of their own are read again after so many hours; 0 never does it.",
  }),
  LECTERN_MANIFEST: z.string().min(1).optional().meta({
    description: "Path of a `lectern.yaml` that the server applies at start and when it changes.",
  }),
  LECTERN_MANIFEST_PRUNE: z
    .enum(["on", "off"])
    .default("off")
    .meta({ description: "Delete what `LECTERN_MANIFEST` has added and does not list any more." }),
  LECTERN_WEBHOOK_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: "Days that the deliveries of outgoing webhooks are kept." }),
  LECTERN_WEBHOOK_SWITCH_OFF_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(5)
    .meta({ description: "An outgoing webhook that has accepted nothing for so many days is switched off." }),
  LECTERN_USAGE: z
    .enum(["on", "off"])
    .default("on")
    .meta({ description: "Count how libraries are used; `off` counts nothing." }),
  LECTERN_USAGE_TOPICS: z.enum(["off", "public", "all"]).default("public").meta({
    description:
      "Which questions leave a topic, up to three words, in the usage of a library: none, those to public libraries, or all.",
  }),
  LECTERN_USAGE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(400)
    .meta({ description: "Days of usage that are kept; totals stay as long as the library." }),
  LECTERN_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, "must be the name of a header")
    .optional()
    .meta({
      description:
        "Header in which the proxy before this server names the country of a client (ISO 3166-1 alpha-2), such as `CF-IPCountry`. Only set it when every request comes through that proxy.",
    }),
  LECTERN_GEOIP_DB: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Path of a MaxMind database (`.mmdb`) that tells the countries of addresses." }),
  LECTERN_HOST_FACTS: z.enum(["on", "off"]).default("on").meta({
    description:
      "Ask the git hosts of libraries for stars, licence, age and owner, once a day and beside everything else; `off` asks nobody and keeps to what the repositories say.",
  }),
  LECTERN_SAMPLE: z
    .enum(["on", "off"])
    .default("on")
    .meta({ description: "Index the bundled sample (Lectern's own documentation) at first start." }),
  ...peopleSettings,
  ...CONNECTION_SETTINGS,
  ...LIMIT_SETTINGS,
  ...MODEL_SETTINGS,
})

export type Settings = z.infer<typeof settingsSchema>

const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ["PORT", "LECTERN_PORT"],
  ["DATA_DIR", "LECTERN_DATA_DIR"],
  ["API_KEY", "LECTERN_API_KEY"],
]

/** Tells every problem of the settings at once, one a line. */
export class BadSettings extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`bad settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`)
    this.name = "BadSettings"
    this.problems = problems
  }
}

/**
 * Reads all settings from the environment. Empty variables count as absent; an alias counts where the name itself is absent.
 *
 * @throws {BadSettings} naming every variable that has a wrong value, not only the first.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given: Record<string, string> = {}
  for (const [alias, name] of ALIASES) {
    const value = environment[alias]
    if (value) {
      given[name] = value
    }
  }
  for (const name of Object.keys(settingsSchema.shape)) {
    const value = environment[name]
    if (value) {
      given[name] = value
    }
  }
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)
    throw new BadSettings([...issues, ...findModelProblems(given), ...findConnectionProblems(given)])
  }
  const contradictions = [
    ...contradictionsOf(parsed.data),
    ...findModelProblems(given),
    ...findConnectionProblems(given),
  ]
  if (contradictions.length > 0) throw new BadSettings(contradictions)
  return parsed.data
}

/** Tells what is wrong with settings that are each right by themselves. */
function contradictionsOf(settings: Settings): string[] {
  const { LECTERN_OIDC_ISSUER: issuer, LECTERN_OIDC_CLIENT_ID: clientId } = settings
  const problems: string[] = []
  if (issuer !== undefined && clientId === undefined) {
    problems.push("LECTERN_OIDC_CLIENT_ID: is needed with LECTERN_OIDC_ISSUER")
  }
  if (issuer !== undefined && settings.LECTERN_PUBLIC_URL === undefined) {
    problems.push("LECTERN_PUBLIC_URL: is needed with LECTERN_OIDC_ISSUER, which sends people back there")
  }
  if (settings.LECTERN_PASSWORD_SIGN_IN === "off" && issuer === undefined) {
    problems.push("LECTERN_PASSWORD_SIGN_IN: off without LECTERN_OIDC_ISSUER would leave no way to sign in")
  }
  return problems
}
