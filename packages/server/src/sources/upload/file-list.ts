import { z } from "zod"
import type { StoredFile } from "../../catalogue/libraries/records.ts"

const FileList = z.array(z.tuple([z.string(), z.string(), z.number()]))

/**
 * Writes the list of the files of a folder as it is stored: one blob, because the catalogue reads the record of every
 * library and a folder may have thousands of files.
 *
 * @returns bytes that are equal for equal files, in whatever order they are given.
 */
export function encodeFileList(files: readonly StoredFile[]): Uint8Array {
  const ordered = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return new TextEncoder().encode(JSON.stringify(ordered.map(({ path, hash, byteLength }) => [path, hash, byteLength])))
}

/** Reads such a list. @throws {SyntaxError} or a ZodError when it is damaged. */
export function decodeFileList(bytes: Uint8Array): StoredFile[] {
  const rows = FileList.parse(JSON.parse(new TextDecoder().decode(bytes)))
  return rows.map(([path, hash, byteLength]) => ({ path, hash, byteLength }))
}
