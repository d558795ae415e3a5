import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { confirm } from "../../terminal/confirm.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface DeleteOptions extends ApiOptions {
  readonly yes?: boolean | undefined
}

/** `lectern delete <library>`: deletes a library and its index. */
export function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <library>", "delete a library and its index", [
    "delete /honojs/website",
    "delete /honojs/website --yes --json",
  ])
    .option("--yes", "do not ask")
    .action(async (library: string, options: DeleteOptions) => {
      if (!options.yes) {
        await confirm(context.io, `delete ${library} and its index?`, {
          what: "deletion",
          refused: "nothing was deleted",
        })
      }
      await withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const answer = await client.deleteLibrary(library, { signal })
        terminal.printJson(answer)
        terminal.print(`${answer.libraryName}: ${answer.message}`)
      })
    })
}
