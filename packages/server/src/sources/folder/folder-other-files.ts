import type { LeftOutReason, OtherFile, OtherLimits } from "../base/source-file.ts"
import { MAX_OTHER_BYTES, MAX_OTHER_FILES, MAX_OTHER_TOTAL_BYTES } from "../base/source-limits.ts"
import { findSelected } from "../scope/selected-paths.ts"
import type { FileTree, TreeEntry } from "./file-tree.ts"

/**
 * Reads files of a tree by their paths; links are not followed. See `SourceSnapshot.readOther`.
 *
 * @param options.entries all entries of the tree when it was opened; files that have been deleted since are missing.
 */
export async function readFolderFiles(
  tree: FileTree,
  paths: readonly string[],
  {
    entries,
    signal,
    maxBytes = MAX_OTHER_BYTES,
  }: Partial<OtherLimits> & { readonly entries: readonly TreeEntry[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, OtherFile>> {
  const wanted = findSelected<TreeEntry>(paths)
  for (const entry of entries) if (entry.kind !== "other") wanted.offer(entry.path, entry)
  const files = new Map<string, OtherFile>()
  let totalBytes = 0
  for (const [asked, { path, kind, sizeBytes }] of wanted.found()) {
    signal.throwIfAborted()
    const isTooMuch =
      sizeBytes > maxBytes || totalBytes + sizeBytes > MAX_OTHER_TOTAL_BYTES || files.size >= MAX_OTHER_FILES
    if (kind === "link") files.set(asked, refused("symbolic_link"))
    else if (isTooMuch) files.set(asked, refused("too_large"))
    else {
      const bytes = await tree.read(path)
      if (bytes === undefined) continue
      totalBytes += bytes.byteLength
      files.set(asked, { kind: "file", bytes })
    }
  }
  return files
}

function refused(reason: LeftOutReason): OtherFile {
  return { kind: "refused", reason }
}
