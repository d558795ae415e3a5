import { z } from "zod"
import type { SourceRecord, StoredFile } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Options that only uploads have. */
export const UploadOptions = z.object({
  /** True if the one stored file is the list of a folder's files (`file-list.ts`). */
  isFolder: z.boolean().optional(),
  folderName: z.string().optional(),
})

/** Uploaded files. */
export interface UploadSource {
  readonly kind: "upload"
  /** `upload:` and a name that identifies repeated uploads. */
  readonly url: string
  readonly files: readonly StoredFile[]
  /** If true, `files` has one entry: the list of a folder's files. */
  readonly isFolder?: boolean | undefined
  /** Name of the folder on the machine that it was uploaded from. */
  readonly folderName?: string | undefined
}

/** Converts a record to an upload. */
export function uploadSourceOf({ url, files, options }: SourceRecord): UploadSource {
  return { kind: "upload", url, files: files ?? [], ...UploadOptions.parse(options ?? {}) }
}

/** Converts an upload to a record. */
export function uploadRecordOf({ kind, url, files, ...options }: UploadSource): SourceRecord {
  return recordWith(kind, url, { files, ...(options.isFolder === true ? { options } : {}) })
}
