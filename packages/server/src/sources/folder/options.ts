import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Folders have no options. */
export const FolderOptions = z.object({})

/** A folder on this machine: the bundled sample. */
export interface FolderSource {
  readonly kind: "folder"
  /** Absolute path. */
  readonly url: string
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  readonly skipVersionFiltering: boolean
}

/** Converts a record to a folder source. */
export function folderSourceOf(record: SourceRecord): FolderSource {
  const { url, folders, excludeFolders, excludeFiles, skipVersionFiltering } = record
  return { kind: "folder", url, folders, excludeFolders, excludeFiles, skipVersionFiltering }
}

/** Converts a folder source to a record. */
export function folderRecordOf({ kind, url, ...scope }: FolderSource): SourceRecord {
  return recordWith(kind, url, scope)
}
