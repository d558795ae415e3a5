import { SourceDamaged } from "../base/errors.ts"
import type { LeftOutPath } from "../scope/filter-paths.ts"
import { limitBytes, limitFiles, tooLarge } from "../scope/source-choice.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import type { GitClone } from "./git-clone.ts"
import type { ObjectReader } from "./git-objects.ts"
import type { TreeFile } from "./git-tree.ts"

/** A file of the tree whose bytes have been fetched. */
export interface ChosenFile extends TreeFile {
  readonly sizeBytes: number
}

/** Where objects are read from. */
export interface ObjectLocation {
  readonly clone: GitClone
  readonly reader: ObjectReader
  readonly signal: AbortSignal
}

/**
 * Fetches files of a commit in one request, as many as the limits allow.
 *
 * @param kept paths that were not excluded.
 * @param besides ids of other blobs to fetch.
 * @throws {GitCommandFailed} {SourceTooLarge} {SourceDamaged}
 */
export async function chooseFiles(
  kept: readonly string[],
  besides: readonly string[],
  objects: ObjectLocation & {
    readonly files: ReadonlyMap<string, TreeFile>
    readonly limits: Pick<SourceLimits, "maxFiles" | "maxFileBytes" | "maxTextBytes">
  },
): Promise<{ readonly files: readonly ChosenFile[]; readonly leftOut: readonly LeftOutPath[] }> {
  const { limits, reader } = objects
  const byCount = limitFiles(kept, limits.maxFiles)
  const candidates = byCount.kept.flatMap((path) => objects.files.get(path) ?? [])
  const objectIds = new Set([...candidates.map((file) => file.objectId), ...besides])
  await fetchMissing([...objectIds], objects)
  const facts = await Promise.all(candidates.map((file) => reader.facts(file.objectId)))
  const leftOut: LeftOutPath[] = [...byCount.leftOut]
  const sized: ChosenFile[] = []
  candidates.forEach((file, at) => {
    const sizeBytes = facts[at]?.sizeBytes
    if (sizeBytes === undefined) throw new SourceDamaged("the host did not send all files of the commit")
    if (sizeBytes > limits.maxFileBytes) leftOut.push(tooLarge(file.path, sizeBytes, limits.maxFileBytes))
    else sized.push({ ...file, sizeBytes })
  })
  const bySize = limitBytes(sized, limits.maxTextBytes)
  return { files: bySize.kept, leftOut: [...leftOut, ...bySize.leftOut] }
}

/**
 * Fetches blobs if any are missing. A host that supports partial clones omits all blobs, so the last id shows whether
 * any has to be fetched.
 */
export async function fetchMissing(
  objectIds: readonly string[],
  { clone, reader, signal }: ObjectLocation,
): Promise<void> {
  const sample = objectIds.at(-1)
  if (sample === undefined) return
  const isThere = (
    await Promise.all([...new Set([objectIds[0] ?? sample, sample])].map((id) => reader.facts(id)))
  ).every(Boolean)
  if (!isThere) await clone.fetchBlobs(objectIds, signal)
}
