import { LIMITS } from "../limits/limits.ts"
import type { DocumentationSource } from "./answer-tool-call.ts"

/** Completions of one argument, in the form of the protocol. */
export type CompletionAnswer = { completion: { values: string[]; total: number; hasMore: boolean } }

/** Argument that is completed; all tools have it under this name. */
const ARGUMENT = "libraryId"
const NONE: CompletionAnswer = { completion: { values: [], total: 0, hasMore: false } }

/**
 * Completes the argument `libraryId` from the names of libraries. A failure completes nothing: completions are a convenience.
 *
 * @param argument its name and what has been typed so far, such as `/hono` or `hono`.
 */
export async function completeLibraryId(
  source: Pick<DocumentationSource, "searchLibraries" | "explainFailure">,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<CompletionAnswer> {
  const typed = value.trim().replace(/^\/+/, "").slice(0, LIMITS.queryMaxCharacters)
  if (name !== ARGUMENT || typed === "") return NONE
  try {
    const { results } = await source.searchLibraries({ libraryName: typed, query: typed, fast: "true" })
    const values = results.map(({ id }) => id)
    return { completion: { values, total: values.length, hasMore: false } }
  } catch (thrown) {
    source.explainFailure(thrown)
    return NONE
  }
}
