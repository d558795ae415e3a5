import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"

interface HookSecretOptions {
  readonly new?: boolean | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin hook-secret`: shows the secret that forges sign webhooks with. */
export function hookSecretCommand(context: CommandContext): Command {
  return newCommand("hook-secret", "show the secret of the push webhooks; works on the data directory", [
    "admin hook-secret",
    "admin hook-secret --new --data-dir /var/lib/lectern",
  ])
    .option("--new", "make a new one: webhooks that use the old one are refused from now on")
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: HookSecretOptions) => {
      const { dataDir } = options
      const isNew = options.new === true
      const secret = await context.entryPoints.hookSecret({ isNew, dataDir })
      const terminal = terminalOf(context, options)
      terminal.printJson({ secret })
      terminal.print(secret)
      terminal.note("give it to the webhooks of your repositories: see docs/webhooks.md")
    })
}
