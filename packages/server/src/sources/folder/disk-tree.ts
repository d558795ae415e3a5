import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { InvalidInput } from "../../base/errors.ts"
import { SourceTooLarge } from "../base/errors.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import type { FileTree, TreeEntry } from "./file-tree.ts"

/** Opens a folder on this machine as a tree. Links are listed but never followed. */
export function openDiskTree(root: string): FileTree {
  return {
    list: (limits, signal) => listFolder(root, limits, signal),
    async read(path) {
      const entry = await lstat(join(root, path)).catch(nothingThere)
      return entry?.isFile() === true ? await readFile(join(root, path)) : undefined
    },
  }
}

async function listFolder(
  root: string,
  { maxEntries }: Pick<SourceLimits, "maxEntries">,
  signal: AbortSignal,
): Promise<readonly TreeEntry[]> {
  const found = await lstat(root).catch(nothingThere)
  if (found?.isDirectory() !== true) throw new InvalidInput("the path is not a folder")
  const entries: TreeEntry[] = []
  const waiting = [""]
  let count = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted()
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      if (++count > maxEntries) throw new SourceTooLarge(`the folder contains more than ${maxEntries} files`)
      const path = folder === "" ? name : `${folder}/${name}`
      const entry = await lstat(join(root, path))
      if (entry.isDirectory()) waiting.push(path)
      else {
        const kind = entry.isSymbolicLink() ? "link" : entry.isFile() ? "file" : "other"
        entries.push({ path, kind, sizeBytes: entry.size, stamp: `${entry.size}\0${entry.mtimeMs}` })
      }
    }
  }
  return entries
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error
}
