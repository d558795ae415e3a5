import { createAuthenticator } from "../access/identity/authenticate.ts"
import { createVisibilityRulesCache } from "../access/visibility/visibility-rules-cache.ts"
import { ensureFirstAdmin } from "../access/identity/first-start.ts"
import { createSessions } from "../access/identity/sessions.ts"
import { createSso } from "../access/identity/sso.ts"
import { createRateLimits } from "../access/limits/rate-limits.ts"
import { createFairQueue } from "../access/limits/fair-queue.ts"
import { createLoopTurns } from "../access/limits/loop-turns.ts"
import { createRequestQuota } from "../access/limits/request-quota.ts"
import { createWindowCounts, type WindowCounts } from "../access/limits/window-counts.ts"
import { createLiveSettings } from "../access/live-settings.ts"
import { asError, InternalFailure } from "../base/errors.ts"
import { createSerialQueue } from "../base/serial-queue.ts"
import { createTimings, type Timings } from "../base/timings.ts"
import { timeBlobs } from "../blobs/time-blobs.ts"
import type { SupervisedWorker } from "../ingest/run/start-worker-process.ts"
import { dedicatedHostsOf } from "../config/dedicated-hosts.ts"
import { ownAddress } from "../config/own-address.ts"
import type { Settings } from "../config/settings.ts"
import { buildHttpApp } from "../http/build-http-app.ts"
import type { HttpApp } from "../http/serving/http-app.ts"
import { createOpenIndexCache } from "../blobs/open-index-cache.ts"
import { LIMITS } from "@lectern/contract"
import { RankingSession } from "@lectern/engine"
import { type Models, openModels } from "../models/open-models.ts"
import { registerMcp } from "../mcp/register-mcp.ts"
import { createMcpAuthenticator } from "../service/people/mcp-callers.ts"
import { syncFromCatalogue } from "../service/catalogue-sync/catalogue-sync.ts"
import { followNotices } from "../service/catalogue-sync/follow-notices.ts"
import { createPrefetcher, type Prefetcher } from "../service/catalogue-sync/prefetch-published.ts"
import { watchInstanceConfig } from "../service/instance-config/watch-instance-config.ts"
import { keepAuditPruned } from "../service/audit/prune-audit.ts"
import { ensureSample, type SampleFolders } from "../service/libraries/sample.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { createTokenRefresher } from "../accounts/oauth/token-refresh.ts"
import { oauthHostsOf } from "../accounts/oauth/oauth-hosts.ts"
import { createUsageMeter } from "../service/usage/meter/usage-meter.ts"
import type { CountrySources } from "../service/usage/meter/visitor.ts"
import { openCountries } from "./open-countries.ts"
import { createRepositoryListings, type RepositoryListings } from "../sources/git/listings/repository-listings.ts"
import type { SourceEnvironment } from "../sources/kind/source-environment.ts"
import { programVersion } from "./program-version.ts"
import type { ServingProcess } from "./processes/serving-process.ts"
import { traceDirectory, traceIndexes, traceTimings } from "./tracing/trace-parts.ts"
import { openStore, type Store, type RuntimeServices } from "./open-store.ts"

/** Maximum number of open index files: about 0.7 MB of memory each at a few thousand snippets. */
const MAX_OPEN_INDEXES = 300

/** Time for running requests to finish at shutdown; the whole shutdown has ten seconds. */
const REQUEST_GRACE_MS = 5_000

/** Where ingestions run: in a child process, in this process (for tests and short commands), or elsewhere. */
export type WorkerMode = "child" | "inline" | "none"

export interface ComposeOptions extends RuntimeServices {
  readonly workerMode: WorkerMode
  /**
   * Location of the bundled documentation. A new instance gets it as its sample library before this server can listen.
   */
  readonly sampleFolders?: SampleFolders | undefined
  /** A key with all permissions, valid in this process only. */
  readonly systemKey?: string | undefined
  /** The supervisor of this process and others on the same port; undefined if this process runs alone. */
  readonly supervised?: Pick<ServingProcess, "wakeWorker" | "collectMetrics" | "onReport"> | undefined
  /** The held worker process; required for mode `child`. Whoever has started it stops it. */
  readonly workerProcess?: SupervisedWorker | undefined
}

