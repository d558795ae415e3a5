import { dirname } from "node:path"
import { pathExists, readOptionalFile } from "../terminal/optional-files.ts"
import { homeOf, joinPath, type Machine } from "./config-paths.ts"
import { type Agent, type Entry, type ServerToSet, TRANSPORT_FIELDS } from "./agents.ts"
import { editRules, ruleFileOf } from "./rule-files.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

/** Name of the server in every configuration. */
const SERVER_NAME = "lectern"
/** Environment variable with the key. */
export const KEY_VARIABLE = "LECTERN_API_KEY"

/** A planned change of one agent's configuration. */
export interface PlannedChange {
  readonly agent: Agent
  readonly path: string
  /** Content of the file; undefined if it does not exist. */
  readonly before: string | undefined
  /** Undefined if the file is to be removed. */
  readonly after: string | undefined
}

/** The configuration to write, and its location. */
export interface SetupRequest {
  readonly machine: Machine
  /** True to change the configuration of the project instead of the user's. */
  readonly inProject: boolean
  /** Undefined removes the entry. */
  readonly server: ServerToSet | undefined
}

/**
 * Reads the configuration of an agent and plans its change.
 *
 * @throws {Error} if it cannot be changed safely; the message names the file.
 */
export async function planChange(agent: Agent, request: SetupRequest): Promise<PlannedChange> {
  const path = await fileOf(agent, request)
  const before = (await readOptionalFile(path))?.toString("utf8")
  const change = (present: Record<string, unknown> | undefined) => mergeEntry(agent, present, request.server)
  const [list = ""] = agent.listPath
  try {
    const edit = await editorOf(agent)
    const after = edit(before ?? "", [list, SERVER_NAME], change)
    const isEmptied = request.server === undefined && after !== before && isEmptyConfiguration(after, list)
    return { agent, path, before, after: isEmptied ? undefined : after }
  } catch (thrown) {
    if (thrown instanceof UnreadableConfiguration) throw new Error(`${path}: ${thrown.message}`, { cause: thrown })
    throw thrown
  }
}

/**
 * Returns true if nothing is left of a configuration but the list, which agents treat like a missing file. Comments
 * count as content.
 */
function isEmptyConfiguration(text: string, list: string): boolean {
  return ["", "{}", `{${JSON.stringify(list)}:{}}`].includes(text.replaceAll(/[\s\uFEFF]/g, ""))
}

/**
 * Reads the rule file of an agent and plans its change.
 *
 * @returns undefined if the agent has no such file.
 */
export async function planRuleChange(agent: Agent, request: SetupRequest): Promise<PlannedChange | undefined> {
  const file = ruleFileOf(agent.name, request.machine, request.inProject)
  if (file === undefined) return undefined
  const before = (await readOptionalFile(file.path))?.toString("utf8")
  return { agent, path: file.path, before, after: editRules(before, file, request.server === undefined) }
}

/** Loaded on demand, because only this command needs their parsers. */
async function editorOf({ format }: Agent) {
  return format === "toml" ? (await import("./edit-toml.ts")).editToml : (await import("./edit-json.ts")).editJson
}

/** Returns true if this user has used the agent: its folder or file exists. */
export async function isInstalled(agent: Agent, machine: Machine): Promise<boolean> {
  for (const path of agent.userFiles(machine)) {
    // The home folder always exists, so for a file directly in it, the file itself shows that the agent is in use.
    const sign = dirname(path) === homeOf(machine) ? path : dirname(path)
    if (await pathExists(sign)) return true
  }
  return false
}

async function fileOf(agent: Agent, { inProject, machine }: SetupRequest): Promise<string> {
  if (inProject) {
    if (agent.projectFile === undefined) {
      throw new Error(`${agent.title} does not support project configurations: omit --project`)
    }
    return joinPath(machine, machine.project, agent.projectFile)
  }
  const files = agent.userFiles(machine)
  for (const path of files) if (await pathExists(path)) return path
  return files[0] ?? ""
}

/** Merges an entry: keeps fields that the user has added, and headers if no key is given. */
function mergeEntry(
  agent: Agent,
  present: Record<string, unknown> | undefined,
  server: ServerToSet | undefined,
): Entry | undefined {
  if (server === undefined) return undefined
  const entry = agent.entryOf(server)
  const own: ReadonlySet<string> = new Set(TRANSPORT_FIELDS)
  const hasKey = server.apiKey !== undefined || server.keyVariable !== undefined
  const replaced = (field: string) =>
    own.has(field) || (hasKey && field === "bearer_token_env_var") || (hasKey && field === "http_headers")
  const known = server.isOpen === true && !hasKey ? withoutKeyReference(present ?? {}) : (present ?? {})
  const kept = Object.entries(known).filter(([field]) => !replaced(field))
  return { ...entry, ...(Object.fromEntries(kept.filter(([field]) => !(field in entry))) as Entry) }
}

/**
 * Removes a header that refers to the key variable: if the variable is not set, an open server would reject the header.
 */
function withoutKeyReference(present: Record<string, unknown>): Record<string, unknown> {
  const { headers, bearer_token_env_var: variable, ...others } = present
  const isReference = (value: unknown) => typeof value === "string" && value.includes(KEY_VARIABLE)
  const kept = Object.entries((headers ?? {}) as Record<string, unknown>).filter(([, value]) => !isReference(value))
  return {
    ...others,
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...(variable === undefined || isReference(variable) ? {} : { bearer_token_env_var: variable }),
  }
}
