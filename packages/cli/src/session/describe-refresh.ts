import type { LibraryRecord } from "@lectern/contract"

/** Describes when a library is refreshed, after the word `refreshed`. */
export function describeRefresh({
  source,
  refreshSchedule,
  lastJob,
}: Pick<LibraryRecord, "source" | "refreshSchedule" | "lastJob">): string {
  // Schedules skip a source that only its owner can read again, even if the library has one.
  // The source of an imported library has the kind of the original one.
  if (source.kind === "import" || lastJob?.kind === "import") return "never: import the library again to change it"
  if (source.kind === "upload" || (source.kind === "openapi" && source.url === null)) {
    return "never: send changed files with lectern add or lectern watch"
  }
  return refreshSchedule ?? "at the server's default interval"
}
