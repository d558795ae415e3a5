import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { LeftOutReason, OtherFile } from "../source-file.ts"
import { MAX_OTHER_BYTES, MAX_OTHER_FILES, MAX_OTHER_TOTAL_BYTES, type SourceLimits } from "../source-limits.ts"
import { findWanted } from "../wanted-paths.ts"

/** Reads files of a folder by their paths; links are not followed. See `SourceSnapshot.readOther`. */
export async function readFolderFiles(
  root: string,
  paths: readonly string[],
  { signal, limits }: { readonly signal: AbortSignal; readonly limits: SourceLimits },
): Promise<ReadonlyMap<string, OtherFile>> {
  const wanted = findWanted<{ readonly path: string; readonly isLink: boolean }>(paths)
  const waiting = [""]
  let count = 0
  for (let folder = waiting.pop(); folder !== undefined && count < limits.maxEntries; folder = waiting.pop()) {
    signal.throwIfAborted()
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      count++
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile() || entry.isSymbolicLink()) wanted.offer(path, { path, isLink: entry.isSymbolicLink() })
    }
  }
  const files = new Map<string, OtherFile>()
  let totalBytes = 0
  for (const [asked, { path, isLink }] of wanted.found()) {
    signal.throwIfAborted()
    const { size } = await lstat(join(root, path))
    const isTooMuch =
      size > MAX_OTHER_BYTES || totalBytes + size > MAX_OTHER_TOTAL_BYTES || files.size >= MAX_OTHER_FILES
    if (isLink || isTooMuch) files.set(asked, refused(isLink ? "symbolic_link" : "too_large"))
    else {
      totalBytes += size
      files.set(asked, { kind: "file", bytes: await readFile(join(root, path)) })
    }
  }
  return files
}

function refused(reason: LeftOutReason): OtherFile {
  return { kind: "refused", reason }
}
