import { readFile } from "node:fs/promises"
import { ApiError } from "@lectern/client"
import type { ApplyInstanceConfigResponse, InstanceConfigStep } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { isAbsent } from "../../terminal/optional-files.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface ApplyOptions extends ApiOptions {
  readonly file: string
  readonly dryRun?: boolean | undefined
  readonly prune?: boolean | undefined
}

type Action = InstanceConfigStep["action"]

const SIGNS: Readonly<Record<Action, string>> = { add: "+", change: "~", keep: "=", remove: "-", leave: "?" }
/** What happens to a library, in a plan. */
const WORDS: Readonly<Record<Action, string>> = {
  add: "add",
  change: "change",
  keep: "unchanged",
  remove: "delete",
  leave: "not in file",
}
const WORD_WIDTH = Math.max(...Object.values(WORDS).map(({ length }) => length))
const DEFAULT_FILE = "lectern.yaml"

/** Matches environment variables that the file names; only their values are sent to the server. */
const TOKEN_VARIABLE = /\bgitTokenFrom["']?\s*:\s*["']?([A-Za-z_][A-Za-z0-9_]*)/g

/** `lectern apply`: makes the libraries of a server match a lectern.yaml. */
export function applyCommand(context: CommandContext): Command {
  return apiCommand("apply", "make the libraries of a server match a lectern.yaml", [
    "apply",
    "apply -f libraries/lectern.yaml --dry-run",
    "apply --prune --json",
  ])
    .option("-f, --file <path>", "the file", DEFAULT_FILE)
    .option("--dry-run", "only print the plan")
    .option("--prune", "delete libraries that an earlier version of this file added and that are no longer in it")
    .action((options: ApplyOptions) =>
      withSession(options, { ...context, mayCreate: options.dryRun !== true }, async ({ client, signal }) => {
        const { prune = false, dryRun = false } = options
        const manifest = await readConfig(options.file)
        const request = { manifest, prune, secrets: secretsOf(context, manifest) }
        const terminal = terminalOf(context, options)
        const apply = (isDryRun: boolean) =>
          client.applyManifest({ ...request, dryRun: isDryRun }, { signal }).catch((thrown: unknown) => {
            throw naming(options.file, thrown)
          })
        const plan = await apply(true)
        if (dryRun) terminal.printJson(plan)
        showSteps(terminal, plan)
        if (dryRun) {
          terminal.note("nothing was changed, because of --dry-run")
          return
        }
        const done = await apply(false)
        terminal.printJson(done)
        const failed = done.steps.filter(({ problem }) => problem !== null)
        for (const { libraryId, source, problem } of failed) terminal.note(`${libraryId ?? source}: ${problem}`)
        terminal.note(
          `${options.file} was applied${failed.length === 0 ? "" : `; ${failed.length} of its libraries failed`}`,
        )
        if (failed.length > 0) context.exitWith(EXIT_CODES.failure)
      }),
    )
}

async function readConfig(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8")
  } catch (thrown) {
    if (!isAbsent(thrown)) throw asFileFailure(thrown, { path })
    throw new CliFailure(EXIT_CODES.notFound, `cannot read ${path}: pass the path of a lectern.yaml with -f`)
  }
}

function secretsOf({ io }: CommandContext, manifest: string): Record<string, string> {
  const names = [...manifest.matchAll(TOKEN_VARIABLE)].map(([, name = ""]) => name)
  const values = names.map((name) => [name, io.environment[name]] as const)
  return Object.fromEntries(values.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** Names the file in the server's message about it, because the server knows only its text. */
function naming(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof ApiError) || !thrown.message.startsWith(`${DEFAULT_FILE} is not applied`)) return thrown
  return new CliFailure(EXIT_CODES.usage, path + thrown.message.slice(DEFAULT_FILE.length))
}

function showSteps(terminal: Terminal, { steps }: ApplyInstanceConfigResponse): void {
  for (const { action, libraryId, source, details } of steps) {
    const what = libraryId === null ? source : `${libraryId}  ${source}`
    const more = details.length === 0 ? "" : `  (${details.join("; ")})`
    terminal.print(`${SIGNS[action]} ${WORDS[action].padEnd(WORD_WIDTH)}  ${what}${more}`)
  }
  if (steps.length === 0) terminal.print("nothing to do: the file lists no libraries")
  if (steps.some(({ action }) => action === "leave")) {
    terminal.note("libraries that are not in the file any longer are kept: delete them with --prune")
  }
}
