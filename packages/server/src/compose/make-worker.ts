import { randomBytes } from "node:crypto"
import { hostname } from "node:os"
import { LIMITS } from "@lectern/contract"
import { connectAccounts } from "../ingest/read/connect-accounts.ts"
import { createMetadataRefresher } from "../upkeep/refresh-metadata.ts"
import { type BackupSchedule, backUpWhenDue } from "../upkeep/backups/back-up-when-due.ts"
import { runEvery } from "../upkeep/run-every.ts"
import { createEmbedIndex } from "../upkeep/embed-index.ts"
import { createSourceOpener } from "../sources/open-source.ts"
import { createStages } from "../ingest/read/stages.ts"
import type { BenchmarkIndex } from "../upkeep/benchmark/benchmark-index.ts"
import { TextAnalyser } from "@lectern/engine"
import { gitApiTokenOf } from "../sources/git/git-token.ts"
import { sourceOf } from "../sources/source-record.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { WritingStage } from "../upkeep/generate-texts.ts"
import { generatedQuestions } from "../upkeep/generated-questions.ts"
import type { Writer } from "../models/writer.ts"
import { openModels } from "../models/open-models.ts"
import { createWakeSignal } from "../base/wake-signal.ts"
import { createWorker, type Worker } from "../ingest/run/worker.ts"
import { backupIntervalOf, fullBackupLocation } from "../config/backup-settings.ts"
import { limitOfPlan } from "../config/people-settings.ts"
import { dedicatedHostsOf } from "../config/dedicated-hosts.ts"
import type { Settings } from "../config/settings.ts"
import { EVERY_VERSION } from "../catalogue/usage/records.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Clock } from "../base/clock.ts"
import type { Popularity } from "../upkeep/schedule.ts"
import { createDeliverer } from "../webhooks/deliver-webhooks.ts"
import { createTokenRefresher } from "../accounts/oauth/token-refresh.ts"
import { oauthHostsOf } from "../accounts/oauth/oauth-hosts.ts"
import type { Store, RuntimeServices } from "./open-store.ts"
import { programVersion } from "./program-version.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"

/** Scores libraries by a writer's questions; without a writer, their scores stay unknown. */
function benchmarkBy(catalogue: Catalogue, writer: Writer | undefined): BenchmarkIndex {
  if (writer === undefined) return () => Promise.resolve({ score: LIMITS.unknownScore, questions: [] })
  return async (indexPath, { libraryKey, signal }) => {
    // Loaded once there is an index to query; a worker that starts has none.
    const { benchmarkFile } = await import("../upkeep/benchmark/run-benchmark.ts")
    return benchmarkFile(indexPath, { signal, writer: generatedQuestions(catalogue, libraryKey), isByWriterOnly: true })
  }
}

/**
 * Creates the worker of a process. This module is loaded on demand: the parsers take as much memory as a whole serving
 * process, which does not need them.
 */
export async function makeWorker(settings: Settings, store: Store, runtime: RuntimeServices): Promise<Worker> {
  const { clock, log, tracing } = runtime
  const { catalogue, blobs, guard, sealer, workDirectory, knownHosts } = store
  const unseal = (sealed: string) => sealer.unseal(sealed)
  const hosts = oauthHostsOf(settings)
  const tokenRefresher = createTokenRefresher({ catalogue, hosts, sealer, guard, clock, log })
  const accounts = { ...connectAccounts({ catalogue, blobs, clock, unseal, tokenRefresher }), unseal }
  const readBlob = (hash: string) => blobs.get(hash)
  const gitPages = new Map(settings.LECTERN_GIT_PAGES)
  const openSource = createSourceOpener({ ...accounts, guard, workDirectory, knownHosts, gitPages, log, readBlob })
  const analyser = new TextAnalyser()
  const findTerms = (text: string) => analyser.findTerms(text)
  const { embedder, writer } = await openModels(settings, { clock, outgoing: guard.outgoing, findTerms })
  const embedding =
    embedder === undefined
      ? undefined
      : { id: embedder.id, embedIndex: createEmbedIndex(embedder, { catalogue, blobs, log }) }
  const concurrency = settings.LECTERN_INGEST_CONCURRENCY
  const intervalHours = settings.LECTERN_REFRESH_INTERVAL_HOURS
  const worker = createWorker({
    catalogue,
    blobs,
    clock,
    log,
    tracing,
    workDirectory,
    dedicatedHosts: dedicatedHostsOf(settings),
    maxTokensOf: (plan) => limitOfPlan(settings.LECTERN_PLAN_TOKENS, plan),
    stages: createStages(openSource, embedding, benchmarkBy(catalogue, writer)),
    concurrency,
    refreshIntervalMs: intervalHours * HOUR_MS,
    popularity: popularityBy(catalogue, clock),
    metadataRefresher:
      settings.LECTERN_HOST_FACTS === "off"
        ? undefined
        : createMetadataRefresher({ catalogue, clock, log, guard, tokenOf: apiTokenBy(accounts) }),
    usageDays: settings.LECTERN_USAGE_RETENTION_DAYS,
    writing: writer && writingBy(writer, settings),
  })
  return withBackups(withDeliverer(worker, settings, store, { clock, log }), settings, store, { clock, log })
}

