import { randomBytes } from "node:crypto"
import { copyFile, stat, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { CopiedInstance, CopyProgress } from "@lectern/cli"
import { InternalFailure } from "../../base/errors.ts"
import { inheritOwner } from "../../base/inherit-owner.ts"
import { hashFile } from "../../base/sha256.ts"
import { hasCode } from "../../base/system-errors.ts"
import { BlobDamaged, BlobMissing } from "../../blobs/errors.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { KNOWN_HOSTS_NAME } from "../../sources/git/ssh/known-hosts.ts"
import { listReferencedBlobs } from "../../upkeep/referenced-blobs.ts"
import { assertEmpty } from "../../catalogue/copy/copy-tables.ts"

/** The two parts of an instance that are copied. */
export interface InstanceParts {
  readonly catalogue: Catalogue
  readonly blobs: Pick<BlobStore, "has" | "get" | "borrow" | "putFile">
}

/** Options of a copy. */
export interface CopyOptions {
  /** Directory for temporary copies of blobs, ideally on the same file system as the target. */
  readonly workDirectory: string
  /** Stops the copy before the next blob. */
  readonly signal?: AbortSignal | undefined
  onProgress(progress: CopyProgress): void
}

/** The result for one blob: copied, already stored by an earlier copy, or missing or damaged in the original. */
type Outcome = "copied" | "there" | "lost"

/** The result of a copy. */
export interface InstanceCopy {
  readonly instance: CopiedInstance
  readonly blobNames: ReadonlySet<string>
  /** Size of the blobs that the target did not have. */
  readonly copiedBytes: number
}

/**
 * Copies one consistent state of an instance, which may be running. Blobs are copied before the rows that refer to
 * them, so an interrupted copy leaves an empty catalogue; when restarted, it copies only the missing blobs.
 *
 * @throws {InvalidInput} if the target is not empty. @throws {InternalFailure} if a blob or row differs after the copy.
 */
export async function copyInstance(
  from: InstanceParts,
  to: InstanceParts,
  { workDirectory, signal, onProgress }: CopyOptions,
): Promise<InstanceCopy> {
  const outcomes = new Map<string, Outcome>()
  let copiedBytes = 0
  const onCopied = (bytes: number) => void (copiedBytes += bytes)
  const copyBlobs = async (hashes: ReadonlySet<string>) => {
    let done = 0
    for (const hash of hashes) {
      signal?.throwIfAborted()
      if (!outcomes.has(hash)) outcomes.set(hash, await copyBlob(hash, { from, to, workDirectory, onCopied }))
      onProgress({ step: "blobs", done: ++done, total: hashes.size })
    }
  }
  // Checked before the blobs are copied, and again in the transaction that copies the rows.
  await to.catalogue.inTablesTransaction(assertEmpty)
  // Most of the time is spent here, outside a transaction. The second round copies what is published in the meantime.
  await copyBlobs(await listReferencedBlobs(from.catalogue, from.blobs))
  let referenced: ReadonlySet<string> = new Set()
  const tables = await from.catalogue.copyTo(to.catalogue, {
    prepare: async (snapshot) => {
      referenced = await listReferencedBlobs(snapshot, from.blobs)
      await copyBlobs(referenced)
    },
    onTable: (table, rows) => onProgress({ step: "table", table, rows }),
  })
  const having = (outcome: Outcome) => [...referenced].filter((hash) => outcomes.get(hash) === outcome)
  const counts = { blobs: referenced.size, blobsThere: having("there").length, blobsLost: having("lost") }
  return { instance: { ...tables, ...counts }, blobNames: referenced, copiedBytes }
}

/** Copies one blob through a file, because index files can be larger than memory. */
async function copyBlob(
  hash: string,
  {
    from,
    to,
    workDirectory,
    onCopied,
  }: {
    readonly from: InstanceParts
    readonly to: InstanceParts
    readonly workDirectory: string
    onCopied(bytes: number): void
  },
): Promise<Outcome> {
  if (await to.blobs.has(hash)) return "there"
  const copy = join(workDirectory, `copy-${randomBytes(10).toString("hex")}`)
  if (!(await fetchBlob(from.blobs, hash, copy))) return "lost"
  const { size } = await stat(copy)
  const stored = await to.blobs.putFile(copy)
  if (stored !== hash) throw new InternalFailure(`the blob ${hash} changed while it was copied`)
  onCopied(size)
  return "copied"
}

/** Copies a blob to a path. @returns false if it is missing or damaged. */
async function fetchBlob(blobs: InstanceParts["blobs"], hash: string, path: string): Promise<boolean> {
  try {
    const borrowed = await blobs.borrow(hash)
    try {
      await copyFile(borrowed.path, path)
    } finally {
      borrowed.release()
    }
    if ((await hashFile(path)) === hash) return true
    // If the store is remote, only the local copy may be damaged, so the blob is fetched again.
    await writeFile(path, await blobs.get(hash))
    return (await hashFile(path)) === hash
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return false
    // A local store returns the path of a blob without checking that the file exists.
    if (hasCode(error, "ENOENT")) return false
    throw error
  }
}

/** Copies the host keys of git servers that an instance has learned. */
export async function copyKnownHosts(fromFolder: string, toFolder: string): Promise<void> {
  const [from, to] = [join(resolve(fromFolder), KNOWN_HOSTS_NAME), join(resolve(toFolder), KNOWN_HOSTS_NAME)]
  if (from === to) return
  try {
    await copyFile(from, to)
    await inheritOwner(to)
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error
  }
}
