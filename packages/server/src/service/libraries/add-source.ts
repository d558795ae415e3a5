import { type AddLibraryResponse, FORCE_ADVICE, type LibraryId, numberedLibraryId } from "@lectern/contract"
import { Forbidden } from "../../access/errors.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { changedFields } from "../../base/changes.ts"
import { hasPermission } from "../../access/permissions/authorize.ts"
import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import { isRedirectOfSource } from "../../catalogue/libraries/is-redirect-of-source.ts"
import type {
  CustomTexts,
  LibraryChanges,
  LibraryKind,
  LibraryRecord,
  SourceRecord,
} from "../../catalogue/libraries/records.ts"
import { kindOf } from "../../sources/registry.ts"
import type { Source } from "../../sources/source.ts"
import { recordOf } from "../../sources/source-record.ts"
import { recordLibraryAction } from "../audit/record-library-action.ts"
import { DuplicateRepository } from "../errors.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import { claimLibraryId, type IdClaim } from "./claim-library-id.ts"
import { mayReplaceSource } from "./lookup/library-authority.ts"
import { visibleLibrariesFor } from "./lookup/visible-libraries.ts"
import type { Ownership } from "./lookup/ownership.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** A source to add, prepared by the code of its kind. */
export interface NewSource {
  readonly claim: IdClaim
  readonly source: Source
  readonly library: {
    readonly kind: LibraryKind
    /** Shown until the source provides its own title. */
    readonly title: string
    readonly description: string
    readonly isDescribed: boolean
    /** Title and description from the request, which take precedence over those of the source. */
    readonly given?: CustomTexts
  }
  readonly owner: Ownership
  /**
   * Decides whether an existing library stays unchanged.
   *
   * @returns the response for a library that stays unchanged; undefined if it is processed again.
   * @throws {DuplicateRepository} if the request is rejected.
   */
  keepExisting(library: LibraryRecord): AddLibraryResponse | undefined | Promise<AddLibraryResponse | undefined>
  /** Returns the changes, besides the source, of a library that is processed again. */
  changesOf?(library: LibraryRecord): LibraryChanges
  /** If false, an existing library is processed again only if the source has changed. */
  readonly isForced?: boolean
  /** If false, the request contains only the address, and an existing library keeps the options of its source. */
  readonly hasOptions?: boolean
}

/**
 * Adds a source as a new library and queues it, or processes its existing library again.
 *
 * @throws {Forbidden} {DuplicateRepository}
 */
export async function addSource(
  context: AddLibraryServices,
  caller: Caller,
  wanted: NewSource,
): Promise<AddLibraryResponse> {
  const { claim, source, library, owner } = wanted
  assertMayDescribe(context, caller, wanted)
  const title = library.given?.title ?? library.title
  const description = library.given?.description ?? library.description
  const claimed = await claimLibraryId(context, claim, async (id) => {
    if (owner.isPrivate) await assertMayHide(context, caller, id)
    return submitLibrary(context, caller, { ...library, title, description, ...owner, id, source: recordOf(source) })
  })
  if (!claimed.isNew) return addAgain(context, caller, { existing: claimed.library, wanted })
  const { id } = claimed.library
  await recordLibraryAction(context, caller, "library.add", claimed.library)
  return { libraryName: id, message: `${id} is queued for processing` }
}

/**
 * Throws if a tenant sets the title or description of a library that all tenants see: agents read both, and trust them
 * because of the id.
 *
 * @throws {Forbidden}
 */
function assertMayDescribe(context: AddLibraryServices, caller: Caller, { library, owner }: NewSource): void {
  const names = changedFields({ title: library.given?.title, description: library.given?.description })
  const isShared = context.settings.LECTERN_EDITION === "hosted" && !owner.isPrivate
  if (names.length === 0 || !isShared || hasPermission(context, caller, "updatePublicLibrary")) return
  throw new Forbidden(
    `cannot set the ${names.join(" and ")} of a public library: only operators of this instance can. Add it without`,
  )
}

/**
 * Throws if a new private library would replace a public one of the same id for its whole teamspace, and the caller may
 * not decide who can see libraries. A public library without content is of no use to anyone, so it may be replaced.
 *
 * @throws {DuplicateRepository}
 */
async function assertMayHide(context: AddLibraryServices, caller: Caller, id: LibraryId): Promise<void> {
  const hidden = await context.catalogue.libraries.byId(id, null)
  if (hidden === undefined || isFailedAddition(hidden) || hasPermission(context, caller, "manageLibraryAccess")) return
  throw new DuplicateRepository(
    "cannot add the source: it already exists as a public library. Only an admin can add it as a private one as well",
  )
}

