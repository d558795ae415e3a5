import { dirname } from "node:path"
import { pathExists, readOptionalFile } from "../terminal/optional-files.ts"
import { homeOf, joinPath, type Machine } from "./config-paths.ts"
import { type Agent, type Entry, type ServerToSet, TRANSPORT_FIELDS } from "./agents.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

/** Name under which the server stands in every configuration. */
const SERVER_NAME = "lectern"

/** What is to be done with the configuration of one agent. */
export interface PlannedChange {
  readonly agent: Agent
  readonly path: string
  /** Text of the file; undefined when there is none. */
  readonly before: string | undefined
  readonly after: string
}

/** What to write, and where. */
export interface SetupRequest {
  readonly machine: Machine
  /** True: the configuration of the project instead of the person's. */
  readonly inProject: boolean
  /** Undefined takes the entry out. */
  readonly server: ServerToSet | undefined
}

/**
 * Finds the configuration of an agent and what it becomes.
 *
 * @throws {UnreadableConfiguration} it cannot be changed safely; the message names the file.
 */
export async function planChange(agent: Agent, request: SetupRequest): Promise<PlannedChange> {
  const path = await fileOf(agent, request)
  const before = (await readOptionalFile(path))?.toString("utf8")
  const change = (present: Record<string, unknown> | undefined) => mergeEntry(agent, present, request.server)
  const [list = ""] = agent.listPath
  try {
    const edit = await editorOf(agent)
    return { agent, path, before, after: edit(before ?? "", [list, SERVER_NAME], change) }
  } catch (thrown) {
    if (thrown instanceof UnreadableConfiguration) throw new Error(`${path}: ${thrown.message}`, { cause: thrown })
    throw thrown
  }
}

/** Loaded when needed: no other command has a use for their parsers. */
async function editorOf({ format }: Agent) {
  return format === "toml" ? (await import("./edit-toml.ts")).editToml : (await import("./edit-json.ts")).editJson
}

/** Tells whether an agent has been used by this person: its folder, or its file, is there. */
export async function isInstalled(agent: Agent, machine: Machine): Promise<boolean> {
  for (const path of agent.userFiles(machine)) {
    // A file right in the home folder tells by itself; the home folder is always there.
    const sign = dirname(path) === homeOf(machine) ? path : dirname(path)
    if (await pathExists(sign)) return true
  }
  return false
}

async function fileOf(agent: Agent, { inProject, machine }: SetupRequest): Promise<string> {
  if (inProject) {
    if (agent.projectFile === undefined) {
      throw new Error(`${agent.title} has no configuration of a project: leave --project out`)
    }
    return joinPath(machine, machine.project, agent.projectFile)
  }
  const files = agent.userFiles(machine)
  for (const path of files) if (await pathExists(path)) return path
  return files[0] ?? ""
}

/** Keeps what the person added to the entry, such as switches, and headers when no key is given. */
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
  const kept = Object.entries(present ?? {}).filter(([field]) => !replaced(field))
  return { ...entry, ...(Object.fromEntries(kept.filter(([field]) => !(field in entry))) as Entry) }
}
