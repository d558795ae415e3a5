import { readFile } from "node:fs/promises"
import { fileTitle, slugId, type AddLibraryResponse, type AddOpenApiRequest } from "@lectern/contract"
import { looksLikeDescription, peekTitle } from "@lectern/parsers/openapi"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { InvalidInput } from "../../../base/errors.ts"
import { readOpenApiAddress } from "../../../sources/openapi/address.ts"
import { addSource, claimByAddress, givenTextsOf, keepUnlessForced, numberedIds } from "../add-source.ts"
import { neighbourOf, ownershipOfUpload, privateTeamspaceOf, PUBLIC } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

const MAX_FILE_NAME_CHARACTERS = 200

/** A description that was received as a file. */
export interface OpenApiUpload {
  /** File on this machine; it is moved into the blob store, or left to the caller if the upload is rejected. */
  readonly path: string
  /** File name from the sender. */
  readonly fileName: string
  readonly libraryTitle?: string | undefined
  readonly description?: string | undefined
  readonly force?: boolean
}

/**
 * Adds an OpenAPI description as a library and queues it. Sends no request to its host, so the id is derived from the
 * address; the title is set once the description has been parsed.
 *
 * @throws {AddressRefused} if the address is blocked.
 */
export async function addOpenApi(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  request: AddOpenApiRequest,
): Promise<AddLibraryResponse> {
  const { id, title, source } = readOpenApiAddress(context.guard, request.openApiUrl)
  return addSource(context, caller, {
    claim: claimByAddress(id, source),
    source,
    library: { kind: "openapi", title, description: "", isDescribed: false, given: givenTextsOf(request) },
    owner: PUBLIC,
    keepExisting: keepUnlessForced(request.force === true),
  })
}

/**
 * Stores an uploaded OpenAPI description, adds it as a library and queues it.
 *
 * @throws {InvalidInput} if the first bytes are neither JSON nor YAML.
 */
export async function addOpenApiUpload(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  { path: localPath, fileName: givenName, libraryTitle, description, force }: OpenApiUpload,
): Promise<AddLibraryResponse> {
  const bytes = await readFile(localPath)
  const owner = await ownershipOfUpload(context, caller)
  const path = plainName(givenName)
  if (!looksLikeDescription(bytes)) {
    throw new InvalidInput(`openapiFile: ${path} is neither JSON nor YAML. Send an OpenAPI description`)
  }
  const title = libraryTitle ?? peekTitle(bytes.toString("utf8"))
  const hash = await context.blobs.putFile(localPath)
  const baseId = slugId("openapi", title, fileTitle(path))
  return addSource(context, caller, {
    claim: {
      idAt: numberedIds(baseId),
      teamspaceKey: owner.teamspaceKey,
      neighbourKey: neighbourOf(context, owner, privateTeamspaceOf(context, caller)),
      isSame: ({ source: { type, files = [] } }) =>
        type === "openapi" && files.some((file) => file.path === path || file.hash === hash),
    },
    source: { kind: "openapi", url: "", file: { path, hash, byteLength: bytes.byteLength }, title: libraryTitle },
    library: {
      kind: "openapi",
      title: title ?? fileTitle(path),
      description: description ?? "",
      isDescribed: description !== undefined,
    },
    owner,
    keepExisting: keepUnlessForced(force === true),
    changesOf: () => (description === undefined ? {} : { description, isDescribed: true }),
  })
}

/** Removes directories and control characters from a file name, for addresses and messages. */
function plainName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ""
  const name = last.replaceAll(/[\u0000-\u001f\u007f]+/g, "").trim()
  return name.slice(-MAX_FILE_NAME_CHARACTERS) || "openapi"
}
