import type { StoredFile } from "../../catalogue/libraries/records.ts"
import type { FileTree } from "../folder/file-tree.ts"

/** Opens the stored files of an uploaded folder as a tree. */
export function openStoredTree(
  files: readonly StoredFile[],
  readBlob: (hash: string) => Promise<Uint8Array>,
): FileTree {
  const hashByPath = new Map(files.map(({ path, hash }) => [path, hash]))
  return {
    list: () =>
      Promise.resolve(
        files.map(({ path, hash, byteLength }) => ({
          path,
          kind: "file",
          sizeBytes: byteLength,
          stamp: hash,
          contentHash: hash,
        })),
      ),
    async read(path) {
      const hash = hashByPath.get(path)
      return hash === undefined ? undefined : await readBlob(hash)
    },
  }
}
