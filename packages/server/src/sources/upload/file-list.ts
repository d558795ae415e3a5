import { z } from "zod"
import type { StoredFile } from "../../catalogue/libraries/records.ts"

const FileList = z.array(z.tuple([z.string(), z.string(), z.number()]))

/**
 * Encodes the list of a folder's files for storage. It is a single blob, because the catalogue loads the record of
 * every library, and a folder may have thousands of files.
 *
 * @returns bytes that are equal for equal files, regardless of their order.
 */
export function encodeFileList(files: readonly StoredFile[]): Uint8Array {
  const ordered = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return new TextEncoder().encode(JSON.stringify(ordered.map(({ path, hash, byteLength }) => [path, hash, byteLength])))
}

/** Decodes such a list. @throws {SyntaxError} or a ZodError if it is damaged. */
export function decodeFileList(bytes: Uint8Array): StoredFile[] {
  const rows = FileList.parse(JSON.parse(new TextDecoder().decode(bytes)))
  return rows.map(([path, hash, byteLength]) => ({ path, hash, byteLength }))
}
