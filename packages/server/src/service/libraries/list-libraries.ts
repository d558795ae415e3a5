import type { ListLibrariesResponse } from "@lectern/contract"
import { hasPermission } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryOutline, ShownLibrary } from "../../catalogue/libraries/records.ts"
import { describeSearchResult } from "./describe-library.ts"
import { eachVisible, type VisibleLibraries, visibleLibrariesFor } from "./lookup/visible-libraries.ts"
import type { LibraryServices } from "./library-services.ts"

/** Number of unpublished libraries per query, until enough of them are visible. */
const PAGE_SIZE = 100

/**
 * Lists the newest libraries, for an overview; nothing on an instance that is closed to the caller. Libraries whose
 * first ingestion failed are listed only for callers who can delete them, and are never counted.
 */
export async function listLibraries(
  context: LibraryServices,
  caller: Caller,
  request: { readonly limit: number },
): Promise<ListLibrariesResponse> {
  if (!hasPermission(context, caller, "search")) return { libraries: [], totalCount: 0 }
  // A library that another process has just published must already be at the top.
  await context.catalogueSync.catchUp()
  const reader = await visibleLibrariesFor(context, caller)
  const { libraries, versions } = context.catalogue
  const { newest, totalCount } = await findNewest(context, reader, request.limit)
  const records = new Map<string, ShownLibrary>(
    (await libraries.shownByKeys(newest)).map((library) => [library.key, library]),
  )
  const shown = newest.flatMap((key) => records.get(key) ?? []).filter((library) => isListed(reader, library))
  if (shown.length < request.limit)
    shown.push(...(await findUnpublished(context, caller, reader, request.limit - shown.length)))
  const versionsOf = await versions.tagsOf(shown.map(({ key }) => key))
  const items = shown.map((library) => describeSearchResult(library, versionsOf.get(library.key) ?? []))
  return { libraries: items, totalCount }
}

/**
 * Counts the libraries that a caller can see, and finds the keys of the published ones, newest first. It does not query
 * the table: with policies that hide most libraries, each page would scan the table to its end.
 */
async function findNewest(context: LibraryServices, reader: VisibleLibraries, limit: number) {
  const newest: LibraryAttributes[] = []
  let totalCount = 0
  await eachVisible(context, reader, (library) => {
    totalCount++
    if (library.updatedAtMs === null) return
    const last = newest.at(-1)
    if (newest.length >= limit && last !== undefined && byAge(last, library) <= 0) return
    const place = newest.findIndex((other) => byAge(library, other) < 0)
    newest.splice(place < 0 ? newest.length : place, 0, library)
    if (newest.length > limit) newest.pop()
  })
  return { newest: newest.map(({ key }) => key), totalCount }
}

/** Compares libraries in the order of the catalogue: most recently published first, ties by key. */
function byAge(left: LibraryAttributes, right: LibraryAttributes): number {
  return (right.updatedAtMs ?? 0) - (left.updatedAtMs ?? 0) || (left.key < right.key ? 1 : -1)
}

async function findUnpublished(
  context: LibraryServices,
  caller: Caller,
  reader: VisibleLibraries,
  limit: number,
): Promise<ShownLibrary[]> {
  const seesFailures = hasPermission(context, caller, "deleteLibrary")
  const visible: ShownLibrary[] = []
  for (let offset = 0; visible.length < limit; offset += PAGE_SIZE) {
    const asked = { offset, limit: PAGE_SIZE, reader: reader.teamspaceKey, isUnpublished: true }
    const page = await context.catalogue.libraries.list(asked)
    visible.push(
      ...page.filter((library) =>
        isFailedAddition(library) ? seesFailures && isFailureShown(reader, library) : isListed(reader, library),
      ),
    )
    if (page.length < PAGE_SIZE) break
  }
  return visible.slice(0, limit)
}

function isFailureShown(reader: VisibleLibraries, library: LibraryOutline): boolean {
  return library.redirectTo === null && reader.visibilityOf(library) === "visible"
}

function isListed(reader: VisibleLibraries, library: LibraryOutline): boolean {
  return (
    library.redirectTo === null &&
    reader.visibilityOf(library) === "visible" &&
    reader.searchVisibilityOf(library.key) === "visible"
  )
}
