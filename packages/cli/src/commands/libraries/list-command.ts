import type { LecternClient } from "@lectern/client"
import { countOf, LIMITS, type ListLibrariesResponse, type SearchResultItem } from "@lectern/contract"
import type { Command } from "commander"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { describeFoundLibrary } from "../../session/describe-found-library.ts"
import { printResponse } from "../../session/print-response.ts"

/** All pages of the list. */
type AllLibraries = Omit<ListLibrariesResponse, "nextCursor">

/** `lectern list`: lists the libraries that the caller can see. */
export function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list the libraries that you can see, most recently updated first", [
    "list",
    "list --json",
  ]).action((options: ApiOptions) => {
    const terminal = terminalOf(context, options)
    return printResponse(context, options, {
      request: ({ client, signal }) => listAll(client, signal),
      describe: ({ libraries }) => libraries.map((library) => describeFoundLibrary(terminal, library)),
      note: describeCount,
    })
  })
}

/** Requests one page after the other until the last one. */
async function listAll(client: LecternClient, signal: AbortSignal): Promise<AllLibraries> {
  const libraries: SearchResultItem[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.listLibraries({ limit: LIMITS.jobsPageMaxCount, cursor }, { signal })
    libraries.push(...page.libraries)
    if (page.nextCursor === null) return { libraries, totalCount: page.totalCount }
    cursor = page.nextCursor
  }
}

function describeCount({ libraries }: AllLibraries): string {
  return libraries.length === 0
    ? "there is no library that you can see; add one with: lectern add <url>, or sign in with: lectern login"
    : countOf(libraries.length, "library", "libraries")
}
