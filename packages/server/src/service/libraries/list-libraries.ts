import type { ListLibrariesResponse } from "@lectern/contract"
import { z } from "zod"
import { hasPermission } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import { InvalidInput } from "../../base/errors.ts"
import { parseJson } from "../../base/parse-json.ts"
import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryOutline, ShownLibrary } from "../../catalogue/libraries/records.ts"
import { describeSearchResult } from "./describe-library.ts"
import { eachVisible, type VisibleLibraries, visibleLibrariesFor } from "./lookup/visible-libraries.ts"
import type { LibraryServices } from "./library-services.ts"

/** Number of unpublished libraries per query, until enough of them are visible. */
const PAGE_SIZE = 100

/**
 * Lists the libraries that a caller can see, the most recently published first and unpublished ones last; none on an
 * instance that is closed to the caller. Libraries whose first ingestion failed are listed only for callers who can
 * delete them, and are never counted.
 *
 * @param request.cursor `nextCursor` of the previous page. A library that is published between two pages may be missing
 *   or listed twice.
 * @returns at most `limit` libraries; `nextCursor` is null on the last page.
 * @throws {InvalidInput} for an invalid cursor.
 */
export async function listLibraries(
  context: LibraryServices,
  caller: Caller,
  request: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ListLibrariesResponse> {
  if (!hasPermission(context, caller, "search")) return { libraries: [], totalCount: 0, nextCursor: null }
  const start = request.cursor === undefined ? undefined : readCursor(request.cursor)
  // A library that another process has just published must already be at the top.
  await context.catalogueSync.catchUp()
  const reader = await visibleLibrariesFor(context, caller)
  const { libraries, versions } = context.catalogue
  const { newest, totalCount } = await findNewest(context, reader, { limit: request.limit, start })
  const records = new Map<string, ShownLibrary>(
    (await libraries.shownByKeys(newest.map(({ key }) => key))).map((library) => [library.key, library]),
  )
  const shown = newest.flatMap(({ key }) => records.get(key) ?? []).filter((library) => isListed(reader, library))
  const last = newest.at(-1)
  let next: ListPosition | null = last === undefined ? null : { publishedAtMs: last.updatedAtMs ?? 0, key: last.key }
  if (newest.length < request.limit) {
    const unpublished = await findUnpublished(context, caller, reader, {
      limit: request.limit - newest.length,
      afterKey: start?.publishedAtMs === null ? start.key : undefined,
    })
    shown.push(...unpublished.libraries)
    next = unpublished.lastKey === null ? null : { publishedAtMs: null, key: unpublished.lastKey }
  }
  const versionsOf = await versions.tagsOf(shown.map(({ key }) => key))
  const items = shown.map((library) => describeSearchResult(library, versionsOf.get(library.key) ?? []))
  return { libraries: items, totalCount, nextCursor: next === null ? null : makeCursor(next) }
}

/**
 * The last library of a page; without a time if it is unpublished. Not a number of libraries, which would include hidden
 * ones.
 */
interface ListPosition {
  readonly publishedAtMs: number | null
  readonly key: string
}

function makeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url")
}

/** @throws {InvalidInput} */
function readCursor(cursor: string): ListPosition {
  const parsed: unknown = parseJson(Buffer.from(cursor, "base64url").toString())
  const position = Position.safeParse(parsed)
  if (!position.success) throw new InvalidInput("cursor: invalid. Use `nextCursor` from the previous page")
  return position.data
}

const Position = z.strictObject({ publishedAtMs: z.number().nullable(), key: z.string().regex(/^[0-9a-f]{20}$/) })

/**
 * Counts the libraries that a caller can see, and finds the published ones after the previous page, newest first. It does
 * not query the table: with policies that hide most libraries, each page would scan the table to its end.
 */
async function findNewest(
  context: LibraryServices,
  reader: VisibleLibraries,
  { limit, start }: { readonly limit: number; readonly start: ListPosition | undefined },
) {
  const newest: Published[] = []
  let totalCount = 0
  const isAfterStart = (library: Published) =>
    start === undefined ||
    (start.publishedAtMs !== null && byAge({ ...start, updatedAtMs: start.publishedAtMs }, library) < 0)
  await eachVisible(context, reader, (library) => {
    totalCount++
    if (library.updatedAtMs === null || !isAfterStart(library)) return
    const last = newest.at(-1)
    if (newest.length >= limit && last !== undefined && byAge(last, library) <= 0) return
    const place = newest.findIndex((other) => byAge(library, other) < 0)
    newest.splice(place < 0 ? newest.length : place, 0, library)
    if (newest.length > limit) newest.pop()
  })
  return { newest, totalCount }
}

type Published = Pick<LibraryAttributes, "key" | "updatedAtMs">

/** Compares libraries in the order of the catalogue: most recently published first, ties by key. */
function byAge(left: Published, right: Published): number {
  return (
    (right.updatedAtMs ?? 0) - (left.updatedAtMs ?? 0) || Number(left.key < right.key) - Number(left.key > right.key)
  )
}

interface UnpublishedPage {
  readonly libraries: readonly ShownLibrary[]
  /** Key of the last library if there are more; null otherwise. */
  readonly lastKey: string | null
}

async function findUnpublished(
  context: LibraryServices,
  caller: Caller,
  reader: VisibleLibraries,
  { limit, afterKey }: { readonly limit: number; readonly afterKey: string | undefined },
): Promise<UnpublishedPage> {
  const mayDelete = ({ isPrivate }: LibraryOutline) =>
    hasPermission(context, caller, isPrivate ? "deleteLibrary" : "deletePublicLibrary")
  const isShown = (library: LibraryOutline) =>
    isFailedAddition(library) ? mayDelete(library) && isFailureShown(reader, library) : isListed(reader, library)
  const visible: ShownLibrary[] = []
  let lastRead = afterKey
  for (;;) {
    const asked = { afterKey: lastRead, limit: PAGE_SIZE, reader: reader.finderKey }
    const page = await context.catalogue.libraries.unpublished(asked)
    for (const library of page) {
      if (!isShown(library)) continue
      if (visible.length === limit) return { libraries: visible, lastKey: visible.at(-1)?.key ?? null }
      visible.push(library)
    }
    lastRead = page.at(-1)?.key
    if (page.length < PAGE_SIZE) return { libraries: visible, lastKey: null }
  }
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
