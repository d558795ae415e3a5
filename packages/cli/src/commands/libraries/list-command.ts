import { countOf, LIMITS, type ListLibrariesResponse } from "@lectern/contract"
import type { Command } from "commander"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { describeFoundLibrary } from "../../session/describe-found-library.ts"
import { printResponse } from "../../session/print-response.ts"

/** `lectern list`: lists the libraries that the caller can see. */
export function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list the libraries that you can see, most recently updated first", [
    "list",
    "list --json",
  ]).action((options: ApiOptions) => {
    const terminal = terminalOf(context, options)
    return printResponse(context, options, {
      request: ({ client, signal }) => client.listLibraries({ limit: LIMITS.jobsPageMaxCount }, { signal }),
      describe: ({ libraries }) => libraries.map((library) => describeFoundLibrary(terminal, library)),
      note: describeCount,
    })
  })
}

/** Says how many there are, because the server lists only the newest ones. */
function describeCount({ libraries, totalCount }: ListLibrariesResponse): string {
  if (libraries.length === 0)
    return "there is no library that you can see; add one with: lectern add <url>, or sign in with: lectern login"
  const isCut = libraries.length >= LIMITS.jobsPageMaxCount && totalCount > libraries.length
  if (!isCut) return countOf(libraries.length, "library", "libraries")
  return `the newest ${libraries.length} of ${countOf(totalCount, "library", "libraries")}; find the others with: lectern search <name>`
}
