// npm run docs: writes the parts of the documentation that are generated from code, between markers. With --check, it
// only compares, and exits with code 1 if they differ.
//
//   <!-- generated: settings -->  …  <!-- end of generated -->
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { prepare, root } from "./prepare.mjs"

const PAGES = [
  { path: "docs/settings.md", part: "settings", draw: drawSettings },
  { path: "docs/api.md", part: "routes", draw: drawRoutes },
  { path: "docs/errors.md", part: "error codes", draw: drawErrorCodes },
]

const CALLERS = {
  everyone: "everyone, always",
  reader: "everyone, unless `LECTERN_API_KEY` closes the instance",
  keyHolder: "any key",
  submitter: "a key of a member or an admin",
  jobOwner: "the person who started the job, or an admin",
  signed: "anyone with the hook secret",
  admin: "an admin",
}

const built = (path) => import(pathToFileURL(join(root, path)).href)
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("<", "\\<").replaceAll("\n", " ")
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** The sections of the settings page, in order, with the names of their settings. */
const SETTING_SECTIONS = [
  [
    "Server",
    /^LECTERN_(EDITION|HOST|PORT|PUBLIC_URL|ALLOWED_HOSTS|ALLOWED_ORIGINS|TRUSTED_PROXIES|DATA_DIR|NEW_CATALOGUE|CONCURRENT_REQUESTS|REQUEST_.*|LOG_.*|SLOW_.*|PROCESSES)$/,
  ],
  ["Database and object storage", /^(DATABASE_URL|LECTERN_BLOB.*|LECTERN_S3_.*)$/],
  ["Backups", /^LECTERN_BACKUP_/],
  ["Traces", /^OTEL_/],
  ["Keys and encryption", /^LECTERN_(API_KEY|ADMIN_PASSWORD|BOOTSTRAP_KEY|ENCRYPTION_KEY)$/],
  [
    "Sources and ingestion",
    /^LECTERN_(ADD_ON_DEMAND|PRIVATE_NETWORKS|DEDICATED_HOSTS|GIT_PAGES|SSH|INGEST|REFRESH|MANIFEST|HOST_FACTS|SAMPLE)/,
  ],
  ["Outgoing connections", /^LECTERN_(HTTP_PROXY|HTTPS_PROXY|NO_PROXY|PROXY_DNS|CA_FILE)$/],
  ["Accounts and sessions", /^LECTERN_(SIGN_UP|PASSWORD_SIGN_IN|SESSION|AUDIT)/],
  ["Single sign-on", /^LECTERN_OIDC_/],
  ["Plans", /^LECTERN_(DEFAULT_PLAN|PLAN_)/],
  ["Rate limits", /^LECTERN_RATE_/],
  ["Usage metrics", /^LECTERN_(USAGE|COUNTRY|GEOIP)/],
  ["Webhooks and events", /^LECTERN_WEBHOOK_/],
  ["Connections with OAuth", /^LECTERN_(CONFLUENCE|NOTION)_/],
  ["Embedder", /^LECTERN_EMBEDDER_/],
  ["Reranker", /^LECTERN_RERANKER_/],
  ["Writer", /^LECTERN_WRITER_/],
]

function defaultOf(schema) {
  if (schema.default === undefined) return "none"
  return Array.isArray(schema.default) && schema.default.length === 0 ? "an empty list" : `\`${schema.default}\``
}

async function drawSettings() {
  const { settingsSchema } = await built("packages/server/dist/config/settings.js")
  const { z } = await import("zod")
  const { allowedValues } = await built("packages/server/dist/config/allowed-values.js")
  const { properties } = z.toJSONSchema(settingsSchema, { io: "output", unrepresentable: "any" })
  const sections = new Map(SETTING_SECTIONS.map(([title]) => [title, [`## ${title}`]]))
  for (const [name, schema] of Object.entries(properties)) {
    const [title] = SETTING_SECTIONS.find(([, names]) => names.test(name)) ?? []
    if (title === undefined) throw new Error(`${name} belongs to no section of docs/settings.md: add it to one`)
    const form = allowedValues(settingsSchema.shape[name])
    sections.get(title).push(`### ${name}\n\n${schema.description}\n\nValue: ${form}. Default: ${defaultOf(schema)}.`)
  }
  return [...sections.values()].flat().join("\n\n")
}

async function drawRoutes() {
  const { ROUTES } = await built("packages/contract/dist/index.js")
  const { audienceOf } = await built("packages/server/dist/access/permissions/permissions.js")
  const rows = ROUTES.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.summary,
    CALLERS[audienceOf(route)],
    (route.aliases ?? []).map((alias) => `\`${alias}\``).join(", "),
  ])
  return table(["request", "what it does", "who may call it", "also served as"], rows)
}

async function drawErrorCodes() {
  const { ERROR_CODES } = await built("packages/contract/dist/index.js")
  const { problemOf } = await built("packages/server/dist/http/serving/problems.js")
  const rows = Object.entries(ERROR_CODES).map(([code, condition]) => [
    `\`${code}\``,
    problemOf(code, "").status,
    condition,
  ])
  return table(["error", "status", "condition"], rows)
}

/** Replaces the text between the markers of a part. */
function replacePart(text, part, body) {
  const begin = `<!-- generated: ${part} -->`
  const end = "<!-- end of generated -->"
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`the markers of "${part}" are missing`)
  return `${text.slice(0, from)}${begin}\n\n${body}\n\n${text.slice(to)}`
}

const isCheck = process.argv.includes("--check")
await prepare()
let stale = 0
for (const { path, part, draw } of PAGES) {
  const file = join(root, path)
  const before = readFileSync(file, "utf8")
  const after = replacePart(before, part, await draw())
  if (before === after) continue
  if (isCheck) {
    stale += 1
    console.error(`${path} is out of date: run npm run docs`)
  } else {
    writeFileSync(file, after)
    console.log(`${path} is written`)
  }
}
if (isCheck) console.log(`documentation: ${PAGES.length - stale} passed, ${stale} failed`)
process.exitCode = stale === 0 ? 0 : 1
