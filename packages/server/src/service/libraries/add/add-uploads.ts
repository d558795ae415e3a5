import { open, stat } from "node:fs/promises"
import { fileTitle, slugId, type AddLibraryResponse, type FileUploadFields } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { InvalidInput } from "../../../base/errors.ts"
import type { LibraryRecord, StoredFile } from "../../../catalogue/libraries/records.ts"
import { BINARY_HEAD_BYTES, detectBinary } from "@lectern/parsers/detect"
import { assignPaths } from "../../../sources/upload/upload-paths.ts"
import { uploadAddress } from "../../../sources/upload/address.ts"
import { addSource, assertMayAddAgain, numberedIds } from "../add-source.ts"
import { DuplicateRepository } from "../../errors.ts"
import { neighbourOf, ownershipOfUpload, privateTeamspaceOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** A file as received. */
export interface ReceivedFile {
  /** File name from the sender. */
  readonly name: string
  /** File on this machine. It is moved if the upload is accepted; otherwise, the caller removes it. */
  readonly localPath: string
}

/** An upload as received. */
export interface Upload extends FileUploadFields {
  /** At least one. */
  readonly files: readonly ReceivedFile[]
}

/**
 * Adds uploaded PDF and DOCX files as a library and queues it. Its identity is its title, else the name of its
 * collection, else the name of its first file: the same name refers to the same library.
 *
 * @throws {InvalidInput} if a file is neither PDF nor DOCX, or a path is not inside the library.
 * @throws {DuplicateRepository} if the library already exists and is private.
 */
export async function addUploads(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  upload: Upload,
): Promise<AddLibraryResponse> {
  const [first] = upload.files
  if (first === undefined) throw new InvalidInput("documentFiles: is required. Send at least one PDF or DOCX file")
  const paths = assignPaths(
    upload.files.map(({ name }) => name),
    upload.relativePaths,
  )
  await assertFormats(upload.files)
  const owner = await ownershipOfUpload(context, caller)
  const title = upload.projectTitle ?? upload.collectionName ?? fileTitle(first.name)
  const url = uploadAddress(title)
  const findBySource = () => context.catalogue.libraries.bySourceUrl(url, owner.teamspaceKey)
  // Checked before any file is stored, so that an upload that changes nothing leaves nothing behind.
  const known = await findBySource()
  if (known !== undefined) {
    await assertMayAddAgain(context, caller, known)
    const kept = keepExisting(known, upload)
    if (kept !== undefined) return kept
  }
  const { description } = upload
  return addSource(context, caller, {
    claim: {
      idAt: numberedIds(slugId("docs", title)),
      teamspaceKey: owner.teamspaceKey,
      neighbourKey: neighbourOf(context, owner, privateTeamspaceOf(context, caller)),
      findBySource,
      isSame: () => false,
    },
    source: { kind: "upload", url, files: await storeFiles(context, upload.files, paths) },
    library: {
      kind: "upload",
      title,
      description: description ?? "",
      isDescribed: description !== undefined,
    },
    owner,
    keepExisting: (library) => keepExisting(library, upload),
    changesOf: () => (description === undefined ? {} : { description, isDescribed: true }),
  })
}

/** Checks that the first bytes of files match their names. Whether a file can be parsed is only known later. */
async function assertFormats(files: readonly ReceivedFile[]): Promise<void> {
  for (const { name, localPath } of files) {
    const file = await open(localPath)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BINARY_HEAD_BYTES), 0, BINARY_HEAD_BYTES, 0)
      if (detectBinary(name, buffer.subarray(0, bytesRead)) !== undefined) continue
    } finally {
      await file.close()
    }
    const format = /\.docx$/i.test(name) ? "DOCX" : "PDF"
    throw new InvalidInput(`${name}: not a valid ${format} file, its first bytes belong to another type`)
  }
}

async function storeFiles(
  context: AddLibraryServices,
  files: readonly ReceivedFile[],
  paths: readonly string[],
): Promise<StoredFile[]> {
  const kept: StoredFile[] = []
  for (const [index, { name, localPath }] of files.entries()) {
    const { size: byteLength } = await stat(localPath)
    kept.push({ path: paths[index] ?? name, hash: await context.blobs.putFile(localPath), byteLength })
  }
  return kept
}

/**
 * Keeps an existing library that has not failed, unless the request is forced.
 *
 * @throws {DuplicateRepository} for a private library that would be kept.
 */
function keepExisting({ id, state, isPrivate }: LibraryRecord, { force }: Upload): AddLibraryResponse | undefined {
  if (state === "error" || force !== undefined) return undefined
  if (isPrivate) throw new DuplicateRepository(`cannot add the files: they already exist as the private library ${id}`)
  return { libraryName: id, message: `${id} already exists. Send force=true to replace its files` }
}
