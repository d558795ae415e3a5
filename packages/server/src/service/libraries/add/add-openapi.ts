import { readFile } from "node:fs/promises"
import {
  fileTitle,
  numberedLibraryId,
  slugId,
  type AddLibraryResponse,
  type AddOpenApiRequest,
  type LibraryId,
} from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InternalFailure, InvalidInput } from "../../../base/errors.ts"
import type { LibraryRecord, NewLibrary, SourceRecord, StoredFile } from "../../../catalogue/libraries/records.ts"
import { looksLikeDescription, peekTitle } from "@lectern/parsers/openapi"
import { assertMayAddAgain } from "./add-again.ts"
import { ownershipOfUpload } from "../ownership.ts"
import { allow } from "../../service-context.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Rounds after which somebody else keeps taking every identifier; more than two would be a defect. */
const MAX_ROUNDS = 20
const MAX_FILE_NAME_CHARACTERS = 200

/** A description that was received as a file. */
export interface OpenApiUpload {
  /** File on this machine; it is taken over, or left to the caller when the upload is refused. */
  readonly path: string
  /** Name as the sender called it. */
  readonly fileName: string
  readonly libraryTitle?: string | undefined
  readonly description?: string | undefined
  readonly force?: boolean
}

/**
 * Queues an OpenAPI description to be fetched and become a library. Answers without a call to its host, so that the
 * identifier is made from the address; the title is set when the description has been read.
 *
 * @throws {AddressRefused} when the address may not be fetched.
 */
export async function addOpenApi(
  context: AddLibraryServices,
  caller: Caller,
  request: AddOpenApiRequest,
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const url = context.guard.assertUrlAllowed(request.openApiUrl)
  url.hash = ""
  const fileName = url.pathname.split("/").findLast((segment) => segment !== "") ?? ""
  const title = fileTitle(decoded(fileName)) || url.hostname
  return place(context, caller, {
    baseId: slugId("openapi", title, url.hostname),
    isSame: ({ source }) => source.url === url.href,
    force: request.force === true,
    library: {
      kind: "openapi",
      title,
      description: "",
      isDescribed: false,
      isPrivate: false,
      source: sourceOf(url.href),
    },
  })
}

/**
 * Takes over an uploaded OpenAPI description and queues it to become a library.
 *
 * @throws {InvalidInput} when the first bytes are not those of JSON or YAML.
 */
export async function addOpenApiUpload(
  context: AddLibraryServices,
  caller: Caller,
  upload: OpenApiUpload,
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const bytes = await readFile(upload.path)
  const owner = await ownershipOfUpload(context, caller)
  const fileName = plainName(upload.fileName)
  if (!looksLikeDescription(bytes)) {
    throw new InvalidInput(`openapiFile: ${fileName} is neither JSON nor YAML: send an OpenAPI description`)
  }
  const title = upload.libraryTitle ?? peekTitle(bytes.toString("utf8"))
  const file = { path: fileName, hash: await context.blobs.putFile(upload.path), byteLength: bytes.byteLength }
  const options = upload.libraryTitle === undefined ? {} : { title: upload.libraryTitle }
  return place(context, caller, {
    baseId: slugId("openapi", title, fileTitle(fileName)),
    isSame: ({ source }) => (source.files ?? []).some(({ path, hash }) => path === fileName || hash === file.hash),
    force: upload.force === true,
    library: {
      kind: "openapi",
      title: title ?? fileTitle(fileName),
      description: upload.description ?? "",
      isDescribed: upload.description !== undefined,
      ...owner,
      source: { ...sourceOf(""), files: [file], options },
    },
  })
}

interface Placement {
  readonly baseId: LibraryId
  /** Tells whether a library that has one of the identifiers comes from the same source. */
  isSame(library: LibraryRecord): boolean
  readonly force: boolean
  readonly library: Omit<NewLibrary, "id">
}

/** Adds the library under the first identifier that is free, or processes the one again that is there already. */
async function place(context: AddLibraryServices, caller: Caller, placement: Placement): Promise<AddLibraryResponse> {
  const { baseId, library } = placement
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await findPlace(context, placement)
    if (typeof found !== "string") return addAgain(context, caller, found, placement)
    const added = await submitLibrary(context, caller, { ...library, id: found })
    // Undefined: another request took the identifier in between, so look again at what is there now.
    if (added !== undefined) return { libraryName: added.id, message: `${added.id} is queued for processing` }
  }
  throw new InternalFailure(`no identifier is free for ${baseId}`)
}

async function findPlace(
  context: AddLibraryServices,
  { baseId, isSame, library }: Placement,
): Promise<LibraryRecord | LibraryId> {
  for (let ordinal = 1; ; ordinal++) {
    const id = numberedLibraryId(baseId, ordinal)
    const taken = await context.catalogue.libraries.byId(id, library.teamspaceKey)
    if (taken === undefined) return id
    if (taken.source.type === "openapi" && isSame(taken)) return taken
  }
}

/** A failed library is tried again with what was given now; a good one only when forced. */
async function addAgain(
  context: AddLibraryServices,
  caller: Caller,
  existing: LibraryRecord,
  { force, library }: Placement,
): Promise<AddLibraryResponse> {
  await assertMayAddAgain(context, caller, existing)
  if (!force && existing.state !== "error") {
    return { libraryName: existing.id, message: `${existing.id} exists already: send force to process it again` }
  }
  const { description, isDescribed, source } = library
  await context.catalogue.libraries.update(existing.key, {
    source,
    ...(isDescribed ? { description, isDescribed } : {}),
  })
  await queueLibrary(context, caller, existing, { cause: "add", force: true })
  await context.catalogueSync.catchUp()
  return { libraryName: existing.id, message: `${existing.id} is queued to be processed again` }
}

function sourceOf(url: string): SourceRecord & { readonly files?: readonly StoredFile[] } {
  return {
    type: "openapi",
    url,
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

/** A name without folders and control characters, for addresses and messages. */
function plainName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ""
  const name = last.replaceAll(/[\u0000-\u001f\u007f]+/g, "").trim()
  return name.slice(-MAX_FILE_NAME_CHARACTERS) || "openapi"
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A stray percent sign: the name is used as it is written.
    return segment
  }
}
