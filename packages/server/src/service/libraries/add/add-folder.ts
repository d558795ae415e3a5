import { changedFields } from "../../../base/changes.ts"
import { type AddLibraryResponse, type FolderContents, type FolderUploadPlan, slugId } from "@lectern/contract"
import { Forbidden } from "../../../access/errors.ts"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { InternalFailure, InvalidInput } from "../../../base/errors.ts"
import type { StoredFile } from "../../../catalogue/libraries/records.ts"
import { uploadAddress } from "../../../sources/upload/address.ts"
import { decodeFileList, encodeFileList } from "../../../sources/upload/file-list.ts"
import { sourceOf } from "../../../sources/source-record.ts"
import type { AddLibraryServices } from "../add-library-services.ts"
import { addSource, assertMayAddAgain, givenTextsOf, numberedIds } from "../add-source.ts"
import { assertSameFolder, compareFolder, isUnchanged, type KnownFolder } from "./compare-folder.ts"
import { mayReplaceSource } from "../lookup/library-authority.ts"
import { neighbourOf, type Ownership, ownershipOf, privateTeamspaceOf } from "../lookup/ownership.ts"

/** An uploaded folder as received. */
export interface FolderUpload {
  readonly contents: FolderContents
  /**
   * Files on this machine by the hash of their content. They are moved if the upload is accepted; otherwise, the caller
   * removes them.
   */
  readonly localPathByHash: ReadonlyMap<string, string>
}

/** The effect of an upload on existing libraries. */
interface FolderPlan {
  readonly owner: Ownership
  readonly url: string
  readonly known: KnownFolder | undefined
  readonly missing: ReadonlySet<string>
  readonly changes: FolderUploadPlan["changes"]
}

/**
 * Determines which files of a folder have to be sent. Only files of the library that the upload refreshes count as
 * present, so that nobody gets a file of another library by knowing its hash.
 *
 * @throws {Forbidden} {DuplicateRepository} if the upload would be rejected.
 */
export async function planFolderUpload(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  contents: FolderContents,
): Promise<FolderUploadPlan> {
  const { known, missing, changes } = await planUpload(context, caller, contents)
  return { libraryName: known?.library.id ?? null, missing: [...missing], changes }
}

/**
 * Adds an uploaded folder as a library and queues it, or refreshes the library of the folder with that name.
 *
 * @throws {InvalidInput} if a file is missing. @throws {Forbidden} if the caller may not replace the files.
 * @throws {DuplicateRepository} if the library with that name is a different folder, unless forced.
 */
export async function addFolder(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  { contents, localPathByHash }: FolderUpload,
): Promise<AddLibraryResponse> {
  const { owner, url, known, missing, changes } = await planUpload(context, caller, contents)
  const absent = contents.files.find(({ hash }) => missing.has(hash) && !localPathByHash.has(hash))
  if (absent !== undefined) {
    throw new InvalidInput(`files: ${absent.path} is missing. Send every file that /api/v2/add/folder/plan lists`)
  }
  const given = givenTextsOf(contents)
  const isSame = known !== undefined && isUnchanged(changes) && known.library.state === "finalized"
  if (isSame && contents.force === undefined && changedFields(given).length === 0) {
    return { libraryName: known.library.id, message: `${known.library.id} is unchanged` }
  }
  const list = await storeFolder(context, contents, localPathByHash)
  return addSource(context, caller, {
    claim: {
      idAt: numberedIds(slugId("docs", contents.name)),
      teamspaceKey: owner.teamspaceKey,
      neighbourKey: neighbourOf(context, owner, privateTeamspaceOf(context, caller)),
      findBySource: () => context.catalogue.libraries.bySourceUrl(url, owner.teamspaceKey),
      isSame: () => false,
    },
    source: { kind: "upload", url, files: [list], isFolder: true, folderName: contents.folderName },
    library: { kind: "upload", title: contents.name, description: "", isDescribed: false, given },
    owner,
    keepExisting: () => undefined,
    isForced: contents.force === true,
  })
}

async function planUpload(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  contents: FolderContents,
): Promise<FolderPlan> {
  const isPrivate = contents.private === true || context.settings.LECTERN_EDITION === "hosted"
  const owner = await ownershipOf(context, caller, { isPrivate, projectId: contents.projectId })
  const url = uploadAddress(contents.name)
  const known = await findKnown(context, url, owner)
  if (known !== undefined) {
    await assertMayAddAgain(context, caller, known.library)
    if (!mayReplaceSource(context, caller, known.library)) {
      throw new Forbidden(`cannot replace the files of ${known.library.id}: only an admin can. Choose another title`)
    }
  }
  const changes = compareFolder(known?.files ?? [], contents)
  if (known !== undefined && contents.force !== true) assertSameFolder(known, contents)
  // A file of another size has to be sent, so that its size is checked: what is too large to be indexed depends on it.
  const stored = new Map(known?.files.map(({ hash, byteLength }) => [hash, byteLength]))
  const missing = new Set(
    contents.files.filter(({ hash, bytes }) => stored.get(hash) !== bytes).map(({ hash }) => hash),
  )
  return { owner, url, known, missing, changes }
}

async function findKnown(
  { catalogue, blobs }: AddLibraryServices,
  url: string,
  owner: Ownership,
): Promise<KnownFolder | undefined> {
  const library = await catalogue.libraries.bySourceUrl(url, owner.teamspaceKey)
  if (library === undefined) return undefined
  const source = sourceOf(library.source)
  if (source.kind !== "upload") throw new InternalFailure(`${library.id} has the address of an upload but is none`)
  if (source.isFolder !== true) return { library, files: source.files }
  const lists = await Promise.all(source.files.map(async ({ hash }) => decodeFileList(await blobs.get(hash))))
  return { library, files: lists.flat() }
}

async function storeFolder(
  { blobs }: AddLibraryServices,
  { files }: FolderContents,
  localPathByHash: ReadonlyMap<string, string>,
): Promise<StoredFile> {
  for (const localPath of localPathByHash.values()) await blobs.putFile(localPath)
  const stored = files.map(({ path, hash, bytes }) => ({ path, hash, byteLength: bytes }))
  const list = encodeFileList(stored)
  return { path: "files.json", hash: await blobs.put(list), byteLength: list.byteLength }
}
