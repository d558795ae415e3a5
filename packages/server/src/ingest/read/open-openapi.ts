import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { apiParser } from "@lectern/parsers/openapi"
import type { AddressGuard } from "../../net/address-guard.ts"
import type { ResponseArchiveFiles } from "../../sources/page-cache/response-archive.ts"
import { OpenApiOptions } from "../../sources/openapi/openapi-request.ts"
import { openOpenApiSource } from "../../sources/openapi/openapi-source.ts"
import type { SourceSnapshot } from "../../sources/source-file.ts"

/** What opening a description needs from its surroundings. */
export interface DescriptionEnvironment {
  readonly guard: AddressGuard
  /** Reads an uploaded file. */
  readBlob(hash: string): Promise<Uint8Array>
}

/** Opens an OpenAPI description, fetched or uploaded, and gives it the reader of its format. */
export function openOpenApi(
  { guard, readBlob }: DescriptionEnvironment,
  request: {
    readonly library: Pick<LibraryRecord, "id" | "source">
    readonly knownRevision: string | null
    readonly archive?: ResponseArchiveFiles
  },
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const { library, knownRevision, archive } = request
  const { url, files, options } = library.source
  const [file] = files ?? []
  const { title } = OpenApiOptions.parse(options ?? {})
  const wanted = {
    libraryId: library.id,
    url,
    ...(file === undefined ? {} : { file }),
    ...(title === undefined ? {} : { title }),
    ...(knownRevision === null ? {} : { knownRevision }),
    ...(archive === undefined ? {} : { archive }),
  }
  return openOpenApiSource(wanted, { guard, readBlob, reader: apiParser }, signal)
}
