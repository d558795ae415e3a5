import { copyFile } from "node:fs/promises"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { InternalFailure } from "../../base/errors.ts"
import { BlobMissing } from "../../blobs/errors.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { CopiedTables } from "../../catalogue/copy/copy-tables.ts"
import { listReferencedBlobs } from "../../upkeep/referenced-blobs.ts"

/** The two parts of an instance that are copied. */
export interface InstanceParts {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
}

/** How to copy. */
export interface CopyOptions {
  /** Directory for temporary copies of blobs, best on the file system of the target. */
  readonly workDirectory: string
  onProgress(progress: CopyProgress): void
}

/** How far a copy is. */
export type CopyProgress =
  | { readonly step: "blobs"; readonly done: number; readonly total: number }
  | { readonly step: "table"; readonly table: string; readonly rows: number }

/** What a copy contains. */
export interface CopiedInstance extends CopiedTables {
  /** Blobs that the catalogue refers to. */
  readonly blobs: number
  /** Of these, the ones that an earlier copy had stored already. */
  readonly blobsThere: number
  /** Blobs that are missing or damaged in the source too, so that their libraries need a refresh. */
  readonly blobsLost: readonly string[]
}

/**
 * Copies one state of an instance, while it may be running. Blobs come before the rows that refer to them, so that an
 * interrupted copy leaves an empty catalogue; started again, it copies only the blobs that are missing.
 *
 * @throws {InvalidInput} if the target has data. @throws {InternalFailure} if a blob or row arrives changed.
 */
export async function copyInstance(
  from: InstanceParts,
  to: InstanceParts,
  options: CopyOptions,
): Promise<CopiedInstance> {
  // Most of the time is spent here, without a transaction; what is published meanwhile follows in the second round.
  const first = await copyBlobs(await listReferencedBlobs(from.catalogue, from.blobs), { from, to, options })
  let counts = first
  const tables = await from.catalogue.copyTo(to.catalogue, {
    prepare: async (snapshot) => {
      const referenced = await listReferencedBlobs(snapshot, from.blobs)
      const late = await copyBlobs(referenced, { from, to, options })
      counts = { ...late, blobsThere: Math.max(0, late.blobs - first.copied - late.copied - late.blobsLost.length) }
    },
    onTable: (table, rows) => options.onProgress({ step: "table", table, rows }),
  })
  const { blobs, blobsThere, blobsLost } = counts
  return { ...tables, blobs, blobsThere, blobsLost }
}

interface BlobCounts {
  readonly blobs: number
  readonly blobsThere: number
  readonly blobsLost: readonly string[]
  readonly copied: number
}

async function copyBlobs(
  hashes: ReadonlySet<string>,
  { from, to, options }: { readonly from: InstanceParts; readonly to: InstanceParts; readonly options: CopyOptions },
): Promise<BlobCounts> {
  const lost: string[] = []
  let copied = 0
  let done = 0
  for (const hash of hashes) {
    const outcome = (await to.blobs.has(hash)) ? "there" : await copyBlob(hash, { from, to, options })
    if (outcome === "lost") lost.push(hash)
    if (outcome === "copied") copied++
    options.onProgress({ step: "blobs", done: ++done, total: hashes.size })
  }
  return { blobs: hashes.size, blobsThere: hashes.size - copied - lost.length, blobsLost: lost, copied }
}

/** Copies one blob through a file, because index files may be larger than memory. */
async function copyBlob(
  hash: string,
  { from, to, options }: { readonly from: InstanceParts; readonly to: InstanceParts; readonly options: CopyOptions },
): Promise<"copied" | "lost"> {
  const copy = join(options.workDirectory, `copy-${randomBytes(10).toString("hex")}`)
  try {
    if (!(await from.blobs.isIntact(hash))) return "lost"
    await copyFile(await from.blobs.localPath(hash), copy)
  } catch (error) {
    if (error instanceof BlobMissing) return "lost"
    throw error
  }
  const stored = await to.blobs.putFile(copy)
  if (stored !== hash) throw new InternalFailure(`the blob ${hash} changed while it was copied`)
  return "copied"
}