/** Returns the token for the API of a repository's host. */
function apiTokenBy(accounts: Parameters<typeof gitApiTokenOf>[0]) {
  return async (library: LibraryRecord): Promise<string | undefined> => {
    const source = sourceOf(library.source)
    return source.kind === "git" ? gitApiTokenOf(accounts, source) : undefined
  }
}

function writingBy(writer: Writer, settings: Settings): WritingStage {
  const { LECTERN_WRITER_TOKENS_PER_DAY: tokensPerDay, LECTERN_WRITER_TOKENS_PER_LIBRARY: tokensPerLibrary } = settings
  return { writer, tokensPerDay, tokensPerLibrary }
}

/** Adds webhook deliveries to a worker. The process that runs a job also sends its events. */
function withDeliverer(worker: Worker, settings: Settings, store: Store, { clock, log }: RuntimeServices): Worker {
  const wakeSignal = createWakeSignal()
  const deliverer = createDeliverer({
    webhooks: store.catalogue.webhooks,
    notices: store.catalogue.notices,
    guard: store.guard,
    unseal: (sealed) => store.sealer.unseal(sealed),
    clock,
    log,
    wakeSignal,
    version: programVersion(),
    retentionDays: settings.LECTERN_WEBHOOK_RETENTION_DAYS,
    switchOffDays: settings.LECTERN_WEBHOOK_SWITCH_OFF_DAYS,
  })
  return {
    async run(signal) {
      const unsubscribe = store.catalogue.notices.subscribe((notice) => {
        if (notice === "deliveries") wakeSignal.notify()
      })
      await Promise.all([worker.run(signal), deliverer.run(signal)]).finally(unsubscribe)
    },
    wake() {
      worker.wake()
      wakeSignal.notify()
    },
  }
}

/**
 * Interval at which each worker checks whether a backup is due or requested. A server that receives a request wakes its
 * own worker.
 */
const BACKUP_CHECK_INTERVAL_MS = 10_000

/** Adds scheduled backups to a worker. If several workers are running, one of them makes each backup. */
function withBackups(
  worker: Worker,
  settings: Settings,
  { catalogue }: Store,
  { clock, log }: RuntimeServices,
): Worker {
  const { LECTERN_BACKUP_TO: to, LECTERN_BACKUP_KEEP: keep } = settings
  const intervalMs = backupIntervalOf(settings)
  if (to === undefined || intervalMs === undefined) return worker
  const location = fullBackupLocation(to)
  const schedule: BackupSchedule = {
    location,
    intervalMs,
    async make(signal, onProgress) {
      // Most workers never make a backup, so this code is loaded on demand.
      const { makeScheduledBackup } = await import("./keeping/backup-instance.ts")
      return makeScheduledBackup({ settings, location, keep, log, signal, onProgress })
    },
  }
  const name = `${hostname()}-${process.pid}-${randomBytes(4).toString("hex")}`
  const wakeSignal = createWakeSignal()
  return {
    async run(signal) {
      const check = async () => void (await backUpWhenDue({ catalogue, clock, log, schedule }, name, signal))
      const timing = { intervalMs: BACKUP_CHECK_INTERVAL_MS, wake: wakeSignal, signal }
      await Promise.all([worker.run(signal), runEvery(timing, check)])
    },
    wake() {
      worker.wake()
      wakeSignal.notify()
    },
  }
}

const WEEK_MS = 7 * DAY_MS

/** Counts the requests of the last seven days in the usage of a library. */
function popularityBy({ usage }: Catalogue, clock: Clock): Popularity {
  return {
    async weeklyRequests(libraryKey) {
      const fromDay = new Date(clock.now() - WEEK_MS).toISOString().slice(0, 10)
      const { counts } = await usage.read({ libraryKey, scope: EVERY_VERSION }, { fromDay, mostNames: 1 })
      const requests = counts.filter(({ kind, day }) => kind === "surface" && day > fromDay)
      return requests.reduce((sum, { count }) => sum + count, 0)
    },
  }
}
