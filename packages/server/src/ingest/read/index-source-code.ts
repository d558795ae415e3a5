import { countOf } from "@lectern/contract"
import { NoCodeFound } from "../errors.ts"
import { type Filling, indexCode, skipCode } from "./index-files.ts"
import type { PageStages } from "./make-page.ts"
import type { SourceCodeMode } from "./source-code-mode.ts"

/**
 * A public repository with fewer documentation snippets is considered almost undocumented: a README with the library's
 * name, installation and a first example has about ten.
 */
const FEW_SNIPPETS = 20

/**
 * Adds documentation generated from source code to an index, if the library uses it. Called after the documentation was
 * added.
 *
 * @returns notes for the report.
 * @throws {NoCodeFound} if source code was requested and contains no public symbols.
 */
export async function indexSourceCode(
  filling: Filling,
  use: SourceCodeMode,
  stages: PageStages,
): Promise<readonly string[]> {
  const { snapshot, fileReport, signal } = filling
  const written = fileReport.snippets
  const isWanted = use === "always" || (use === "when-undocumented" && written < FEW_SNIPPETS)
  if (snapshot.code === undefined || !isWanted) {
    if (snapshot.code !== undefined) skipCode(snapshot.code, fileReport)
    if (use === "always") throw new NoCodeFound("no source code found: the source has no files in a supported language")
    return []
  }
  const code = await snapshot.code.open(signal)
  const made = await indexCode(code, filling, stages)
  if (made === 0 && use === "always") {
    throw new NoCodeFound("the source code declares no public symbols. See the file report")
  }
  if (made === 0) return []
  const why = use === "always" ? "as requested" : `because its documentation has only ${written} snippets`
  return [`${countOf(made, "snippet was", "snippets were")} generated from the source code, ${why}`, ...code.notes]
}
