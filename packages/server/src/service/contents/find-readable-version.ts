import { versionTagOf } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { assertNotBlocked, findServableLibrary } from "../libraries/lookup/find-library.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import type { ContentServices } from "./content-services.ts"

/** A version whose contents a caller may see. */
export interface ReadableVersion {
  readonly library: LibraryRecord
  readonly versionTag: string
  /** Undefined while nothing is indexed. */
  readonly indexHash: string | undefined
  /** True if policies withhold snippets with suspicious text. */
  readonly withholdsFlagged: boolean
}

/**
 * Finds a version of a library whose contents a caller may see.
 *
 * @param request.version tag of an indexed version; empty for the default one.
 * @throws {LibraryMissing} {LibraryRedirected} {TagMissing}
 * @throws {AccessDenied} {SuspiciousContentBlocked} if policies of the teamspace exclude it.
 */
export async function findReadableVersion(
  context: ContentServices,
  caller: Caller,
  { libraryId, version: requested }: { readonly libraryId: string; readonly version: string },
): Promise<ReadableVersion> {
  const library = await findServableLibrary(context, caller, libraryId)
  const versionTag = versionTagOf(requested)
  const version = await context.catalogue.versions.get(library.key, versionTag)
  if (version === undefined && versionTag !== "")
    throw new TagMissing(`version not found: ${library.id} has no indexed version ${requested}`)
  const { suspiciousContent } = await visibleLibrariesFor(context, caller)
  assertNotBlocked(suspiciousContent, library.id, version?.flaggedSnippets ?? 0)
  return {
    library,
    versionTag,
    indexHash: version?.indexHash ?? undefined,
    withholdsFlagged: suspiciousContent.action !== "flag",
  }
}
