import { open, stat } from "node:fs/promises"
import {
  fileTitle,
  numberedLibraryId,
  slugId,
  type AddLibraryResponse,
  type FileUploadFields,
  type LibraryId,
} from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InternalFailure, InvalidInput } from "../../../base/errors.ts"
import type { LibraryRecord, SourceRecord, StoredFile } from "../../../catalogue/libraries/records.ts"
import { BINARY_HEAD_BYTES, detectBinary } from "@lectern/parsers/detect"
import { assignPaths } from "../../../sources/upload/upload-paths.ts"
import { assertMayAddAgain } from "./add-again.ts"
import { DuplicateRepository } from "../../errors.ts"
import { type Ownership, ownershipOfUpload } from "../ownership.ts"
import { allow } from "../../service-context.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** A file as it was received. */
export interface ReceivedFile {
  /** Its name as the sender gave it. */
  readonly name: string
  /** File on this machine; it is moved away when the upload is taken, else the caller removes it. */
  readonly localPath: string
}

/** An upload as it was received. */
export interface Upload extends FileUploadFields {
  /** At least one. */
  readonly files: readonly ReceivedFile[]
}

/** Rounds after which somebody else keeps taking every identifier; more than two would be a defect. */
const MAX_ROUNDS = 20

/**
 * Queues uploaded PDF and DOCX files to become a library. It is known by its title, else by the name of its
 * collection, else by the name of its first file: the same name again is the same library.
 *
 * @throws {InvalidInput} when a file is neither PDF nor DOCX, or a path is not one inside the library.
 * @throws {DuplicateRepository} when the library is there already and private.
 */
export async function addUploads(
  context: AddLibraryServices,
  caller: Caller,
  upload: Upload,
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const [first] = upload.files
  if (first === undefined) throw new InvalidInput("documentFiles: is required, send at least one PDF or DOCX file")
  const paths = assignPaths(
    upload.files.map(({ name }) => name),
    upload.relativePaths,
  )
  await assertFormats(upload.files)
  const owner = await ownershipOfUpload(context, caller)
  const title = upload.projectTitle ?? upload.collectionName ?? fileTitle(first.name)
  const url = `upload:${title.normalize("NFKC").trim().toLowerCase()}`
  // Looked at before anything is kept: an upload that changes nothing leaves nothing behind.
  const known = await context.catalogue.libraries.bySourceUrl(url, owner.teamspaceKey)
  if (known !== undefined) {
    await assertMayAddAgain(context, caller, known)
    if (isKept(known, upload)) return answerKept(known)
  }
  const source = sourceOf(url, await keepFiles(context, upload.files, paths))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const existing = await context.catalogue.libraries.bySourceUrl(url, owner.teamspaceKey)
    if (existing !== undefined) return addAgain(context, caller, { library: existing, source, upload })
    const added = await submitLibrary(context, caller, {
      id: await freeId(context, owner, slugId("docs", title)),
      kind: "upload",
      title,
      description: upload.description ?? "",
      isDescribed: upload.description !== undefined,
      ...owner,
      source,
    })
    // Undefined: another request took the identifier in between, so look again at what is there now.
    if (added !== undefined) return { libraryName: added.id, message: `${added.id} is queued for processing` }
  }
  throw new InternalFailure(`no identifier is free for ${slugId("docs", title)}`)
}

/** The first bytes say whether a file is what its name says; whether it can be read turns out later. */
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
    throw new InvalidInput(`${name}: the file is no ${format}, its first bytes are of another type`)
  }
}

async function keepFiles(
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

function sourceOf(url: string, files: readonly StoredFile[]): SourceRecord {
  return {
    type: "upload",
    url,
    files,
    hostKind: null,
    branch: null,
    folders: [],
    excludeFolders: [],
    excludeFiles: [],
    skipVersionFiltering: false,
    generateDocs: false,
    sealedToken: null,
  }
}

async function freeId(context: AddLibraryServices, owner: Ownership, id: LibraryId): Promise<LibraryId> {
  for (let ordinal = 1; ; ordinal++) {
    const candidate = numberedLibraryId(id, ordinal)
    const taken = await context.catalogue.libraries.byId(candidate, owner.teamspaceKey)
    if (taken === undefined) return candidate
  }
}

/**
 * True when a library stays as it is: a failed one is tried again, a good one only when forced.
 *
 * @throws {DuplicateRepository} for a private one that has not failed, unless forced.
 */
function isKept({ id, state, isPrivate }: LibraryRecord, { force }: Upload): boolean {
  if (state === "error") return false
  if (force !== undefined) return false
  if (isPrivate) throw new DuplicateRepository(`the files are there already as ${id}, a private library`)
  return true
}

function answerKept({ id }: LibraryRecord): AddLibraryResponse {
  return { libraryName: id, message: `${id} exists already: send force=true to replace its files` }
}

interface Again {
  readonly library: LibraryRecord
  readonly source: SourceRecord
  readonly upload: Upload
}

async function addAgain(
  context: AddLibraryServices,
  caller: Caller,
  { library, source, upload }: Again,
): Promise<AddLibraryResponse> {
  await assertMayAddAgain(context, caller, library)
  if (isKept(library, upload)) return answerKept(library)
  const { description } = upload
  await context.catalogue.libraries.update(library.key, {
    source,
    ...(description === undefined ? {} : { description, isDescribed: true }),
  })
  await queueLibrary(context, caller, library, { cause: "add", force: true })
  await context.catalogueSync.catchUp()
  return { libraryName: library.id, message: `${library.id} is queued to be processed again` }
}
