import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import { noteDataDir } from "./note-data-dir.ts"

interface HookSecretOptions {
  readonly new?: boolean | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin hook-secret`: prints the secret that git hosts use to sign incoming hooks. */
export function hookSecretCommand(context: CommandContext): Command {
  return newCommand("hook-secret", "print the secret of the incoming hooks; works on the data directory", [
    "admin hook-secret",
    "admin hook-secret --new --data-dir /var/lib/lectern",
  ])
    .option("--new", "replace the secret; hooks that use the old one are rejected from now on")
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: HookSecretOptions) => {
      await noteDataDir(context, options)
      const { dataDir } = options
      const isNew = options.new === true
      const secret = await context.entryPoints.hookSecret({ isNew, dataDir })
      const terminal = terminalOf(context, options)
      terminal.printJson({ secret })
      terminal.print(secret)
      terminal.note("enter it in the webhook settings of your git host: see docs/webhooks.md")
    })
}
