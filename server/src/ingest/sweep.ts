import type { Log } from "../base/log.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { sweepWorkDirectory } from "../sources/work-directory.ts"

/** A blob this young may be on its way into the catalogue: an import's bundle, the index of a library being published. */
const MIN_ORPHAN_AGE_MS = 3_600_000

/** Removes what crashes and replaced publications have left: blobs that nobody refers to, and temporary files. */
export async function sweepLeftovers({
  catalogue,
  blobs,
  workDirectory,
  log,
}: {
  catalogue: Catalogue
  blobs: BlobStore
  workDirectory: string
  log: Log
}): Promise<void> {
  try {
    const referenced = await catalogue.versions.referencedBlobs()
    const removedBlobs = await blobs.sweep(referenced, MIN_ORPHAN_AGE_MS)
    const removedDirectories = await sweepWorkDirectory(workDirectory)
    log.debug({ removedBlobs, removedDirectories }, "leftovers swept")
  } catch (error) {
    // Leftovers cost room and nothing else; the next sweep gets them.
    log.warn({ err: error }, "leftovers could not be swept")
  }
}
