import { type Command, Option } from "commander"
import { rootOf } from "@lectern/client"
import { serverUrl } from "../../session/connect.ts"
import { confirm } from "../../terminal/confirm.ts"
import { API_KEY_PREFIX, parseLibraryId, parseLibraryReference } from "@lectern/contract"
import { messageOf } from "../../terminal/message-of.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { applicationFolder, homeOf, type Machine, settingsFolder } from "../../setup/config-paths.ts"
import { type Agent, AGENTS, type ServerToSet } from "../../setup/agents.ts"
import { renderDiff } from "../../setup/render-diff.ts"
import { checkConnection, type Connection, requiresKey } from "../../setup/check-connection.ts"
import { isInstalled, KEY_VARIABLE, type PlannedChange, planChange, planRuleChange } from "../../setup/plan-change.ts"
import { writeChange } from "../../setup/write-change.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { collect, type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"

interface SetupOptions {
  readonly url?: string | undefined
  readonly apiKey?: string | undefined
  readonly library?: readonly string[] | undefined
  readonly project?: boolean | undefined
  readonly remove?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly rules: boolean
  readonly json?: boolean | undefined
}

/** Result for the configuration of one agent. */
interface Outcome {
  readonly agent: string
  readonly path?: string | undefined
  readonly state: "changed" | "unchanged" | "failed"
  readonly backup?: string | undefined
  readonly problem?: string | undefined
}

/** `lectern setup [agents]`: adds the server to the MCP configuration of coding agents. */
export function setupCommand(context: CommandContext): Command {
  const names = AGENTS.map(({ name }) => name)
  return newCommand("setup [agents...]", "add the server to the MCP configuration of coding agents", [
    "setup",
    "setup claude cursor",
    "setup vscode --project --library /honojs/website --yes",
    "setup --remove",
  ])
    .addHelpText("after", `\nAgents: ${names.join(", ")}. Default: all that are found on this machine.\n`)
    .option("--url <address>", "server to configure (default: LECTERN_URL, else http://127.0.0.1:3000)")
    .option(
      "--api-key <key>",
      `key to write into the files (default: a reference to ${KEY_VARIABLE}, if a key is required)`,
    )
    .option("--library <id>", "limit the agents to this library; repeatable", collect)
    .option("--no-rules", "do not tell the agents in their rule or skill files when to use Lectern")
    .option("--project", "configure the project in this folder instead of your user account")
    .option("--remove", "remove Lectern from the configuration")
    .addOption(new Option("--yes", "do not ask"))
    .option("--json", "print the result as one JSON document")
    .action(async (given: readonly string[], options: SetupOptions) => {
      context.exitWith(await setUp(context, given, options))
    })
}

async function setUp(context: CommandContext, given: readonly string[], options: SetupOptions): Promise<number> {
  const { io } = context
  const terminal = terminalOf(context, options)
  const machine: Machine = { platform: process.platform, environment: io.environment, project: process.cwd() }
  const server = options.remove ? undefined : await serverOf(context, options)
  const agents = given.length > 0 ? given.map(agentOf) : await installedAgents(machine)
  const request = { machine, inProject: options.project === true, server }
  const { plans, outcomes } = await planAll(agents, request, options.rules)
  const changes = plans.filter(({ before, after }) => (before ?? "") !== (after ?? ""))
  for (const change of changes) showChange(terminal, change, options.apiKey)
  if (changes.length > 0 && !options.yes) {
    const files = changes.length === 1 ? "this file" : `these ${changes.length} files`
    await confirm(io, `write ${files}?`, { what: "change", refused: "nothing was written" })
  }
  const all = [...outcomes, ...(await writeAll(plans, machine))]
  const connection = server && (await checkConnection(server.url, options.apiKey ?? io.environment[KEY_VARIABLE]))
  report(terminal, all, { server, connection })
  const hasFailed = all.some(({ state }) => state === "failed") || connection?.isRefused === true
  return hasFailed ? EXIT_CODES.failure : EXIT_CODES.ok
}

/** @throws {CliFailure} if the agent is unknown. */
function agentOf(name: string): Agent {
  const agent = AGENTS.find((each) => each.name === name.toLowerCase())
  if (agent === undefined) {
    const known = AGENTS.map((each) => each.name).join(", ")
    throw new CliFailure(EXIT_CODES.usage, `unknown agent ${name}`, `choose one of ${known}`)
  }
  return agent
}

/** @throws {CliFailure} if no agent is found. */
async function installedAgents(machine: Machine): Promise<readonly Agent[]> {
  const found: Agent[] = []
  for (const agent of AGENTS) if (await isInstalled(agent, machine)) found.push(agent)
  if (found.length === 0) {
    const known = AGENTS.map(({ name }) => name).join(", ")
    throw new CliFailure(EXIT_CODES.notFound, "no coding agents found on this machine", `choose one of ${known}`)
  }
  return found
}

/**
 * Returns the server to configure. A server that requires no key gets none: an agent that cannot read the variable
 * would send a reference to it, which the server would reject.
 */
