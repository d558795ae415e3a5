import { z } from "zod"
import type { SourceRecord, StoredFile } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Uploads have no options. */
export const UploadOptions = z.object({})

/** Uploaded files. */
export interface UploadSource {
  readonly kind: "upload"
  /** `upload:` and a name that identifies repeated uploads. */
  readonly url: string
  readonly files: readonly StoredFile[]
}

/** Converts a record to an upload. */
export function uploadSourceOf({ url, files }: SourceRecord): UploadSource {
  return { kind: "upload", url, files: files ?? [] }
}

/** Converts an upload to a record. */
export function uploadRecordOf({ kind, url, files }: UploadSource): SourceRecord {
  return recordWith(kind, url, { files })
}
