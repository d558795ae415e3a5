import { z } from "zod"
import type { SourceRecord, StoredFile } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Uploads have no options. */
export const UploadOptions = z.object({})

/** Uploaded files. */
export interface UploadSource {
  readonly kind: "upload"
  /** `upload:` and the name by which the same upload is recognised. */
  readonly url: string
  readonly files: readonly StoredFile[]
}

/** Reads an upload from its record. */
export function uploadSourceOf({ url, files }: SourceRecord): UploadSource {
  return { kind: "upload", url, files: files ?? [] }
}

/** Makes the record of an upload. */
export function uploadRecordOf({ kind, url, files }: UploadSource): SourceRecord {
  return recordWith(kind, url, { files })
}
