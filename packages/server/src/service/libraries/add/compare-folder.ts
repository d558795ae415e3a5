import { countOf, type FolderContents, type FolderUploadPlan } from "@lectern/contract"
import { isFailedAddition } from "../../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryRecord, StoredFile } from "../../../catalogue/libraries/records.ts"
import { DuplicateRepository } from "../../errors.ts"

/** A library that an upload may refresh, with its files. */
export interface KnownFolder {
  readonly library: LibraryRecord
  readonly files: readonly StoredFile[]
}

/** Counts what an upload changes. */
export function compareFolder(
  before: readonly StoredFile[],
  { files }: Pick<FolderContents, "files">,
): FolderUploadPlan["changes"] {
  const hashByPath = new Map(before.map(({ path, hash }) => [path, hash]))
  const unchanged = files.filter(({ path, hash }) => hashByPath.get(path) === hash).length
  const kept = files.filter(({ path }) => hashByPath.has(path)).length
  return { added: files.length - kept, changed: kept - unchanged, removed: before.length - kept, unchanged }
}

/** Returns true if an upload changes nothing. */
export function isUnchanged({ added, changed, removed }: FolderUploadPlan["changes"]): boolean {
  return added + changed + removed === 0
}

/**
 * Throws if the folder is probably a different one with the same name, whose upload would replace the library.
 *
 * It is the same folder if a file has the content of a file in the library, under any path, or if more than half of the
 * paths are the same. A single common path proves nothing: most folders have an `index.md` or a `README.md`.
 *
 * @throws {DuplicateRepository}
 */
export function assertSameFolder(
  { library, files: before }: KnownFolder,
  { files }: Pick<FolderContents, "files">,
): void {
  if (isFailedAddition(library) || before.length === 0) return
  const hashes = new Set(before.map(({ hash }) => hash))
  if (files.some(({ hash }) => hashes.has(hash))) return
  const { changed } = compareFolder(before, { files })
  if (changed > Math.min(before.length, files.length) / 2) return
  const common = changed === 0 ? "none of them" : `only ${changed} of them, with different content`
  throw new DuplicateRepository(
    `cannot refresh ${library.id}: it has ${countOf(before.length, "file")}, and this folder contains ${common}. Choose another title, or send force to replace them`,
  )
}
