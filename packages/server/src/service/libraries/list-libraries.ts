import type { ListLibrariesResponse } from "@lectern/contract"
import { hasPermission } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { describeSearchResult } from "./describe-library.ts"
import { countVisible, type VisibleLibraries, visibleLibrariesFor } from "./lookup/visible-libraries.ts"
import type { LibraryServices } from "./library-services.ts"

/** Libraries read at a time until enough of them are visible. */
const PAGE_SIZE = 100

/**
 * Lists the newest libraries, for an overview; nothing on an instance that is closed to the caller. Libraries whose first
 * ingestion failed are listed for those who can delete them, and never counted.
 */
export async function listLibraries(
  context: LibraryServices,
  caller: Caller,
  request: { readonly limit: number },
): Promise<ListLibrariesResponse> {
  if (!hasPermission(context, caller, "search")) return { libraries: [], totalCount: 0 }
  const reader = await visibleLibrariesFor(context, caller)
  const { libraries, versions } = context.catalogue
  const visible: LibraryRecord[] = []
  const seesFailures = hasPermission(context, caller, "deleteLibrary")
  for (let offset = 0; visible.length < request.limit; offset += PAGE_SIZE) {
    const page = await libraries.list({ offset, limit: PAGE_SIZE, reader: reader.teamspaceKey })
    visible.push(
      ...page.filter((library) =>
        isFailedAddition(library) ? seesFailures && isFailureShown(reader, library) : isListed(reader, library),
      ),
    )
    if (page.length < PAGE_SIZE) break
  }
  const shown = visible.slice(0, request.limit)
  const items = shown.map(async (library) => describeSearchResult(library, await versions.ofLibrary(library.key)))
  return { libraries: await Promise.all(items), totalCount: await countVisible(context, reader) }
}

function isFailureShown(reader: VisibleLibraries, library: LibraryRecord): boolean {
  return library.redirectTo === null && reader.visibilityOf(library) === "visible"
}

function isListed(reader: VisibleLibraries, library: LibraryRecord): boolean {
  return (
    library.redirectTo === null &&
    reader.visibilityOf(library) === "visible" &&
    reader.searchVisibilityOf(library.key) === "visible"
  )
}
