import { constants, existsSync } from "node:fs"
import { access, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { hasCode } from "../base/system-errors.ts"
import { asError } from "../base/errors.ts"
import { BadSettings, checkSettings, SETTING_NAMES, type Settings } from "../config/settings.ts"
import { DEFAULT_DATA_DIR } from "../config/storage-settings.ts"
import { describeUnknownSetting, findUnknownSettings } from "../config/unknown-settings.ts"
import { CATALOGUE_FILE } from "./data-directory.ts"
import { findUnsafeFirstStart } from "./safe-to-listen.ts"

/** Settings whose files must exist before the server starts. */
const REQUIRED_FILES = ["LECTERN_GEOIP_DB", "LECTERN_EMBEDDER_TABLE", "LECTERN_CA_FILE"] as const
/** Settings whose files the server reads later; it logs a warning if they are missing. */
const LATER_FILES = ["LECTERN_SSH_KNOWN_HOSTS", "LECTERN_MANIFEST"] as const

/** A shorter shared key may be guessed: rate limits refuse wrong keys, but never the right one, which would lock people out. */
const MIN_SAFE_KEY_CHARACTERS = 16

type Environment = Readonly<Record<string, string | undefined>>

/** The result of a check of the configuration. */
export interface CheckedConfiguration {
  /** Undefined if there are problems. */
  readonly settings: Settings | undefined
  /** Problems that prevent the server from starting, one line each. */
  readonly problems: readonly string[]
  /** Probable mistakes, one line each. */
  readonly warnings: readonly string[]
}

/** Checks all settings and the files that they name, without starting anything, and returns every problem at once. */
export async function checkConfiguration(environment: Environment): Promise<CheckedConfiguration> {
  const checked = await checkSettingsAndFiles(environment)
  const firstStart = findFirstStart(environment)
  if (firstStart === undefined) return checked
  return { ...checked, settings: undefined, problems: [...checked.problems, firstStart] }
}

async function checkSettingsAndFiles(environment: Environment): Promise<CheckedConfiguration> {
  const { settings, problems } = checkSettings(environment)
  const unknown = findUnknownSettings(environment, SETTING_NAMES).map(describeUnknownSetting)
  const missing = await Promise.all(REQUIRED_FILES.map((name) => findFileProblem(name, environment)))
  const later = await Promise.all(LATER_FILES.map((name) => findFileProblem(name, environment)))
  const all = [...problems, ...missing, await findDataDirProblem(environment)]
  const found = all.filter((problem) => problem !== undefined)
  return {
    settings: found.length === 0 ? settings : undefined,
    problems: found,
    warnings: [...later, findShortKey(settings), ...unknown].filter((warning) => warning !== undefined),
  }
}

/**
 * Checks the configuration before a start. A first start without a password fails later, after the data directory is
 * created, so that `lectern admin set-password` can set a password in it.
 *
 * @throws {BadSettings} listing every problem.
 */
export async function requireConfiguration(
  environment: Environment,
): Promise<{ readonly settings: Settings; readonly warnings: readonly string[] }> {
  const { settings, problems, warnings } = await checkSettingsAndFiles(environment)
  if (settings === undefined) throw new BadSettings(problems)
  return { settings, warnings }
}

function findShortKey(settings: Settings | undefined): string | undefined {
  const length = settings?.LECTERN_API_KEY?.length ?? MIN_SAFE_KEY_CHARACTERS
  if (length >= MIN_SAFE_KEY_CHARACTERS) return undefined
  return `LECTERN_API_KEY: has fewer than ${MIN_SAFE_KEY_CHARACTERS} characters, so it can be guessed. Use a random one, for example from \`openssl rand -hex 24\``
}

async function findFileProblem(name: string, environment: Environment): Promise<string | undefined> {
  const path = environment[name]
  if (!path) return undefined
  try {
    if (!(await stat(path)).isFile()) return `${name}: ${JSON.stringify(path)} is not a file`
    await access(path, constants.R_OK)
    return undefined
  } catch (error) {
    return `${name}: cannot read ${JSON.stringify(path)}: ${asError(error).message}`
  }
}

/** Returns the data directory even if other settings are invalid. */
function dataDirOf(environment: Environment): string {
  return resolve(environment["LECTERN_DATA_DIR"] || environment["DATA_DIR"] || DEFAULT_DATA_DIR)
}

/** Checks the data directory, or the closest existing parent directory that it would be created in. */
async function findDataDirProblem(environment: Environment): Promise<string | undefined> {
  const dataDir = dataDirOf(environment)
  let existing = dataDir
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    if (!(await stat(existing)).isDirectory()) return `LECTERN_DATA_DIR: ${JSON.stringify(existing)} is not a directory`
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const reason = hasCode(error, "EROFS") ? "is on a disk that is mounted read-only" : "is not writable for this user"
    return existing === dataDir
      ? `LECTERN_DATA_DIR: ${JSON.stringify(dataDir)} ${reason}`
      : `LECTERN_DATA_DIR: cannot create ${JSON.stringify(dataDir)}: ${existing} ${reason}`
  }
}

/**
 * Finds problems of a first start: it creates an admin account whose owner has not set a password, which must not be
 * reachable from other machines.
 */
function findFirstStart(environment: Environment): string | undefined {
  const dataDir = dataDirOf(environment)
  // A catalogue in a database server is checked once it is open.
  if (existsSync(join(dataDir, CATALOGUE_FILE)) || environment["DATABASE_URL"]) return undefined
  return findUnsafeFirstStart({
    LECTERN_HOST: environment["LECTERN_HOST"] || "127.0.0.1",
    LECTERN_DATA_DIR: dataDir,
    LECTERN_EDITION: environment["LECTERN_EDITION"] === "hosted" ? "hosted" : "self-hosted",
    LECTERN_ADMIN_PASSWORD: environment["LECTERN_ADMIN_PASSWORD"] || undefined,
  })
}
