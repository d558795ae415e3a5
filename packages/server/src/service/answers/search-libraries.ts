import { LIMITS, type SearchLibrariesResponse, type SearchResultItem } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { describeSearchResult } from "../libraries/describe-library.ts"
import { rateLibraries } from "./model-ranking/rate-libraries.ts"
import type { DirectoryHit, LibraryDirectory } from "../../resolve/directory/library-directory.ts"
import { callWithFallback, type ModelOutcome } from "./model-ranking/model-outcome.ts"
import { modelHeaders } from "./model-headers.ts"
import { explainHits, wantsExplanation } from "./explain-answer.ts"
import { findByName } from "../libraries/find-by-name.ts"
import { type VisibleLibraries, visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { keysOfScope, type LibraryScope, withinScope } from "../libraries/library-scope.ts"
import type { AnswerServices } from "./answer-services.ts"

const MAX_SUGGESTIONS = 3

/** The parameters of a library search. */
export interface SearchLibrariesRequest {
  /** 1 to 500 characters. */
  readonly libraryName: string
  /** The question, for ranking; the name if there is no question. */
  readonly query: string
  readonly fast: boolean
  readonly explain?: "1" | undefined
  readonly scope?: LibraryScope | undefined
}

/** The libraries found, and the headers with the outcome of the models. */
export interface LibrariesFound {
  readonly answer: SearchLibrariesResponse
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Finds libraries by name, best first, at most 30. Excludes libraries that the caller cannot see, and libraries that
 * policies exclude, which `searchFilterApplied` reports. Uses the reranker, if one is configured and `fast` is not set.
 */
export async function searchLibraries(
  context: AnswerServices,
  caller: Authorized<"search">,
  request: SearchLibrariesRequest,
): Promise<LibrariesFound> {
  const isExplained = wantsExplanation(context, caller, { explain: request.explain })
  const unscoped = await visibleLibrariesFor(context, caller)
  const reader = withinScope(unscoped, await keysOfScope(context, unscoped, request.scope))
  const directory = await context.catalogueSync.directory()
  const { hits, isFiltered } = findByName(directory, reader, {
    name: request.libraryName,
    query: request.query,
    limit: LIMITS.searchResultsMaxCount,
    fast: request.fast,
  })
  const { found, outcome } = await rerankFound(context, request, await describeHits(context, reader, hits))
  const results = found.map(({ item }) => item)
  const suggestions = results.length === 0 ? suggest(directory, reader, request.libraryName) : []
  const suggested = suggestions.length === 0 ? {} : { suggestions: [...suggestions] }
  const explained = () => explainHits(found.map(({ hit, score }) => ({ ...hit, score })))
  const explain = isExplained ? { explain: explained() } : {}
  return {
    answer: { results, searchFilterApplied: isFiltered, ...suggested, ...explain },
    headers: modelHeaders(outcome),
  }
}

/** Finds libraries whose names resemble a name that matches nothing. */
function suggest(directory: LibraryDirectory, reader: VisibleLibraries, name: string): readonly string[] {
  const isVisible = (key: string) => reader.searchVisibilityOf(key) === "visible"
  return directory.suggest(name, { limit: MAX_SUGGESTIONS, teamspaceKey: reader.finderKey, isVisible })
}

interface FoundLibrary {
  readonly hit: DirectoryHit
  readonly item: SearchResultItem
  readonly score: number
}

async function describeHits(
  { catalogue }: AnswerServices,
  reader: VisibleLibraries,
  hits: readonly DirectoryHit[],
): Promise<readonly FoundLibrary[]> {
  const found: FoundLibrary[] = []
  const keys = hits.map(({ key }) => key)
  // Two statements for all libraries. With a database on another machine, one statement per library would take longer
  // than the search.
  const [records, versions] = await Promise.all([
    catalogue.libraries.shownByKeys(keys),
    catalogue.versions.tagsOf(keys),
  ])
  const byKey = new Map(records.map((library) => [library.key, library]))
  for (const hit of hits) {
    const library = byKey.get(hit.key)
    // The directory may lag slightly behind a deletion or a change of visibility.
    if (library === undefined || library.isDeleted || reader.visibilityOf(library) !== "visible") continue
    const item = describeSearchResult(library, versions.get(hit.key) ?? [])
    found.push({ hit, item, score: hit.score })
  }
  return found
}

/** Reorders the libraries with the reranker, if one is configured; a failure keeps the order. */
async function rerankFound(
  { models: { reranker }, log }: AnswerServices,
  { libraryName: name, query, fast }: SearchLibrariesRequest,
  found: readonly FoundLibrary[],
): Promise<{ readonly found: readonly FoundLibrary[]; readonly outcome: ModelOutcome }> {
  if (reranker === undefined) return { found, outcome: {} }
  if (fast || found.length < 2) return { found, outcome: { reranker: "skipped" } }
  const libraries = found.map(({ item: { id, title, description }, score }) => ({ id, title, description, score }))
  const scores = await callWithFallback(() => rateLibraries(reranker, { name, query }, libraries), {
    log,
    model: "reranker",
  })
  if (scores === undefined) return { found, outcome: { reranker: "failed" } }
  const rated = found.map((library, at) => ({ ...library, score: scores[at] ?? library.score }))
  // The sort is stable, so equal scores keep the order of the directory.
  return { found: rated.toSorted((a, b) => b.score - a.score), outcome: { reranker: "used" } }
}
