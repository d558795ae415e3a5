import type { SearchResultItem } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { describeFoundLibrary } from "../../session/describe-found-library.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

const MAX_DESCRIPTION_CHARACTERS = 200

/** `lectern search <name> [query]`: finds libraries by name. */
export function searchCommand(context: CommandContext): Command {
  return apiCommand(
    "search <name> [query]",
    "find libraries by name, best first; with a question, libraries that answer it rank higher",
    ["search fastapi", 'search next "app router middleware"', "search react --json"],
  ).action((name: string, query: string | undefined, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const terminal = terminalOf(context, options)
      const request = { libraryName: name, query }
      const answer = await client.searchLibraries(request, { signal })
      terminal.printJson(answer)
      for (const result of answer.results) {
        printResult(terminal, result)
      }
      if (answer.results.length === 0) {
        terminal.note(`no library matches ${JSON.stringify(name)}; add one with: lectern add <url>`)
        context.exitWith(EXIT_CODES.notFound)
      }
    }),
  )
}

function printResult(terminal: Terminal, result: SearchResultItem): void {
  terminal.print(describeFoundLibrary(terminal, result))
  const description = result.description.replace(/\s+/gu, " ").trim().slice(0, MAX_DESCRIPTION_CHARACTERS)
  if (description !== "") {
    terminal.print(terminal.style("dim", `    ${description}`))
  }
}
