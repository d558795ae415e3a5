import { isUrl } from "@lectern/contract"
import { z } from "zod"
import { allowedValues } from "./allowed-values.ts"
import { BACKUP_SETTINGS, findBackupProblems } from "./backup-settings.ts"
import { CONNECTION_SETTINGS, findConnectionProblems } from "./connection-settings.ts"
import { LIMIT_SETTINGS } from "./limit-settings.ts"
import { findModelProblems, MODEL_SETTINGS } from "./model-settings.ts"
import { NETWORK_ALIASES, NETWORK_SETTINGS } from "./network-settings.ts"
import { OBSERVABILITY_SETTINGS } from "./observability-settings.ts"
import { peopleSettings } from "./people-settings.ts"
import { shownValue } from "./secret-settings.ts"
import { DEFAULT_DATA_DIR, findStorageProblems, isFolderPath, STORAGE_SETTINGS } from "./storage-settings.ts"

/** A list of address ranges, such as `127.0.0.0/8,10.0.0.0/8`. */
const cidrList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((range) => /^[0-9a-fA-F:.]+\/\d{1,3}$/.test(range)), "must be a list of CIDR ranges")

/** Names or addresses without a port, or `*`. */
const hostList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every((host) => host === "*" || (/^[\w.:[\]-]+$/.test(host) && isUrl(`http://${host}`))),
    "must be a list of host names",
  )

/** Origins of pages, or `*`. */
const originList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every((origin) => origin === "*" || (isUrl(origin) && new URL(origin).origin === origin)),
    "must be a list of origins such as https://app.example",
  )

const port = z.coerce.number().int().min(0).max(65_535)

