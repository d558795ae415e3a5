import type { Command } from "commander"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"

interface ConfigCheckOptions {
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern config`: works with the settings of a server. */
export function configCommand(context: CommandContext): Command {
  return newCommand("config", "check the settings of a server", ["config check"]).addCommand(
    configCheckCommand(context),
  )
}

/** `lectern config check`: checks the settings in the environment as `lectern serve` does. */
function configCheckCommand(context: CommandContext): Command {
  return newCommand("check", "check the settings in the environment without starting a server", [
    "config check",
    "config check --data-dir /var/lib/lectern --json",
  ])
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: ConfigCheckOptions) => {
      const { problems, warnings } = await context.entryPoints.checkConfig({ dataDir: options.dataDir })
      const isValid = problems.length === 0
      const terminal = terminalOf(context, options)
      terminal.printJson({ isValid, problems, warnings })
      for (const problem of problems) terminal.print(problem)
      for (const warning of warnings) terminal.note(`${terminal.styleNote("yellow", "warning:")} ${warning}`)
      if (isValid) terminal.print("the settings are valid")
      else context.exitWith(EXIT_CODES.usage)
    })
}
