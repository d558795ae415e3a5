import type { LibraryRecord } from "../../catalogue/libraries/records.ts"

/** When source code is indexed in addition to the documentation of a library. */
export type SourceCodeMode = "always" | "when-undocumented" | "never"

/** Determines the mode from how a library was added; source code of a private library is indexed only on request. */
export function sourceCodeModeOf({ source, isPrivate }: Pick<LibraryRecord, "source" | "isPrivate">): SourceCodeMode {
  if (source.generateDocs) return "always"
  return isPrivate ? "never" : "when-undocumented"
}
