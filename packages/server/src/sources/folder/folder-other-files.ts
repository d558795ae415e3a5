import { lstat, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { LeftOutReason, OtherFile, OtherLimits } from "../base/source-file.ts"
import { MAX_OTHER_BYTES, MAX_OTHER_FILES, MAX_OTHER_TOTAL_BYTES } from "../base/source-limits.ts"
import { findSelected } from "../scope/selected-paths.ts"

/** A file or link in a folder. */
export interface FolderEntry {
  readonly path: string
  readonly isLink: boolean
}

/**
 * Reads files of a folder by path, without following links. See `SourceSnapshot.readOther`.
 *
 * @param options.entries the folder's entries when it was opened; files deleted since then are missing.
 */
export async function readFolderFiles(
  root: string,
  paths: readonly string[],
  {
    entries,
    signal,
    maxBytes = MAX_OTHER_BYTES,
  }: Partial<OtherLimits> & { readonly entries: readonly FolderEntry[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, OtherFile>> {
  const wanted = findSelected<FolderEntry>(paths)
  for (const entry of entries) wanted.offer(entry.path, entry)
  const files = new Map<string, OtherFile>()
  let totalBytes = 0
  for (const [asked, { path, isLink }] of wanted.found()) {
    signal.throwIfAborted()
    const facts = await lstat(join(root, path)).catch(nothingThere)
    if (facts === undefined) continue
    const isTooMuch =
      facts.size > maxBytes || totalBytes + facts.size > MAX_OTHER_TOTAL_BYTES || files.size >= MAX_OTHER_FILES
    if (isLink || !facts.isFile()) files.set(asked, refused("symbolic_link"))
    else if (isTooMuch) files.set(asked, refused("too_large"))
    else {
      totalBytes += facts.size
      files.set(asked, { kind: "file", bytes: await readFile(join(root, path)) })
    }
  }
  return files
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error
}

function refused(reason: LeftOutReason): OtherFile {
  return { kind: "refused", reason }
}
