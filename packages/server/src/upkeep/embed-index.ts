import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { VersionRecord } from "../catalogue/versions/records.ts"
import { asError } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import { addVectors } from "@lectern/engine"
import type { Embedder } from "../models/embedder.ts"
import { ModelFailure } from "../models/errors.ts"

/** The library and version of an index to embed. */
export interface EmbeddingRequest {
  readonly library: LibraryRecord
  readonly version: VersionRecord
  readonly signal: AbortSignal
}

/**
 * Adds vectors to a finished index that is not served yet.
 *
 * @returns a warning for the report if the embedder failed: the index is then complete without vectors.
 */
export type EmbedIndex = (indexPath: string, request: EmbeddingRequest) => Promise<string | undefined>

/** Embedding as a stage of ingestion. Vectors are added to a finished index, and replaced when the embedder changes. */
export interface EmbeddingStage {
  readonly id: string
  readonly embedIndex: EmbedIndex
}

/**
 * Maximum number of other index files of a library whose vectors are reused; versions have most of their texts in
 * common.
 */
const MAX_EARLIER = 4

/** Creates the embedding stage. */
export function createEmbedIndex(
  embedder: Embedder,
  { catalogue, blobs, log }: { readonly catalogue: Catalogue; readonly blobs: BlobStore; readonly log: Log },
): EmbedIndex {
  async function earlierPaths({ library, version }: EmbeddingRequest): Promise<string[]> {
    const versions = await catalogue.versions.ofLibrary(library.key)
    // The version's previous index comes first, because a refresh leaves most texts unchanged.
    const ownFirst = versions.toSorted((a, b) => Number(b.key === version.key) - Number(a.key === version.key))
    const hashes = ownFirst.flatMap(({ indexHash }) => (indexHash === null ? [] : [indexHash]))
    return Promise.all([...new Set(hashes)].slice(0, MAX_EARLIER).map((hash) => blobs.localPath(hash)))
  }

  return async (indexPath, request) => {
    const { library, signal } = request
    try {
      const added = await addVectors(indexPath, {
        model: embedder.id,
        embed: (texts) => embedder.embed(texts, "passage", signal),
        earlierPaths: await earlierPaths(request),
        signal,
      })
      log.info({ libraryId: library.id, model: embedder.id, ...added }, "vectors added")
      return undefined
    } catch (thrown) {
      signal.throwIfAborted()
      if (!(thrown instanceof ModelFailure)) throw thrown
      log.warn({ libraryId: library.id, reason: thrown.reason, error: asError(thrown).message }, "cannot add vectors")
      return `the index has no vectors: ${thrown.message}. They are added when the embedder works again`
    }
  }
}
