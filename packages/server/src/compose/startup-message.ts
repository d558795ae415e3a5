import { relative, resolve } from "node:path"
import { FIRST_ADMIN_NAME } from "../access/identity/first-start.ts"
import { INITIAL_PASSWORD_FILE } from "../access/identity/initial-password.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import { SAMPLE_LIBRARY_ID, SAMPLE_QUESTION } from "../service/libraries/sample.ts"

/** Wildcard addresses: a server can listen on them, but clients cannot connect to them. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::|\[::\])$/

/** The data directory that commands use by default. */
const DEFAULT_DATA_DIR = "data"

export interface StartMessage {
  readonly settings: Settings
  /** URL that the server listens on, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** True if the bundled sample is available. */
  readonly hasSample: boolean
  /** Initial password of the account `admin`, if this start created it. */
  readonly initialPassword?: string | undefined
  /** True if an earlier start created the initial password, and nobody has changed it. */
  readonly hasInitialPassword?: boolean
  /** Name of the first admin; undefined if there is no account yet, as in a new hosted instance. */
  readonly adminName: string | undefined
}

/** Returns the name of the account that gets the first key: `admin`, else the oldest admin; undefined if there is none. */
export async function findAdminName({ users }: Pick<Catalogue, "users">): Promise<string | undefined> {
  const admin = await users.byName(FIRST_ADMIN_NAME)
  if (admin !== undefined) return admin.name
  const admins = (await users.list()).filter(({ role, isActive }) => role === "admin" && isActive)
  return admins.toSorted((one, other) => one.createdAtMs - other.createdAtMs)[0]?.name
}

/** Prints the URL of the server and the first commands to try. */
export function printStartMessage(message: StartMessage): void {
  process.stdout.write(startMessage(message))
}

/** Clients export the same variable, so a server that is started in their shell is closed without anyone having chosen it. */
const KEY_NOTICE =
  "Every request requires a key, because LECTERN_API_KEY is set. Start Lectern without it to allow searches and questions without a key."

/** Returns the text of the message. */
export function startMessage(message: StartMessage): string {
  const { settings, address, hasSample, initialPassword, hasInitialPassword, adminName } = message
  const url = reachable(address)
  const parts = [
    `Lectern is running at ${url}`,
    settings.LECTERN_API_KEY === undefined ? undefined : KEY_NOTICE,
    hasSample ? sampleQuestion(settings, url) : undefined,
    mcpClients(settings, url),
    firstCommands(settings, url, adminName),
    initialPassword === undefined ? undefined : signInWith(settings, initialPassword),
    initialPassword === undefined && hasInitialPassword === true ? findPassword(settings) : undefined,
  ]
  return `${parts.filter((part) => part !== undefined).join("\n\n")}\n`
}

function sampleQuestion({ LECTERN_API_KEY: globalKey }: Settings, url: string): string {
  const key = globalKey === undefined ? "" : ' -H "Authorization: Bearer $LECTERN_API_KEY"'
  const question = `-d libraryId=${SAMPLE_LIBRARY_ID} --data-urlencode "query=${SAMPLE_QUESTION}"`
  return `Ask Lectern's own documentation a question:
  curl -G "${url}/api/v2/context"${key} ${question}`
}

function mcpClients({ LECTERN_API_KEY: globalKey }: Settings, url: string): string {
  const key = globalKey === undefined ? "" : ' --header "LECTERN_API_KEY: $LECTERN_API_KEY"'
  return `Connect an MCP client:
  claude mcp add --transport http lectern ${url}/mcp${key}
  (Cursor, VS Code, Codex and others: see ${url})`
}

/** Name that the message suggests for the first account of a hosted instance. */
const OPERATOR = "operator"

function firstCommands(settings: Settings, url: string, adminName: string | undefined): string {
  const add = "  npx lectern add https://github.com/honojs/website"
  const server = settings.LECTERN_PORT === 3000 ? "" : ` --url ${url}`
  // Without an account, no bootstrap key has been created either.
  if (settings.LECTERN_BOOTSTRAP_KEY !== undefined && adminName !== undefined)
    return `Add a repository:\n${add}${server} --api-key KEY`
  const isHosted = settings.LECTERN_EDITION === "hosted"
  const admin = (command: string) =>
    `  ${isHosted ? "LECTERN_EDITION=hosted " : ""}npx lectern admin ${command}${dataDirOption(settings)}`
  const owner = adminName ?? OPERATOR
  // Commands find the account admin by themselves.
  const createKey = admin(owner === FIRST_ADMIN_NAME ? "create-key" : `create-key --user ${quoted(owner)}`)
  const lines = [createKey, `${add}${server} --api-key KEY`]
  return adminName === undefined
    ? [
        "Create the first account and a key for it, then add a repository:",
        admin(`create-user ${OPERATOR}`),
        ...lines,
      ].join("\n")
    : ["Create a key, then add a repository:", ...lines].join("\n")
}

function signInWith(settings: Settings, password: string): string {
  return `The password of the account admin is ${password}
  It is shown only once and stored in ${passwordFile(settings)} until you change it:
  npx lectern admin set-password${dataDirOption(settings)}`
}

function findPassword(settings: Settings): string {
  return `The initial password of the account admin is stored in ${passwordFile(settings)} until you change it:
  npx lectern admin set-password${dataDirOption(settings)}`
}

function passwordFile(settings: Settings): string {
  return `${relative("", resolve(settings.LECTERN_DATA_DIR)) || "."}/${INITIAL_PASSWORD_FILE}`
}

/** Returns the option that commands need to find a data directory other than the default. */
export function dataDirOption({ LECTERN_DATA_DIR: dataDir }: Pick<Settings, "LECTERN_DATA_DIR">): string {
  return resolve(dataDir) === resolve(DEFAULT_DATA_DIR) ? "" : ` --data-dir ${quoted(resolve(dataDir))}`
}

const quoted = (path: string) => (/^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path))

function reachable(address: string): string {
  const url = new URL(address)
  if (EVERY_ADDRESS.test(url.hostname)) url.hostname = "127.0.0.1"
  return url.origin
}
