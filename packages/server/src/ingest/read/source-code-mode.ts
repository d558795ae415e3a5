import type { LibraryRecord } from "../../catalogue/libraries/records.ts"

/** When the source code of a library is indexed in addition to its documentation. */
export type SourceCodeMode = "always" | "when-undocumented" | "never"

/** Determines the mode from how a library was added; source code of a private library is indexed only on request. */
export function sourceCodeModeOf({ source, isPrivate }: Pick<LibraryRecord, "source" | "isPrivate">): SourceCodeMode {
  if (source.generateDocs) return "always"
  return isPrivate ? "never" : "when-undocumented"
}
