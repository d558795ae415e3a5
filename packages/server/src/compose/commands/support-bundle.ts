import { isUrl } from "@lectern/contract"
import { createWriteStream } from "node:fs"
import { open } from "node:fs/promises"
import { arch, cpus, platform, release, totalmem } from "node:os"
import { pipeline } from "node:stream/promises"
import type { ServerEntryPoints } from "@lectern/cli"
import { ZipFile } from "yazl"
import { newApiKey } from "../../access/identity/api-keys.ts"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { redactText } from "./redact-text.ts"
import { migrationList } from "../../catalogue/migrations/migration-list.ts"
import { isSecretSetting } from "../../config/secret-settings.ts"
import { SETTING_NAMES } from "../../config/settings.ts"
import { composeApp, type ComposedApp } from "../compose-app.ts"
import { programVersion } from "../program-version.ts"
import { environmentOf, settingsOf } from "../settings-of-flags.ts"
import { examineStore } from "./run-doctor.ts"

/** Maximum number of bytes that are included from the end of a log file. */
const MAX_LOG_BYTES = 1 << 20
/** Readable by the owner only. */
const PRIVATE_MODE = 0o600

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Writes a zip file for a problem report: version, platform, settings, the doctor's findings, metrics, counts and the
 * end of a log file. It contains no secrets, no questions and no text from documentation, but it does contain library
 * ids.
 *
 * @returns the names of the files in it.
 * @throws if the file exists.
 */
export async function writeSupportBundle(
  given: Parameters<ServerEntryPoints["supportBundle"]>[0],
): Promise<readonly string[]> {
  const { path, logFile, ...flags } = given
  const settings = settingsOf(flags)
  const environment = environmentOf(flags)
  const systemKey = newApiKey()
  const server = await composeApp(settings, { clock: systemClock, log: silentLog, workerMode: "none", systemKey })
  try {
    const texts: Readonly<Record<string, string>> = {
      "about.json": json(aboutProgram(server)),
      "settings.json": json(describeSettings(server, environment)),
      "doctor.json": json(await examineStore(settings, server.context, false)),
      "metrics.txt": await readMetrics(server, systemKey),
      "counts.json": json(await countRows(server)),
      "migrations.json": json(Object.keys(await migrationList.getMigrations())),
      ...(logFile === undefined ? {} : { "log.txt": await readEnd(logFile) }),
    }
    const secrets = [...secretValues(environment), systemKey]
    await writeZip(path, texts, (text) => redactText(text, secrets))
    return Object.keys(texts)
  } finally {
    await server.close()
  }
}

function aboutProgram({ context: { settings } }: ComposedApp) {
  return {
    version: programVersion(),
    createdAt: new Date(systemClock.now()).toISOString(),
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryBytes: totalmem(),
    catalogue: settings.DATABASE_URL === undefined ? "sqlite" : "postgres",
    blobs: settings.LECTERN_BLOBS === undefined ? "directory" : settings.LECTERN_BLOBS.split(":", 1)[0],
  }
}

/** Lists settings with their values; for secrets, only whether they are set. */
function describeSettings({ context: { settings } }: ComposedApp, environment: Environment) {
  const values: Readonly<Record<string, unknown>> = settings
  return Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const value = values[name]
      if (isSecretSetting(name)) return [name, value === undefined ? "not set" : "set, hidden"]
      return [name, { value: value ?? null, isDefault: !environment[name] }]
    }),
  )
}

async function readMetrics({ app }: ComposedApp, systemKey: string): Promise<string> {
  const response = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${systemKey}` } })
  return response.body
}

async function countRows({ context: { catalogue } }: ComposedApp) {
  return {
    libraries: await catalogue.libraries.count(),
    users: await catalogue.users.count(),
    jobs: await catalogue.jobs.pendingByKind(),
    counters: await catalogue.counters.read(),
  }
}

/** Reads the end of a log file, without its first, probably incomplete line. */
async function readEnd(path: string): Promise<string> {
  const file = await open(path, "r")
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - MAX_LOG_BYTES)
    const bytes = Buffer.alloc(size - from)
    await file.read(bytes, 0, bytes.length, from)
    const text = bytes.toString("utf8")
    return from === 0 ? text : text.slice(text.indexOf("\n") + 1)
  } finally {
    await file.close()
  }
}

/** Returns the values of secrets in the environment, including those of other programs, which could be in a log. */
function secretValues(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const isSecret = isSecretSetting(name) || /(?:PASSWORD|SECRET|TOKEN|_KEY|CREDENTIALS)/.test(name)
    if (!isSecret || !value) return []
    const password = isUrl(value) ? new URL(value).password : ""
    return [value, ...(password === "" ? [] : [password, decodeURIComponent(password)]), ...value.split(/[\s,]+/)]
  })
}

async function writeZip(
  path: string,
  texts: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Promise<void> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(redact(text)), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx", mode: PRIVATE_MODE }))
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
