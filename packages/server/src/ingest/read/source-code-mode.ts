import type { LibraryRecord } from "../../catalogue/libraries/records.ts"

/** When the source code of a library is read beside its documentation. */
export type SourceCodeMode = "always" | "when-undocumented" | "never"

/** Decides from how a library was added; a private one is read only as it was asked for. */
export function sourceCodeModeOf({ source, isPrivate }: Pick<LibraryRecord, "source" | "isPrivate">): SourceCodeMode {
  if (source.generateDocs) return "always"
  return isPrivate ? "never" : "when-undocumented"
}