/** Every setting with its default, by the name of its environment variable. */
export const settingsSchema = z.object({
  LECTERN_EDITION: z
    .enum(["self-hosted", "hosted"])
    .default("self-hosted")
    .meta({ description: "Whether this instance has one teamspace (`self-hosted`) or many (`hosted`)." }),
  LECTERN_HOST: z.string().min(1).default("127.0.0.1").meta({ description: "Address that the server listens on." }),
  LECTERN_PORT: port
    .default(3000)
    .meta({ description: "Port that the server listens on; 0 picks a free one. Also read from `PORT`." }),
  LECTERN_PROCESSES: z.coerce.number().int().min(1).max(64).default(1).meta({
    description:
      "Number of processes of `lectern serve` that answer requests, on one port and with one worker. Use as many as the machine has cores to spare.",
  }),
  LECTERN_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    // Paths are appended to it.
    .overwrite((url) => url.replace(/\/+$/, ""))
    .optional()
    .meta({
      description:
        "URL at which clients reach this server, for example behind a reverse proxy. `/mcp` accepts requests for its host name, and answers from `/lectern/docs` cite pages below it.",
    }),
  LECTERN_ALLOWED_HOSTS: hostList.default([]).meta({
    form: "host names without a port, separated by commas, or `*`",
    description:
      "Additional host names that `/mcp` accepts requests for and whose web pages may call it. When set, `/mcp` accepts only these, loopback names, and the names in `LECTERN_HOST` and `LECTERN_PUBLIC_URL`. `*` allows every name.",
  }),
  LECTERN_ALLOWED_ORIGINS: originList.optional().meta({
    form: "origins such as `https://app.example`, separated by commas, or `*`",
    description:
      "Origins whose web pages can read the API in a browser. `*` lets every page read it. Defaults to none when the server listens on a loopback address, and to `*` otherwise.",
  }),
  LECTERN_DATA_DIR: z.string().refine(isFolderPath, "must be the path of a folder").default(DEFAULT_DATA_DIR).meta({
    description: "Directory of the catalogue, the index files and temporary files. Also read from `DATA_DIR`.",
  }),
  LECTERN_NEW_CATALOGUE: z.enum(["on", "off"]).default("off").meta({
    description:
      "Set it to `on` for one start to create a new catalogue even though the data directory contains index files. Otherwise, the server refuses to start if `lectern.db` is missing, because these files would be deleted.",
  }),
  LECTERN_API_KEY: z.string().min(1).optional().meta({
    description:
      "Closes the instance: every request needs a key, and this value is accepted as one. It has all the rights of an admin, so choose a long random value, keep it to yourself, and give people and agents keys of their own. `/ping`, health checks, sign-in and incoming hooks stay open. Also read from `API_KEY`.",
  }),
  LECTERN_ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").max(200).optional().meta({
    description:
      "Password of the account `admin`. It applies at the first start, and later as long as the account has the initial password.",
  }),
  LECTERN_BOOTSTRAP_KEY: z
    .string()
    .regex(/^lectern_.{32,}$/, "must be `lectern_` followed by at least 32 characters")
    .optional()
    .meta({
      form: "`lectern_` followed by at least 32 characters",
      description: "Becomes a key of the account `admin` at the first start.",
    }),
  LECTERN_ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}(?:[\s,]+[0-9a-fA-F]{64})*$/, "must be 64 hexadecimal characters, or a list of such keys")
    .optional()
    .meta({
      form: "64 hexadecimal characters, or several such keys separated by commas",
      description:
        "Encrypts stored tokens and secrets. With several keys, the first one encrypts and all of them decrypt. If not set, Lectern generates a key and keeps it in the data directory.",
    }),
  LECTERN_PRIVATE_NETWORKS: cidrList.default([]).meta({
    form: "CIDR ranges such as `10.0.0.0/8`, separated by commas",
    description: "Private networks that sources may be fetched from. All other private networks are refused.",
  }),
  LECTERN_DEDICATED_HOSTS: hostList.optional().meta({
    form: "host names without a port, separated by commas, or `*`",
    description:
      "Git hosts whose repositories get ids without a host, such as `/owner/repo`; ids of other repositories start with their host. `*` means every host. Defaults to `github.com,gitlab.com,bitbucket.org` in the hosted edition and to `*` on a self-hosted instance.",
  }),
  LECTERN_SSH_KNOWN_HOSTS: z.string().min(1).optional().meta({
    description:
      "Path of a file with the host keys of git servers that are read over SSH. Servers that are not in the file are refused. If not set, Lectern trusts a server on first use and stores its key in `known_hosts` in the data directory.",
  }),
  LECTERN_LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .meta({ description: "Lowest level that is written to the log." }),
  LECTERN_REQUEST_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(3600).default(60).meta({
    description:
      "Time in seconds after which a request fails with 504 `timeout`. Requests that upload files have ten times as long.",
  }),
  LECTERN_INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1).meta({
    description:
      "Number of sources that one worker parses and indexes at the same time. Sources that are waiting for the network, such as slow websites, do not count. If a large source keeps others waiting, one more can run for another person or teamspace.",
  }),
  LECTERN_REFRESH_INTERVAL_HOURS: z.coerce.number().int().min(0).max(8760).default(24).meta({
    description: "Hours between refreshes of libraries without their own schedule. 0 turns automatic refreshes off.",
  }),
  LECTERN_ADD_ON_DEMAND: z.enum(["on", "off"]).default("off").meta({
    description:
      "With `on`, a question to an unknown `/owner/repo` adds that public repository from github.com, if the caller has signed in or sends a key and may add libraries.",
  }),
  LECTERN_MANIFEST: z.string().min(1).optional().meta({
    description: "Path of a `lectern.yaml` that the server applies at start and whenever the file changes.",
  }),
  LECTERN_MANIFEST_PRUNE: z
    .enum(["on", "off"])
    .default("off")
    .meta({ description: "Whether to delete libraries that `LECTERN_MANIFEST` added and no longer lists." }),
  LECTERN_WEBHOOK_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: "Days for which deliveries of outgoing webhooks are kept." }),
  LECTERN_WEBHOOK_SWITCH_OFF_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(5)
    .meta({ description: "Days after which an outgoing webhook is disabled if it has accepted nothing." }),
  LECTERN_USAGE: z.enum(["on", "off"]).default("on").meta({ description: "Whether to count how libraries are used." }),
  LECTERN_USAGE_TOPICS: z.enum(["off", "public", "all"]).default("public").meta({
    description:
      "Which questions add a topic of up to three words to the usage metrics of a library: none, those to public libraries, or all.",
  }),
  LECTERN_USAGE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(400)
    .meta({ description: "Days for which daily usage numbers are kept. Totals are kept as long as the library." }),
  LECTERN_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, "must be the name of a header")
    .optional()
    .meta({
      form: "the name of a header",
      description:
        "Header in which your reverse proxy sends the country of the client (ISO 3166-1 alpha-2), such as `CF-IPCountry`. Set it only if every request comes through that proxy.",
    }),
  LECTERN_GEOIP_DB: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Path of a MaxMind database (`.mmdb`) for looking up the countries of IP addresses." }),
  LECTERN_HOST_FACTS: z.enum(["on", "off"]).default("on").meta({
    description:
      "Whether to ask the git hosts of libraries for stars, licence, age and owner once a day. With `off`, Lectern uses only what the repositories contain.",
  }),
  LECTERN_SAMPLE: z
    .enum(["on", "off"])
    .default("on")
    .meta({ description: "Whether to index the bundled sample, Lectern's own documentation, at the first start." }),
  ...STORAGE_SETTINGS,
  ...BACKUP_SETTINGS,
  ...NETWORK_SETTINGS,
  ...peopleSettings,
  ...CONNECTION_SETTINGS,
  ...LIMIT_SETTINGS,
  ...MODEL_SETTINGS,
  ...OBSERVABILITY_SETTINGS,
})

export type Settings = z.infer<typeof settingsSchema>

