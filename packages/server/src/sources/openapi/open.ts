import { apiParser } from "@lectern/parsers/openapi"
import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openOpenApiSource } from "./openapi-source.ts"
import type { OpenApiSource } from "./options.ts"

/** Opens an OpenAPI description, fetched or uploaded. */
export function openOpenApi(
  { libraryId, source: { url, file, title }, knownRevision, archive }: OpenRequest<OpenApiSource>,
  { guard, readBlob }: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const request = { libraryId, url, file, title, knownRevision: knownRevision ?? undefined, archive }
  return openOpenApiSource(request, { guard, readBlob, reader: apiParser }, signal)
}
