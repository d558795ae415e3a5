import { LIMITS, type SearchLibrariesResponse, type SearchResultItem } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { describeSearchResult } from "./describe-library.ts"
import { isVisible } from "./find-library.ts"
import { keysOfScope, type LibraryScope } from "./library-scope.ts"
import { allow, may, type ServiceContext } from "./service-context.ts"

/** What to look for. */
export interface SearchLibrariesRequest {
  /** 1 to 500 characters. */
  readonly libraryName: string
  /** The question, for the ranking; the name itself when there is none. */
  readonly query: string
  readonly fast: boolean
  readonly scope?: LibraryScope
}

/**
 * Finds libraries by name, best first, at most 30. Private ones show only to callers with a key.
 */
export async function searchLibraries(
  context: ServiceContext,
  caller: Caller,
  request: SearchLibrariesRequest,
): Promise<SearchLibrariesResponse> {
  allow(context, caller, "search")
  const seesPrivate = may(context, caller, "readPrivate")
  const scopeKeys = await keysOfScope(context, request.scope)
  const hits = context.directory.lookUp(request.libraryName, request.query, {
    limit: LIMITS.searchResultsMaxCount,
    fast: request.fast,
    ...(seesPrivate && scopeKeys === undefined
      ? {}
      : {
          isVisible: (key: string) =>
            (scopeKeys?.has(key) ?? true) && (seesPrivate || !context.follower.isPrivate(key)),
        }),
  })
  const { libraries, versions } = context.catalogue
  const results: SearchResultItem[] = []
  for (const { key } of hits) {
    const library = await libraries.byKey(key)
    // The directory may be a moment behind a deletion or a change of visibility.
    if (library === undefined || library.isDeleted || !isVisible(context, caller, library)) continue
    results.push(describeSearchResult(library, await versions.ofLibrary(key)))
  }
  return { results, searchFilterApplied: false }
}