const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ["PORT", "LECTERN_PORT"],
  ["DATA_DIR", "LECTERN_DATA_DIR"],
  ["API_KEY", "LECTERN_API_KEY"],
  ...NETWORK_ALIASES,
  // If both are set, the later one takes precedence, as in the AWS SDK.
  ["AWS_DEFAULT_REGION", "LECTERN_S3_REGION"],
  ["AWS_REGION", "LECTERN_S3_REGION"],
]

/** Thrown when settings are invalid. The message lists every problem, one per line. */
export class BadSettings extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`invalid settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`)
    this.name = "BadSettings"
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The result of a check of all settings. */
export interface CheckedSettings {
  /** Undefined if there are problems. */
  readonly settings: Settings | undefined
  /** One line per problem: the name of the setting, its value unless it is secret, and what is allowed. */
  readonly problems: readonly string[]
}

/**
 * Reads all settings from environment variables. Empty variables are ignored; an alias is used only if the setting's
 * own variable is not set.
 *
 * @throws {BadSettings} listing every problem of {@link checkSettings}.
 */
export function readSettings(environment: Environment): Settings {
  const { settings, problems } = checkSettings(environment)
  if (settings === undefined) throw new BadSettings(problems)
  return settings
}

/** Checks every setting, and combinations that are contradictory or incomplete, and returns all problems at once. */
export function checkSettings(environment: Environment): CheckedSettings {
  const { given, aliasByName } = givenSettings(environment)
  const parsed = settingsSchema.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  const invalid = new Set(issues.map(({ path }) => String(path[0])))
  // The settings with valid values, so that contradictions between them are found even if other settings are invalid.
  const valid = settingsSchema.safeParse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name))),
  )
  const contradictions = valid.success ? contradictionsOf(valid.data) : []
  const isAboutInvalid = (problem: string) => [...invalid].some((name) => problem.includes(name))
  const problems = [
    ...issues.map(({ path, message }) => describeIssue(String(path[0]), message, { given, aliasByName })),
    ...contradictions.filter((problem) => !isAboutInvalid(problem)),
    ...findProblems(given),
  ]
  return { settings: parsed.success && problems.length === 0 ? parsed.data : undefined, problems }
}

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape)

interface GivenSettings {
  /** Values that are not empty, by the name of the setting. */
  readonly given: Readonly<Record<string, string>>
  /** The variable that a value comes from, if it is not the setting's own. */
  readonly aliasByName: ReadonlyMap<string, string>
}

function givenSettings(environment: Environment): GivenSettings {
  const given: Record<string, string> = {}
  const aliasByName = new Map<string, string>()
  for (const [alias, name] of ALIASES) {
    const value = environment[alias]
    if (!value || environment[name]) continue
    given[name] = value
    aliasByName.set(name, alias)
  }
  for (const name of SETTING_NAMES) {
    const value = environment[name]
    if (value) given[name] = value
  }
  return { given, aliasByName }
}

function describeIssue(name: string, message: string, { given, aliasByName }: GivenSettings): string {
  const alias = aliasByName.get(name)
  const source = alias === undefined ? "" : ` (from ${alias})`
  const value = shownValue(name, given[name] ?? "")
  // Lectern's own messages say what a value must be; those of the library would only repeat the allowed values.
  const reason = message.startsWith("must ") ? message : "is not valid"
  const allowed = allowedValues(settingsSchema.shape[name as keyof Settings])
  const isSaid = reason === `must be ${allowed}`
  return `${name}${source}: ${value} ${reason}${isSaid ? "" : `. Allowed: ${allowed}`}`.replaceAll("`", "")
}

function findProblems(given: Readonly<Record<string, string>>): string[] {
  return [findModelProblems, findConnectionProblems, findStorageProblems, findBackupProblems].flatMap((find) =>
    find(given),
  )
}

/** Finds settings that are valid individually but contradict each other. */
function contradictionsOf(settings: Settings): string[] {
  const { LECTERN_OIDC_ISSUER: issuer, LECTERN_OIDC_CLIENT_ID: clientId } = settings
  const problems: string[] = []
  if (issuer !== undefined && clientId === undefined) {
    problems.push("LECTERN_OIDC_CLIENT_ID: required when LECTERN_OIDC_ISSUER is set")
  }
  if (issuer !== undefined && settings.LECTERN_PUBLIC_URL === undefined) {
    problems.push(
      "LECTERN_PUBLIC_URL: required when LECTERN_OIDC_ISSUER is set, because the provider redirects people back to it",
    )
  }
  if (settings.LECTERN_PASSWORD_SIGN_IN === "off" && issuer === undefined) {
    problems.push(
      "LECTERN_PASSWORD_SIGN_IN: cannot be off unless LECTERN_OIDC_ISSUER is set, because nobody could sign in",
    )
  }
  return problems
}
