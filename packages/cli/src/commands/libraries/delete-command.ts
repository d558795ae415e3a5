import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
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
    .action((given: string, options: DeleteOptions) =>
      withSession(options, context, async (session) => {
        const terminal = terminalOf(context, options)
        if (options.yes === true && !given.startsWith("/")) {
          throw new CliFailure(EXIT_CODES.usage, `--yes requires the id of the library: ${given} is a name`)
        }
        const library = await findLibraryId(session, terminal, { library: given, isChanged: true })
        if (!options.yes) {
          await confirm(context.io, `delete ${library} and its index?`, {
            what: "deletion",
            refused: "nothing was deleted",
          })
        }
        const answer = await session.client.deleteLibrary(library, { signal: session.signal })
        terminal.printJson(answer)
        terminal.print(`${answer.libraryName}: ${answer.message}`)
      }),
    )
}
