import { Command, CommanderError } from "commander"
import type { ServerEntryPoints } from "./session/server-entry-points.ts"
import { type CliIo, processIo } from "./terminal/cli-io.ts"
import { addCommand } from "./commands/libraries/add-command.ts"
import { adminCommand } from "./commands/instance/admin-command.ts"
import { applyCommand } from "./commands/libraries/apply-command.ts"
import { askCommand } from "./commands/answers/ask-command.ts"
import { auditCommand } from "./commands/instance/audit-command.ts"
import { cancelCommand } from "./commands/libraries/cancel-command.ts"
import { popularCommand } from "./commands/libraries/popular-command.ts"
import type { CommandContext } from "./session/command-context.ts"
import { changeCommand } from "./commands/libraries/change-command.ts"
import { configCommand } from "./commands/instance/config-command.ts"
import { backupCommand, migrateCommand, restoreCommand } from "./commands/instance/copy-commands.ts"
import { connectionsCommand } from "./commands/instance/connections-command.ts"
import { deleteCommand } from "./commands/libraries/delete-command.ts"
import { policiesCommand } from "./commands/people/policies-command.ts"
import { doctorCommand } from "./commands/instance/doctor-command.ts"
import { evalCommand } from "./commands/answers/eval-command.ts"
import { exportCommand } from "./commands/libraries/export-command.ts"
import { invitationsCommand } from "./commands/people/invitations-command.ts"
import { jobsCommand } from "./commands/libraries/jobs-command.ts"
import { keysCommand } from "./commands/people/keys-command.ts"
import { loginCommand, logoutCommand } from "./commands/people/login-command.ts"
import { membersCommand } from "./commands/people/members-command.ts"
import { projectsCommand } from "./commands/people/projects-command.ts"
import { teamspacesCommand } from "./commands/people/teamspaces-command.ts"
import { usersCommand } from "./commands/people/users-command.ts"
import { importCommand } from "./commands/libraries/import-command.ts"
import { questionsCommand } from "./commands/answers/questions-command.ts"
import { refreshCommand } from "./commands/libraries/refresh-command.ts"
import { searchCommand } from "./commands/answers/search-command.ts"
import { serveCommand, workCommand } from "./commands/instance/server-commands.ts"
import { setupCommand } from "./commands/agents/setup-command.ts"
import { statusCommand } from "./commands/libraries/status-command.ts"
import { supportBundleCommand } from "./commands/instance/support-bundle-command.ts"
import { syncCommand } from "./commands/agents/sync-command.ts"
import { versionsCommand } from "./commands/libraries/versions-command.ts"
import { watchCommand } from "./commands/libraries/watch-command.ts"
import { webhooksCommand } from "./commands/instance/webhooks-command.ts"
import { EXIT_CODES, explainFailure } from "./terminal/exit-codes.ts"
import { flushOutput, guardOutput, openTerminal } from "./terminal/terminal.ts"

/** All commands, in the order and under the headings of `lectern --help`. */
const COMMANDS_BY_HEADING = {
  "Libraries:": [
    addCommand,
    watchCommand,
    popularCommand,
    applyCommand,
    statusCommand,
    refreshCommand,
    versionsCommand,
    changeCommand,
    jobsCommand,
    cancelCommand,
    deleteCommand,
    exportCommand,
    importCommand,
  ],
  "Answers:": [askCommand, searchCommand, evalCommand, questionsCommand],
  "Coding agents:": [setupCommand, syncCommand],
  "Accounts and access:": [
    loginCommand,
    logoutCommand,
    keysCommand,
    usersCommand,
    invitationsCommand,
    teamspacesCommand,
    membersCommand,
    projectsCommand,
    policiesCommand,
  ],
  "Server:": [
    serveCommand,
    workCommand,
    configCommand,
    doctorCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
    adminCommand,
    auditCommand,
    connectionsCommand,
    webhooksCommand,
    supportBundleCommand,
  ],
}

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
    await programOf(context).parseAsync([...argv], { from: "user" })
  } catch (thrown) {
    exitCode = thrown instanceof CommanderError ? exitCodeOfParser(thrown) : reportFailure(io, argv, thrown)
  }
  await flushOutput(io)
  return exitCode
}

function programOf(context: CommandContext): Command {
  const { io, entryPoints } = context
  const program = new Command("lectern")
    .description("Turns documentation into searchable libraries for people and coding agents.")
    .version(entryPoints.version, "--version", "print the version")
    .helpOption("-h, --help", "show this help")
    .commandsGroup("Help:")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", FOOTER)
  for (const [heading, commands] of Object.entries(COMMANDS_BY_HEADING)) {
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
