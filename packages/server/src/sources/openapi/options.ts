import { z } from "zod"
import type { SourceRecord, StoredFile } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Record options of an OpenAPI description. */
export const OpenApiOptions = z.object({
  /** Title given by the user; if undefined, the description's own. */
  title: z.string().optional(),
})

/** An OpenAPI description, fetched or uploaded. */
export interface OpenApiSource {
  readonly kind: "openapi"
  /** URL of the description; empty for an upload. */
  readonly url: string
  /** The uploaded file; undefined for a description that is fetched. */
  readonly file?: StoredFile | undefined
  readonly title?: string | undefined
}

/** Converts a record to an OpenAPI source. */
export function openApiSourceOf({ url, files, options }: SourceRecord): OpenApiSource {
  return { kind: "openapi", url, file: files?.[0], title: OpenApiOptions.parse(options ?? {}).title }
}

/** Converts an OpenAPI source to a record. */
export function openApiRecordOf({ kind, url, file, title }: OpenApiSource): SourceRecord {
  const options = title === undefined ? {} : { title }
  return recordWith(kind, url, file === undefined ? { options } : { options, files: [file] })
}
