import type { SearchResultItem } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { decide } from "../access/permissions.ts"
import { describeSearchResult } from "./describe-library.ts"
import { isVisible } from "./find-library.ts"
import { isClosed, type ServiceContext } from "./service-context.ts"

/** The newest libraries that a caller may see. */
export interface LibraryOverview {
  readonly libraries: readonly SearchResultItem[]
  /** All libraries of the instance, those left out here included; 0 for callers who may see none. */
  readonly totalCount: number
}

/** Lists the newest libraries, for an overview; nothing on an instance that is closed to the caller. */
export async function listLibraries(
  context: ServiceContext,
  caller: Caller,
  request: { readonly limit: number },
): Promise<LibraryOverview> {
  if (decide("search", caller, isClosed(context)) !== "allowed") return { libraries: [], totalCount: 0 }
  const { libraries, versions } = context.catalogue
  const page = await libraries.list({ offset: 0, limit: request.limit })
  const visible = page.filter((library) => isVisible(context, caller, library))
  const items = visible.map(async (library) => describeSearchResult(library, await versions.ofLibrary(library.key)))
  return { libraries: await Promise.all(items), totalCount: await libraries.count() }
}
