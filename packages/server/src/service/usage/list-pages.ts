import { type LibraryPage, type ListPagesQuery, type ListPagesResponse, versionTagOf } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { readIndexedPages } from "../contents/read-indexed-pages.ts"
import { authorizeLibrary } from "../libraries/lookup/library-authority.ts"
import type { ServiceContext } from "../service-context.ts"
import type { UsageServices } from "./usage-services.ts"

/**
 * Lists the pages of a library version with the number of answers that contained each, least often returned first.
 *
 * @throws {LibraryMissing} {TagMissing} {Forbidden}
 */
export async function listPages(
  context: UsageServices & Pick<ServiceContext, "openIndexes">,
  caller: Authorized<"updateLibrary">,
  { libraryId, version: tag, offset, limit }: ListPagesQuery & { readonly libraryId: string },
): Promise<ListPagesResponse> {
  const { id, key: libraryKey } = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  const versionTag = versionTagOf(tag)
  const version = await context.catalogue.versions.get(libraryKey, versionTag)
  if (version === undefined && versionTag !== "")
    throw new TagMissing(`version not found: ${id} has no indexed version ${tag}`)
  const { answerCount, countByPath } = await context.catalogue.usage.readPages({ libraryKey, versionTag })
  const indexHash = version?.indexHash ?? undefined
  const pages = indexHash === undefined ? [] : await readPages(context, indexHash, countByPath)
  return {
    libraryId: id,
    version: versionTag,
    countsAnswers: context.settings.LECTERN_USAGE === "on",
    answerCount,
    total: pages.length,
    neverReturnedCount: pages.filter((page) => page.answerCount === 0).length,
    pages: pages.slice(offset, offset + limit),
  }
}

async function readPages(
  context: UsageServices & Pick<ServiceContext, "openIndexes">,
  indexHash: string,
  countByPath: ReadonlyMap<string, number>,
): Promise<LibraryPage[]> {
  const pageByPath = new Map<string, LibraryPage>()
  for (const { path, title, url } of await readIndexedPages(context, indexHash, (page) => page)) {
    if (!pageByPath.has(path)) pageByPath.set(path, { path, title, url, answerCount: countByPath.get(path) ?? 0 })
  }
  return [...pageByPath.values()].toSorted(
    (one, other) => one.answerCount - other.answerCount || (one.path < other.path ? -1 : 1),
  )
}
