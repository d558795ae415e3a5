import type { OtherFile, OtherLimits } from "../base/source-file.ts"
import { MAX_OTHER_BYTES, MAX_OTHER_FILES, MAX_OTHER_TOTAL_BYTES } from "../base/source-limits.ts"
import { findSelected } from "../scope/selected-paths.ts"
import type { GitClone } from "./git-clone.ts"
import type { ObjectReader } from "./git-objects.ts"
import { eachTreeEntry, SUBMODULE, SYMBOLIC_LINK, type TreeEntry } from "./git-tree.ts"

/** A commit whose trees have been fetched. */
export interface LocalCommit {
  readonly revision: string
  readonly clone: GitClone
  readonly reader: ObjectReader
  /** Entries of its tree, if known; otherwise the tree is read again. */
  readonly entries?: readonly TreeEntry[] | undefined
}

/**
 * Reads files of a commit by path, fetching all missing ones in one request.
 *
 * @returns files by requested path. Links, submodules and files that are too large are refused; paths that do not exist
 *   are missing.
 * @throws {GitCommandFailed} {SourceTooLarge} {SourceDamaged}
 */
export async function readOtherFiles(
  { revision, clone, reader, entries: known }: LocalCommit,
  paths: readonly string[],
  { signal, maxBytes = MAX_OTHER_BYTES }: Partial<OtherLimits> & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, OtherFile>> {
  const wanted = findSelected<TreeEntry>(paths)
  if (known === undefined) {
    const where = { directory: clone.readerDirectory, environment: clone.readerEnvironment }
    await eachTreeEntry(revision, where, { signal, onEntry: (entry) => wanted.offer(entry.path, entry) })
  } else for (const entry of known) wanted.offer(entry.path, entry)
  const entries = [...wanted.found()]
  const objectIds = new Set(entries.filter(([, { mode }]) => isFile(mode)).map(([, { objectId }]) => objectId))
  const chosen = [...objectIds].slice(0, MAX_OTHER_FILES)
  await fetchAbsent(chosen, { clone, reader }, signal)
  const bytesById = await readContents(chosen, reader, { signal, maxBytes })
  return new Map(entries.map(([asked, { mode, objectId }]) => [asked, fileOf(mode, bytesById.get(objectId))]))
}

async function fetchAbsent(
  objectIds: readonly string[],
  { clone, reader }: Pick<LocalCommit, "clone" | "reader">,
  signal: AbortSignal,
): Promise<void> {
  const facts = await Promise.all(objectIds.map((id) => reader.facts(id)))
  const absent = objectIds.filter((_, at) => facts[at] === undefined)
  if (absent.length > 0) await clone.fetchBlobs(absent, signal)
}

/** Returns contents by id if they are small enough. They are read one by one to limit memory use. */
async function readContents(
  objectIds: readonly string[],
  reader: ObjectReader,
  { signal, maxBytes }: OtherLimits & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytesById = new Map<string, Uint8Array>()
  let totalBytes = 0
  for (const id of objectIds) {
    signal.throwIfAborted()
    const facts = await reader.facts(id)
    if (facts === undefined || facts.sizeBytes > maxBytes) continue
    if (totalBytes + facts.sizeBytes > MAX_OTHER_TOTAL_BYTES) break
    const bytes = await reader.contents(id)
    if (bytes === undefined) continue
    totalBytes += bytes.byteLength
    bytesById.set(id, bytes)
  }
  return bytesById
}

function isFile(mode: string): boolean {
  return mode !== SYMBOLIC_LINK && mode !== SUBMODULE
}

function fileOf(mode: string, bytes: Uint8Array | undefined): OtherFile {
  if (bytes !== undefined) return { kind: "file", bytes }
  if (mode === SYMBOLIC_LINK) return { kind: "refused", reason: "symbolic_link" }
  return { kind: "refused", reason: mode === SUBMODULE ? "submodule" : "too_large" }
}
