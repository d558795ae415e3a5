import { LIMITS, type SearchLibrariesResponse, type SearchResultItem } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { describeSearchResult } from "./describe-library.ts"
import { explainHits, wantsExplanation } from "./explain-answer.ts"
import { findByName } from "./find-by-name.ts"
import { readerOf } from "./library-reader.ts"
import { keysOfScope, type LibraryScope, withinScope } from "./library-scope.ts"
import { allow, type ServiceContext } from "./service-context.ts"

/** What to look for. */
export interface SearchLibrariesRequest {
  /** 1 to 500 characters. */
  readonly libraryName: string
  /** The question, for the ranking; the name itself when there is none. */
  readonly query: string
  readonly fast: boolean
  readonly explain?: "1" | undefined
  readonly scope?: LibraryScope
}

/**
 * Finds libraries by name, best first, at most 30. What the caller may not know of is not there; what policies keep away
 * is left out and `searchFilterApplied` says so.
 */
export async function searchLibraries(
  context: ServiceContext,
  caller: Caller,
  request: SearchLibrariesRequest,
): Promise<SearchLibrariesResponse> {
  allow(context, caller, "search")
  const isExplained = wantsExplanation(context, caller, { explain: request.explain })
  const unscoped = await readerOf(context, caller)
  const reader = withinScope(unscoped, await keysOfScope(context, unscoped, request.scope))
  const { hits, isFiltered } = findByName(context, reader, {
    name: request.libraryName,
    query: request.query,
    limit: LIMITS.searchResultsMaxCount,
    fast: request.fast,
  })
  const { libraries, versions } = context.catalogue
  const results: SearchResultItem[] = []
  for (const { key } of hits) {
    const library = await libraries.byKey(key)
    // The directory may be a moment behind a deletion or a change of visibility.
    if (library === undefined || library.isDeleted || reader.mayRead(library) !== "visible") continue
    results.push(describeSearchResult(library, await versions.ofLibrary(key)))
  }
  const explain = isExplained ? { explain: explainHits(hits, new Set(results.map(({ id }) => id))) } : {}
  return { results, searchFilterApplied: isFiltered, ...explain }
}