async function addAgain(
  context: AddLibraryServices,
  caller: Caller,
  { existing, wanted }: { readonly existing: LibraryRecord; readonly wanted: NewSource },
): Promise<AddLibraryResponse> {
  await assertMayAddAgain(context, caller, existing)
  const kept = await wanted.keepExisting(existing)
  if (kept !== undefined) return kept
  const isImport = existing.source.type === "import"
  if (!mayReplaceSource(context, caller, existing)) {
    // An imported library has no source that could be processed again.
    if (isImport) return { libraryName: existing.id, message: `${existing.id} already exists as an imported library` }
    return processUnchanged(context, caller, { existing, wanted })
  }
  const { kind, isDescribed, given } = wanted.library
  const adopted = isImport ? { kind, isDescribed } : {}
  const title = given?.title ?? existing.given.title
  const description = given?.description ?? existing.given.description
  const texts = {
    title: given?.title,
    description: given?.description,
    given: { ...existing.given, title, description },
  }
  const changes = { ...adopted, ...texts, ...wanted.changesOf?.(existing), source: sourceAgain(existing, wanted) }
  await context.catalogue.libraries.update(existing.key, changes)
  const { source, teamspaceKey = existing.teamspaceKey } = changes
  await recordLibraryAction(context, caller, "library.replace", { id: existing.id, source, teamspaceKey })
  await queueLibrary(context, caller, existing, { cause: "add", force: wanted.isForced ?? true })
  await context.catalogueSync.catchUp()
  const again = isImport ? "; it was imported, and is refreshed from its source from now on" : " again"
  return { libraryName: existing.id, message: `${existing.id} is queued for processing${again}` }
}

/**
 * Returns the source of an existing library that is processed again. One that has never been indexed may have wrong options, and a redirect that
 * Lectern left has those of the library that moved.
 */
function sourceAgain(existing: LibraryRecord, { source, hasOptions = true }: NewSource): SourceRecord {
  const isEmpty = isFailedAddition(existing) || (existing.redirectTo !== null && !isRedirectOfSource(existing))
  const isKept = !hasOptions && existing.source.type === source.kind && !isEmpty
  return isKept ? existing.source : recordOf(source)
}

/**
 * Processes a library again for a caller who may not change it, with its stored source and settings.
 *
 * @throws {Forbidden} for files, which would be dropped.
 */
async function processUnchanged(
  context: AddLibraryServices,
  caller: Caller,
  { existing, wanted }: { readonly existing: LibraryRecord; readonly wanted: NewSource },
): Promise<AddLibraryResponse> {
  const { id } = existing
  if (recordOf(wanted.source).files !== undefined) {
    throw new Forbidden(`cannot replace the files of ${id}: only an admin can. Upload them under another title`)
  }
  await recordLibraryAction(context, caller, "library.refresh", existing)
  await queueLibrary(context, caller, existing, { cause: "add", force: true })
  return { libraryName: id, message: `${id} is queued for processing again with its current settings` }
}

/**
 * Throws if the library is hidden from the caller. Otherwise, anyone who knows its source could have it processed again
 * with other settings or files.
 *
 * @throws {DuplicateRepository} without the name of the library.
 */
export async function assertMayAddAgain(
  context: AddLibraryServices,
  caller: Caller,
  library: LibraryRecord,
): Promise<void> {
  const reader = await visibleLibrariesFor(context, caller)
  const { redirectTo, teamspaceKey } = library
  const isMoved = redirectTo !== null && !isRedirectOfSource(library)
  const target = isMoved ? await context.catalogue.libraries.byId(redirectTo, teamspaceKey) : undefined
  if (reader.visibilityOf(target ?? library) !== "hidden") return
  throw new DuplicateRepository(
    "cannot add the source: it already exists as a library that you cannot see. Ask an admin for access",
  )
}

/** Keeps an existing library unless it has failed or the request is forced. */
export function keepUnlessForced(force: boolean): NewSource["keepExisting"] {
  return ({ id, state, source }) =>
    force || state === "error" || source.type === "import"
      ? undefined
      : { libraryName: id, message: `${id} already exists. ${FORCE_ADVICE}` }
}

/** Returns the title and description in a request. */
export function givenTextsOf({
  title,
  description,
}: {
  readonly title?: string | undefined
  readonly description?: string | undefined
}): CustomTexts {
  return { title, description }
}

/** Returns numbered ids for a source: the given one, then the same with `-2`, `-3` and so on. */
export function numberedIds(baseId: LibraryId): IdClaim["idAt"] {
  return (ordinal) => numberedLibraryId(baseId, ordinal + 1)
}

/**
 * Claims an id for a public source with an address. A library with the same address and kind has the same source, and
 * so does one that was imported with that address.
 */
export function claimByAddress(baseId: LibraryId, source: Source): IdClaim {
  return {
    idAt: numberedIds(baseId),
    teamspaceKey: null,
    isSame: ({ source: { type, url } }) =>
      (type === source.kind || type === "import") && kindOf(source).isSameAddress(url, source.url),
  }
}
