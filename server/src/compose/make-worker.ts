import { connectAccounts } from "../ingest/open-connected.ts"
import { createEmbedIndex } from "../ingest/embed-index.ts"
import { createSourceOpener } from "../ingest/open-source.ts"
import { createStages } from "../ingest/stages.ts"
import { findTerms } from "../index/find-terms.ts"
import { openModels } from "../models/open-models.ts"
import { createWorker, type Worker } from "../ingest/worker.ts"
import type { Settings } from "../config/settings.ts"
import type { Store, Surroundings } from "./open-store.ts"

const HOUR_MS = 3_600_000

/**
 * Makes the worker of a process. Loaded on demand: the parsers behind it take as much memory as a serving process has
 * in all, and that process does not need them.
 */
export async function makeWorker(settings: Settings, store: Store, { clock, log }: Surroundings): Promise<Worker> {
  const { catalogue, blobs, guard, sealer, workDirectory, knownHosts } = store
  const unseal = (sealed: string) => sealer.unseal(sealed)
  const openSource = createSourceOpener({
    ...connectAccounts({ catalogue, blobs, clock, guard, unseal }),
    workDirectory,
    knownHosts,
    log,
    unseal,
    readBlob: (hash) => blobs.get(hash),
  })
  const { embedder } = await openModels(settings, { clock, findTerms })
  const embedding =
    embedder === undefined
      ? undefined
      : { id: embedder.id, embedIndex: createEmbedIndex(embedder, { catalogue, blobs, log }) }
  const concurrency = settings.LECTERN_INGEST_CONCURRENCY
  const intervalHours = settings.LECTERN_REFRESH_INTERVAL_HOURS
  return createWorker({
    catalogue,
    blobs,
    clock,
    log,
    workDirectory,
    stages: createStages(openSource, embedding),
    concurrency,
    refreshIntervalMs: intervalHours * HOUR_MS,
  })
}
