import { z } from "zod"
import type { SourceRecord, StoredFile } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** What only uploads have. */
export const UploadOptions = z.object({
  /** The one stored file lists the files of a folder (`file-list.ts`). */
  isFolder: z.boolean().optional(),
  folderName: z.string().optional(),
})

/** Uploaded files. */
export interface UploadSource {
  readonly kind: "upload"
  /** `upload:` and a name that identifies repeated uploads. */
  readonly url: string
  readonly files: readonly StoredFile[]
  /** True: `files` has one entry, the list of the files of a folder. */
  readonly isFolder?: boolean | undefined
  /** Name of the folder on the machine that it comes from. */
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
