import { readFile } from "node:fs/promises"
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

const SIGNS: Readonly<Record<InstanceConfigStep["action"], string>> = {
  add: "+",
  change: "~",
  keep: "=",
  remove: "-",
  leave: "?",
}
/** Matches environment variables that the file names; only their values are sent to the server. */
const TOKEN_VARIABLE = /\bgitTokenFrom["']?\s*:\s*["']?([A-Za-z_][A-Za-z0-9_]*)/g

/** `lectern apply`: makes the libraries of a server match a lectern.yaml. */
export function applyCommand(context: CommandContext): Command {
  return apiCommand("apply", "make the libraries of a server match a lectern.yaml", [
    "apply",
    "apply -f libraries/lectern.yaml --dry-run",
    "apply --prune --json",
  ])
    .option("-f, --file <path>", "the file", "lectern.yaml")
    .option("--dry-run", "only print the plan")
    .option("--prune", "delete libraries that an earlier version of this file added and that are no longer in it")
    .action((options: ApplyOptions) =>
      withSession(options, { ...context, mayCreate: options.dryRun !== true }, async ({ client, signal }) => {
        const { prune = false, dryRun = false } = options
        const manifest = await readConfig(options.file)
        const request = { manifest, prune, secrets: secretsOf(context, manifest) }
        const terminal = terminalOf(context, options)
        const plan = await client.applyManifest({ ...request, dryRun: true }, { signal })
        if (dryRun) terminal.printJson(plan)
        showSteps(terminal, plan)
        if (dryRun) return
        const done = await client.applyManifest({ ...request, dryRun: false }, { signal })
        terminal.printJson(done)
        const failed = done.steps.filter(({ problem }) => problem !== null)
        for (const { libraryId, source, problem } of failed) terminal.note(`${libraryId ?? source}: ${problem}`)
        terminal.note(
          `${done.name} was applied${failed.length === 0 ? "" : `; ${failed.length} of its libraries failed`}`,
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

function showSteps(terminal: Terminal, { steps }: ApplyInstanceConfigResponse): void {
  for (const { action, libraryId, source, details } of steps) {
    const what = libraryId === null ? source : `${libraryId}  ${source}`
    const more = details.length === 0 ? "" : `  (${details.join("; ")})`
    terminal.print(`${SIGNS[action]} ${action.padEnd(7)}${what}${more}`)
  }
  if (steps.length === 0) terminal.print("nothing to do: the file lists no libraries")
}
