import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"

/** `lectern popular [words]`: lists the libraries that `lectern add --popular` accepts. */
export function popularCommand(context: CommandContext): Command {
  return newCommand("popular [words...]", "list popular libraries that can be added by name", [
    "popular",
    "popular react",
    "popular python: --json",
  ])
    .option("--json", "print the result as one JSON document")
    .action(async (words: readonly string[], options: { readonly json?: boolean | undefined }) => {
      const { searchPopularLibraries } = await import("@lectern/contract/popular")
      const terminal = terminalOf(context, options)
      const libraries = searchPopularLibraries(words)
      const width = Math.max(0, ...libraries.map(({ name }) => name.length))
      terminal.printJson({ libraries })
      for (const { name, title, repositoryUrl, folders } of libraries) {
        const where = folders.length === 0 ? repositoryUrl : `${repositoryUrl}  ${folders.join(", ")}`
        terminal.print(`${name.padEnd(width)}  ${title}  ${terminal.style("dim", where)}`)
      }
      terminal.note(
        libraries.length === 0
          ? "no popular library matches: add its documentation with lectern add <address>"
          : "add one with: lectern add --popular <name>",
      )
    })
}