/** A composed server with a migrated catalogue, not yet listening. */
export interface ComposedApp {
  readonly app: HttpApp
  readonly context: ServiceContext
  /** Initial password of the first admin, if this start created it. */
  readonly initialPassword: string | undefined
  /** Starts ingestion and synchronisation with other processes. */
  start(): Promise<void>
  /** Finishes running requests, stops the worker and closes the store. Safe to call twice. */
  close(): Promise<void>
}

/** Composes a server that uses the data directory in the settings. */
export async function composeApp(settings: Settings, given: ComposeOptions): Promise<ComposedApp> {
  const timings = given.timings ?? createTimings()
  const options = { ...given, timings }
  if (given.tracing !== undefined) traceTimings(timings, given.tracing)
  const opened = await openStore(settings, options)
  const store = { ...opened, blobs: timeBlobs(opened.blobs, timings) }
  try {
    const initialPassword = await ensureFirstAdmin(store.catalogue, settings, options.log)
    const worker = await createWorker(settings, store, options)
    const session = new RankingSession()
    const findTerms = (text: string) => session.analyser.findTerms(text)
    const models = await openModels(settings, { clock: options.clock, outgoing: store.guard.outgoing, findTerms })
    const countries = await openCountries(settings)
    const { catalogue } = store
    const counts = createWindowCounts({ rateCounts: catalogue.rateCounts, clock: options.clock, log: options.log })
    // Files in the data directory never have to be fetched.
    const isRemote = settings.LECTERN_BLOBS !== undefined
    const prefetcher = isRemote ? createPrefetcher({ ...store, log: options.log }) : undefined
    const context = contextOf(settings, store, { options, worker, models, session, countries, counts, prefetcher })
    await context.live.refresh()
    await context.catalogueSync.catchUp()
    if (options.sampleFolders !== undefined) await ensureSample(context, options.sampleFolders)
    const authenticate = createMcpAuthenticator(context)
    const app = await buildHttpApp(context, (app) =>
      registerMcp(app, context, (request) => authenticate(request.headers)),
    )
    return { ...composed(app, context, { store, prefetcher, worker, counts }), initialPassword }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The worker that belongs to this server. */
interface CompanionWorker {
  start(): void
  /** Notifies the worker that a job was queued. */
  wake(): void
  stop(): Promise<void>
}

async function createWorker(settings: Settings, store: Store, options: ComposeOptions): Promise<CompanionWorker> {
  switch (options.workerMode) {
    case "none":
      return { start() {}, wake: () => options.supervised?.wakeWorker(), stop: () => Promise.resolve() }
    case "inline": {
      const { makeWorker } = await import("./make-worker.ts")
      const worker = await makeWorker(settings, store, options)
      const stopping = new AbortController()
      let running: Promise<void> = Promise.resolve()
      return {
        start: () => void (running = worker.run(stopping.signal)),
        wake: () => worker.wake(),
        stop() {
          stopping.abort()
          return running
        },
      }
    }
    case "child":
      return childWorker(options.workerProcess)
  }
}

function childWorker(child: SupervisedWorker | undefined): CompanionWorker {
  if (child === undefined) throw new InternalFailure("cannot start a worker process: workerProcess is missing")
  return { start: () => child.begin(), wake: () => child.wake(), stop: () => child.stop() }
}

interface ContextParts {
  readonly options: ComposeOptions & { readonly timings: Timings }
  readonly worker: CompanionWorker
  readonly models: Models
  readonly session: RankingSession
  readonly countries: CountrySources
  readonly counts: WindowCounts
  readonly prefetcher: Prefetcher | undefined
}

function contextOf(settings: Settings, store: Store, parts: ContextParts): ServiceContext {
  const { options, worker, models, session, countries, counts, prefetcher } = parts
  const onChange = prefetcher && ((libraryKey: string) => prefetcher.note(libraryKey))
  const { catalogue, blobs, guard, sealer, workDirectory, knownHosts } = store
  const { clock, log, systemKey, timings, tracing } = options
  const live = createLiveSettings(catalogue, clock)
  const { LECTERN_EDITION: edition, LECTERN_API_KEY: globalKey } = settings
  const visibilityRules = createVisibilityRulesCache(catalogue, dedicatedHostsOf(settings))
  const oauthHosts = oauthHostsOf(settings)
  return {
    settings,
    version: programVersion(),
    clock,
    log,
    timings,
    tracing,
    catalogue,
    blobs,
    openIndexes: traceIndexes(
      createOpenIndexCache({ blobs, session, maxOpen: MAX_OPEN_INDEXES, ownAddress: ownAddress(settings) }),
      tracing,
    ),
    models,
    visibilityRules,
    catalogueSync: traceDirectory(syncFromCatalogue({ catalogue, visibilityRules, log, onChange }), tracing),
    guard,
    oauthHosts,
    tokenRefresher: createTokenRefresher({ catalogue, hosts: oauthHosts, sealer, guard, clock, log }),
    authenticator: createAuthenticator({ catalogue, clock, edition, live, globalKey, systemKey }),
    live,
    rates: createRateLimits(settings, counts),
    quota: createRequestQuota(settings, counts),
    requestQueues: requestQueuesOf(settings),
    loopTurns: { arrivals: createLoopTurns(), work: createLoopTurns() },
    sso: createSso({ settings, guard, clock, log }),
    sessions: createSessions({ catalogue, clock, settings, signer: store.sessionSigner }),
    sealer,
    usage: createUsageMeter({ usage: catalogue.usage, clock, log, ...usageRules(settings) }),
    countries,
    workDirectory,
    knownHosts,
    repositoryListings: listingsOf({ guard, workDirectory, knownHosts, log, limits: PREVIEW_LIMITS }),
    bundleChecks: createSerialQueue(),
    siblings: options.supervised,
    wakeWorker: () => worker.wake(),
  }
}

function usageRules({ LECTERN_USAGE: usage, LECTERN_USAGE_TOPICS: topics }: Settings) {
  return { isOn: usage === "on", topics }
}

/** Lower than the limits of a worker, because a serving process lists the files: at most about 50 MB of memory. */
const PREVIEW_LIMITS = {
  maxEntries: 200_000,
  maxKeptEntries: 0,
  maxDiskBytes: 256 * 2 ** 20,
  timeLimitMs: LIMITS.repositoryPreviewTimeoutMs,
} satisfies SourceEnvironment["limits"]

function listingsOf(environment: SourceEnvironment): RepositoryListings {
  return createRepositoryListings(async (request, signal) => {
    // Loaded on demand: few requests query a host, and the code that fetches takes 10 MB of memory in every serving
    // process.
    const { listGitFiles } = await import("../sources/git/git-source.ts")
    return await listGitFiles(request, environment, signal)
  })
}

function requestQueuesOf({ LECTERN_CONCURRENT_REQUESTS: slots }: Settings): ServiceContext["requestQueues"] {
  return { answers: createFairQueue(slots), transfers: createFairQueue(Math.max(2, Math.ceil(slots / 4))) }
}

interface Running {
  readonly store: Store
  readonly prefetcher: Prefetcher | undefined
  readonly worker: CompanionWorker
  readonly counts: WindowCounts
}

function composed(
  app: HttpApp,
  context: ServiceContext,
  { store, prefetcher, worker, counts }: Running,
): Omit<ComposedApp, "initialPassword"> {
  let closing: Promise<void> | undefined
  let [stopPruning, stopFollowing] = [() => {}, () => {}]
  const { LECTERN_MANIFEST: path, LECTERN_MANIFEST_PRUNE: prune } = context.settings
  const manifest =
    path === undefined ? undefined : watchInstanceConfig(context, { path, prune: prune === "on", secrets: process.env })

  async function close(): Promise<void> {
    await manifest?.stop()
    context.catalogueSync.stop()
    stopFollowing()
    stopPruning()
    await prefetcher?.stop()
    const cutting = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS)
    const ends = await Promise.allSettled([app.close(), worker.stop()])
    clearTimeout(cutting)
    await context.usage.stop()
    await counts.stop()
    context.openIndexes.close()
    await store.close()
    for (const end of ends) {
      if (end.status === "rejected") context.log.error({ err: asError(end.reason) }, "shutdown failed")
    }
  }

  return {
    app,
    context,
    async start() {
      context.catalogueSync.start()
      stopFollowing = followNotices(context)
      context.usage.start()
      stopPruning = keepAuditPruned(context)
      worker.start()
      await manifest?.start()
    },
    close: () => (closing ??= close()),
  }
}
