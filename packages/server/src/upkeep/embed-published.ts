import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import { asError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { VersionRecord } from "../catalogue/versions/records.ts"
import { openWorkDirectory, removeWorkDirectory } from "../sources/base/work-directory.ts"
import { takeLease } from "./lease.ts"
import type { EmbeddingStage } from "./embed-index.ts"

/** Dependencies of embedding. */
export interface EmbeddingDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly log: Log
  readonly workDirectory: string
  readonly stages: { readonly embedding: EmbeddingStage | undefined }
}

const LEASE = "vectors_lease"
const PAGE_SIZE = 50

/**
 * Adds vectors of the configured embedder to every served index that has none or those of another embedder: after a
 * change of the model, after it failed, and for imported libraries. The old index file is served until the new one is
 * finished.
 *
 * Any number of workers may call it at any time; one of them does the work.
 *
 * @param name of this worker.
 * @returns false if the embedder failed; the caller should wait before the next call.
 */
export async function embedPublished(
  dependencies: EmbeddingDependencies,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalogue, log, stages } = dependencies
  if (stages.embedding === undefined) return true
  try {
    let after = ""
    for (;;) {
      const page = await catalogue.versions.withoutVectorsOf(stages.embedding.id, { after, limit: PAGE_SIZE })
      for (const version of page) {
        if (signal.aborted || !(await takeLease(dependencies, { name: LEASE, worker: name }))) return true
        if (!(await embedVersion(dependencies, version, stages.embedding, signal))) return false
        after = version.key
      }
      if (page.length < PAGE_SIZE) return true
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: asError(error) }, "cannot add vectors to served indexes")
    return signal.aborted
  }
}

/** @returns false if the embedder failed. A problem with one index is logged and does not stop the others. */
async function embedVersion(
  dependencies: EmbeddingDependencies,
  version: VersionRecord,
  embedding: EmbeddingStage,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalogue, log } = dependencies
  const library = await catalogue.libraries.byKey(version.libraryKey)
  if (library === undefined || library.isDeleted || version.indexHash === null) return true
  try {
    return await replaceVectors(dependencies, { library, version, embedding, from: version.indexHash }, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ libraryId: library.id, tag: version.tag, err: asError(error) }, "cannot add vectors to an index")
    return true
  }
}

interface Replacement {
  readonly library: LibraryRecord
  readonly version: VersionRecord
  readonly embedding: EmbeddingStage
  /** Hash of the served index. */
  readonly from: string
}

async function replaceVectors(
  { catalogue, blobs, log, workDirectory }: EmbeddingDependencies,
  { library, version, embedding, from }: Replacement,
  signal: AbortSignal,
): Promise<boolean> {
  const directory = await openWorkDirectory(workDirectory)
  try {
    const path = join(directory, "index.db")
    await copyFile(await blobs.localPath(from), path)
    const failure = await embedding.embedIndex(path, { library, version, signal })
    if (failure !== undefined) return false
    signal.throwIfAborted()
    const to = await blobs.putFile(path)
    const isReplaced = await catalogue.versions.replaceIndex(version.key, { from, to, embedder: embedding.id })
    log.info({ libraryId: library.id, tag: version.tag, isReplaced }, "vectors added to a served index")
    return true
  } finally {
    await removeWorkDirectory(directory)
  }
}
