import { Command, CommanderError } from "commander"
import type { ServerEntryPoints } from "./session/server-entry-points.ts"
import { type CliIo, processIo } from "./terminal/cli-io.ts"
import { serveCommand, workCommand } from "./commands/instance/server-commands.ts"
import type { CommandContext } from "./session/command-context.ts"
import { EXIT_CODES, explainFailure } from "./terminal/exit-codes.ts"
import { flushOutput, guardOutput, openTerminal } from "./terminal/terminal.ts"

const FOOTER = `
Environment:
  LECTERN_URL       URL of the server (default: http://127.0.0.1:3000)
  LECTERN_API_KEY   API key to send (default: the one that lectern login has stored)

Exit codes:
  0 success   1 failure   2 invalid arguments or settings   3 not found   4 no permission   5 server unreachable   130 interrupted

First steps:
  $ lectern serve
  $ lectern add https://github.com/honojs/website
  $ lectern ask /honojs/website "validate query parameters with zod"
`

/**
 * Runs one command line. Never throws: failures are printed to stderr, and with `--json` also as `{error, message}` to
 * stdout.
 *
 * @param argv arguments after the program's name.
 * @returns the exit code, after all output has been written.
 */
export async function runCli(
  argv: readonly string[],
  entryPoints: ServerEntryPoints,
  io: CliIo = processIo,
): Promise<number> {
  guardOutput(io)
  let exitCode: number = EXIT_CODES.ok
  const context: CommandContext = { entryPoints, io, exitWith: (code) => (exitCode = code) }
  try {
    const program = programOf(context, await findCommands(argv))
    await program.parseAsync([...argv], { from: "user" })
  } catch (thrown) {
    exitCode = thrown instanceof CommanderError ? exitCodeOfParser(thrown) : reportFailure(io, argv, thrown)
  }
  await flushOutput(io)
  return exitCode
}

type CommandsByHeading = Readonly<Record<string, readonly ((context: CommandContext) => Command)[]>>

/** Returns all commands, or only the given one if it is that of a server or worker, which so start faster. */
async function findCommands([name]: readonly string[]): Promise<CommandsByHeading> {
  if (name === "serve") return { "Server:": [serveCommand] }
  if (name === "work") return { "Server:": [workCommand] }
  const { COMMANDS_BY_HEADING } = await import("./commands/commands-by-heading.ts")
  return COMMANDS_BY_HEADING
}

function programOf(context: CommandContext, commandsByHeading: CommandsByHeading): Command {
  const { io, entryPoints } = context
  const program = new Command("lectern")
    .description("Turns documentation into searchable libraries for people and coding agents.")
    .version(entryPoints.version, "--version", "print the version")
    .helpOption("-h, --help", "show this help")
    .commandsGroup("Help:")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", FOOTER)
  for (const [heading, commands] of Object.entries(commandsByHeading)) {
    for (const command of commands) program.addCommand(command(context).helpGroup(heading))
  }
  for (const command of withDescendants(program)) {
    command
      .exitOverride()
      .showHelpAfterError("(--help shows arguments and examples)")
      .configureOutput({
        writeOut: (text) => io.stdout.write(text),
        writeErr: (text) => io.stderr.write(text),
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      })
  }
  return program
}

function withDescendants(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withDescendants)]
}

/** Returns the exit code for an error of the parser, which has already printed its message or the help. */
function exitCodeOfParser(error: CommanderError): number {
  return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage
}

function reportFailure(io: CliIo, argv: readonly string[], thrown: unknown): number {
  const { exitCode, code, message, hint } = explainFailure(thrown)
  const terminal = openTerminal(io, argv.includes("--json"))
  terminal.note(`${terminal.styleNote("red", "lectern:")} ${message}`)
  if (hint !== undefined) {
    terminal.note(hint)
  }
  terminal.printJson({ error: code, message, hint })
  return exitCode
}
