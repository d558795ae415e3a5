import { createInterface } from "node:readline/promises"
import type { Command } from "commander"
import { withSession } from "../connect.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "./command-context.ts"

interface DeleteOptions extends ApiOptions {
  readonly yes?: boolean
}

/** `lectern delete <library>`: deletes a library with everything that was indexed. */
export function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <library>", "delete a library with everything that was indexed", [
    "delete /honojs/website",
    "delete /honojs/website --yes --json",
  ])
    .option("--yes", "do not ask")
    .action(async (library: string, options: DeleteOptions) => {
      if (!options.yes) {
        await confirm(context, `delete ${library} with everything that was indexed?`)
      }
      await withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const answer = await client.deleteLibrary(library, { signal })
        terminal.printJson(answer)
        terminal.print(`${answer.libraryName}: ${answer.message}`)
      })
    })
}

/** @throws {CliFailure} nobody is there to ask, or the answer is not yes. */
async function confirm({ io }: CommandContext, question: string): Promise<void> {
  if (!io.stdin.isTTY) {
    throw new CliFailure(EXIT_CODES.usage, "nobody is there to confirm the deletion: add --yes")
  }
  io.stderr.write(`${question} (y/N) `)
  const lines = createInterface({ input: io.stdin, terminal: false })
  const { value: answer } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (!/^y(es)?$/i.test(String(answer ?? "").trim())) {
    throw new CliFailure(EXIT_CODES.failure, "nothing was deleted")
  }
}