async function serverOf({ io }: CommandContext, { url, apiKey, library }: SetupOptions): Promise<ServerToSet> {
  const root = rootOf(serverUrl(url, io))
  const scope = library === undefined ? "" : `?libraries=${library.map(libraryIdOf).join(",")}`
  const isRequired = await requiresKey(root)
  const isReferred = isRequired === undefined ? Boolean(io.environment[KEY_VARIABLE]) : isRequired
  const keyVariable = apiKey === undefined && isReferred ? KEY_VARIABLE : undefined
  return { url: `${root}/mcp${scope}`, apiKey, keyVariable, isOpen: isRequired === false }
}

/** @throws {CliFailure} if it is not the id of a library: every request of the agent would fail. */
function libraryIdOf(given: string): string {
  const id = parseLibraryId(given) ?? parseLibraryId(`/${given}`)
  if (id !== undefined) return id
  const versioned = parseLibraryReference(given) ?? parseLibraryReference(`/${given}`)
  throw new CliFailure(
    EXIT_CODES.usage,
    `invalid --library ${given}: it is not the id of a library`,
    versioned === undefined
      ? "use the id, such as /honojs/website; find it with: lectern search <name>"
      : `remove the version: ${versioned.id}`,
  )
}

async function planAll(agents: readonly Agent[], request: Parameters<typeof planChange>[1], hasRules: boolean) {
  const plans: PlannedChange[] = []
  const outcomes: Outcome[] = []
  for (const agent of agents) {
    try {
      plans.push(await planChange(agent, request))
      const rules = hasRules ? await planRuleChange(agent, request) : undefined
      // Several agents use the same file of a project, so it is changed only once.
      if (rules !== undefined && plans.every(({ path }) => path !== rules.path)) plans.push(rules)
    } catch (thrown) {
      outcomes.push({ agent: agent.name, state: "failed", problem: messageOf(thrown) })
    }
  }
  return { plans, outcomes }
}

async function writeAll(plans: readonly PlannedChange[], machine: Machine): Promise<Outcome[]> {
  const keptFolders = [homeOf(machine), machine.project, settingsFolder(machine), applicationFolder(machine)]
  const outcomes: Outcome[] = []
  for (const plan of plans) {
    const { path, before, after } = plan
    const subject = { agent: plan.agent.name, path }
    if ((before ?? "") === (after ?? "")) {
      outcomes.push({ ...subject, state: "unchanged" })
      continue
    }
    try {
      const backup = await writeChange(plan, { nowMs: Date.now(), keptFolders })
      outcomes.push({ ...subject, state: "changed", backup })
    } catch (thrown) {
      outcomes.push({ ...subject, state: "failed", problem: messageOf(thrown) })
    }
  }
  return outcomes
}

/** A key in a configuration, whoever wrote it. */
const STORED_KEY = new RegExp(`\\b${API_KEY_PREFIX}[\\w-]{8,}`, "g")

/** Prints a change to stderr, without keys. */
function showChange(
  terminal: Terminal,
  { agent, path, before = "", after = "" }: PlannedChange,
  apiKey?: string,
): void {
  terminal.note(`${terminal.styleNote("bold", agent.title)}  ${path}`)
  for (const { sign, text } of renderDiff(before, after)) {
    const shown = (apiKey === undefined ? text : text.replaceAll(apiKey, "<key>")).replaceAll(STORED_KEY, "<key>")
    const style = sign === "+" ? "green" : sign === "-" ? "red" : "dim"
    terminal.note(terminal.styleNote(style, `  ${sign} ${shown}`))
  }
}

interface Reported {
  readonly server: ServerToSet | undefined
  readonly connection: Connection | undefined
}

function report(terminal: Terminal, outcomes: readonly Outcome[], { server, connection }: Reported): void {
  terminal.printJson({
    url: server?.url,
    agents: outcomes,
    connection: connection && { ok: connection.isOk, message: connection.message },
  })
  for (const { agent, path, state, backup, problem } of outcomes) {
    const saved = backup === undefined ? "" : `, backup: ${backup}`
    terminal.print(
      `${agent}  ${state}${path === undefined ? "" : `  ${path}`}${problem === undefined ? saved : `: ${problem}`}`,
    )
    if (agent === "zed" && state === "changed" && server?.keyVariable !== undefined) {
      terminal.note(`Zed cannot read environment variables: add --api-key if the server requires a key`)
    }
  }
  if (server?.keyVariable !== undefined) terminal.note(WHERE_TO_SET[process.platform] ?? WHERE_TO_SET.linux)
  if (connection !== undefined) {
    terminal.note(terminal.styleNote(connection.isOk ? "green" : "red", connection.message))
  }
}

/**
 * Where to set the variable: an editor that is started from the desktop does not see variables exported in a terminal.
 */
const WHERE_TO_SET: Readonly<Record<"linux", string>> & Readonly<Partial<Record<string, string>>> = {
  linux: `set ${KEY_VARIABLE} in the environment of your editor: add it to ~/.profile and log in again, or use --api-key`,
  darwin: `set ${KEY_VARIABLE} in the environment of your editor: launchctl setenv ${KEY_VARIABLE} <key>, or use --api-key`,
  win32: `set ${KEY_VARIABLE} in the environment of your editor: setx ${KEY_VARIABLE} <key>, or use --api-key`,
}
