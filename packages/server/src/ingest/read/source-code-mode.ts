import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { NoCodeFound } from "../errors.ts"
import { type Filling, indexCode, skipCode } from "./index-files.ts"
import type { ReadingStages } from "../run/reading-stages.ts"

/**
 * Passages of documentation below which a public repository counts as almost undocumented: a README that names the
 * library, how to install it and a first example makes about ten.
 */
const FEW_SNIPPETS = 20

/** When the source code of a library is read beside its documentation. */
export type SourceCodeMode = "always" | "when-undocumented" | "never"

/** Decides from how a library was added; a private one is read only as it was asked for. */
export function sourceCodeModeOf({ source, isPrivate }: Pick<LibraryRecord, "source" | "isPrivate">): SourceCodeMode {
  if (source.generateDocs) return "always"
  return isPrivate ? "never" : "when-undocumented"
}

/**
 * Adds to an index what the source code says, when it is to be used. Called after the documentation is in.
 *
 * @returns sentences for the report.
 * @throws {NoCodeFound} when it was asked for and there is none that anybody could use.
 */
export async function indexSourceCode(
  stages: ReadingStages,
  filling: Filling,
  use: SourceCodeMode,
): Promise<readonly string[]> {
  const { snapshot, fileReport, signal } = filling
  const written = fileReport.snippets
  const isWanted = use === "always" || (use === "when-undocumented" && written < FEW_SNIPPETS)
  if (snapshot.code === undefined || !isWanted) {
    if (snapshot.code !== undefined) skipCode(snapshot.code, fileReport)
    if (use === "always") throw new NoCodeFound("the source holds no source code in a language that is read")
    return []
  }
  const code = await snapshot.code.open(signal)
  const made = await indexCode(stages, code, filling)
  if (made === 0 && use === "always") {
    throw new NoCodeFound("the source code declares nothing public; the report says what became of each file")
  }
  if (made === 0) return []
  const why = use === "always" ? "as it was asked for" : `because its documentation makes only ${written} passages`
  return [`${made} passages were generated from the source code, ${why}`, ...code.notes]
}
