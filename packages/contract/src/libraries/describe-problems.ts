import { countOf } from "../text/counts.ts"
import type { FileReport, LibraryRecord } from "./libraries.ts"

/** Problems that are shown where there is no room for all. */
const SHOWN_PROBLEMS = 3

/** Tells whether a problem of a page is an include that was not found. */
export function isMissingInclude(problem: string): boolean {
  return problem.includes(" could not be included: ")
}

/** Describes the problems of a file report in a few words; undefined if there are none. */
export function summariseProblems({
  problemCount,
  missingIncludeCount,
}: Pick<FileReport, "problemCount" | "missingIncludeCount">): string | undefined {
  if (problemCount === 0) return undefined
  const pages = countOf(problemCount, "page")
  if (missingIncludeCount === 0) return pages
  return `${pages} (${countOf(missingIncludeCount, "include")} not found)`
}

/** Lists the problems of a file report, each with its page. @param maxCount all when left out. */
export function listProblems({ problems }: Pick<FileReport, "problems">, maxCount = Infinity): string[] {
  const lines: string[] = []
  for (const { path, problems: ofPage } of problems) {
    for (const problem of ofPage) {
      if (lines.length >= maxCount) return lines
      lines.push(`${path}: ${problem}`)
    }
  }
  return lines
}

const BUILT_FROM = "Built from "

/** Writes the note about a site that is built from a repository, which would be the better source. */
export function suggestRepository(repositoryUrl: string): string {
  return `${BUILT_FROM}${repositoryUrl}. Add that instead for versions and faster refreshes.`
}

/** Lists what would make a library better: the repository that its site is built from. */
export function listSuggestions({ files }: Pick<LibraryRecord, "files">): readonly string[] {
  return (files?.notes ?? []).filter((note) => note.startsWith(BUILT_FROM))
}

/** Describes what went wrong in a library: a summary and the first problems; empty if nothing did. */
export function describeProblems({ files }: Pick<LibraryRecord, "files">): string[] {
  const summary = files === null ? undefined : summariseProblems(files)
  const failed = files?.failed ?? []
  return [
    ...(summary === undefined || files === null
      ? []
      : [`problems: ${summary}`, ...listProblems(files, SHOWN_PROBLEMS).map((line) => `  ${line}`)]),
    ...(files === null || files.failedCount === 0
      ? []
      : [
          `failed: ${countOf(files.failedCount, "file")}`,
          ...failed.slice(0, SHOWN_PROBLEMS).map(({ path, reason, detail }) => `  ${path}: ${detail ?? reason}`),
        ]),
  ]
}
