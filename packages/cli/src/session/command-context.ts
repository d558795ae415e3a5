import { Command } from "commander"
import type { ServerEntryPoints } from "./server-entry-points.ts"
import type { CliIo } from "../terminal/cli-io.ts"
import type { ConnectionOptions } from "./connect.ts"
import { openTerminal, type Terminal } from "../terminal/terminal.ts"

/** The context that every command receives. */
export interface CommandContext {
  readonly entryPoints: ServerEntryPoints
  readonly io: CliIo
  /** Sets the exit code of a command that returns without an error. */
  readonly exitWith: (exitCode: number) => void
}

/** Options of every command that calls the API. */
export interface ApiOptions extends ConnectionOptions {
  readonly json?: boolean | undefined
}

/**
 * Creates a command that calls the API, with the options `--url`, `--api-key`, `--local`, `--data-dir` and `--json`.
 *
 * @param usage name and arguments, such as `ask <library> <question>`.
 * @param examples command lines without `lectern`, shown below the help.
 */
export function apiCommand(usage: string, summary: string, examples: readonly string[]): Command {
  return newCommand(usage, summary, examples)
    .option("--url <address>", "URL of the server (default: LECTERN_URL, else http://127.0.0.1:3000)")
    .option(
      "--api-key <key>",
      "key to send (default: LECTERN_API_KEY, else the one of lectern login); prefer the variable, because other users can see arguments",
    )
    .option("--local", "work on the data directory, without a server")
    .option("--data-dir <folder>", "data directory for --local (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
}

/** Creates a command with a summary, and examples below its help. */
export function newCommand(usage: string, summary: string, examples: readonly string[]): Command {
  const [name = "", ...parameters] = usage.split(" ")
  const command = new Command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
  for (const parameter of parameters) {
    command.argument(parameter)
  }
  const lines = examples.map((example) => `  $ lectern ${example}`)
  return command.addHelpText("after", `\nExamples:\n${lines.join("\n")}\n`)
}

/** Returns the output of a command. */
export function terminalOf(context: CommandContext, options: { readonly json?: boolean | undefined }): Terminal {
  return openTerminal(context.io, options.json === true)
}

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value]
}
