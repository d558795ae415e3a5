import { createAuthenticator } from "../access/identity/authenticate.ts"
import { createVisibilityRulesCache } from "../access/visibility/visibility-rules-cache.ts"
import { ensureFirstAdmin } from "../access/identity/first-start.ts"
import { createSessions } from "../access/identity/sessions.ts"
import { createSso } from "../access/identity/sso.ts"
import { createRateLimits } from "../access/limits/rate-limits.ts"
import { createFairQueue } from "../access/limits/fair-queue.ts"
import { createRequestQuota } from "../access/limits/request-quota.ts"
import { createWindowCounts, type WindowCounts } from "../access/limits/window-counts.ts"
import { createLiveSettings } from "../access/live-settings.ts"
import { asError, InternalFailure } from "../base/errors.ts"
import { superviseWorker, type WorkerCommand } from "../ingest/run/start-worker-process.ts"
import type { Settings } from "../config/settings.ts"
import { buildHttpApp } from "../http/build-http-app.ts"
import type { HttpApp } from "../http/serving/http-app.ts"
import { createOpenIndexCache } from "../blobs/open-index-cache.ts"
import { RankingSession } from "@lectern/engine"
import { type Models, openModels } from "../models/open-models.ts"
import { registerMcp } from "../mcp/register-mcp.ts"
import { createLibraryDirectory } from "../resolve/directory/create-library-directory.ts"
import { createMcpAuthenticator } from "../service/people/mcp-callers.ts"
import { syncFromCatalogue } from "../service/instance/catalogue-sync.ts"
import { watchInstanceConfig } from "../service/instance-config/watch-instance-config.ts"
import { keepAuditPruned } from "../service/audit/prune-audit.ts"
import { ensureSample } from "../service/libraries/sample.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { createTokenRefresher } from "../accounts/oauth/token-refresh.ts"
import { oauthHostsOf } from "../accounts/oauth/oauth-hosts.ts"
import { createUsageMeter } from "../service/usage/usage-meter.ts"
import type { CountrySources } from "../service/usage/visitor.ts"
import { openCountries } from "./open-countries.ts"
import { programVersion } from "./program-version.ts"
import { openStore, type Store, type RuntimeServices } from "./open-store.ts"

/** Index files kept open: about .7 MB of memory each at a few thousand snippets. */
const MAX_OPEN_INDEXES = 300

/** Time that running requests have to end when the server stops; the whole stop has ten seconds. */
const REQUEST_GRACE_MS = 5_000

/** How ingestion runs beside the doors: in a process of its own, in this one (tests, short commands), or elsewhere. */
export type WorkerMode = "child" | "inline" | "none"

export interface ComposeOptions extends RuntimeServices {
  readonly workerMode: WorkerMode
  /** Absolute path of the bundled documentation; without it there is no sample. */
  readonly sampleFolder?: string | undefined
  /** Key that stands for the program itself as long as it runs. */
  readonly systemKey?: string | undefined
  /** How the worker's process is started; needed for the mode `child`. */
  readonly workerCommand?: Omit<WorkerCommand, "log"> | undefined
}

/** A server, put together and migrated, not yet listening. */
export interface ComposedApp {
  readonly app: HttpApp
  readonly context: ServiceContext
  /** Begins to ingest and to follow what other processes do; gives a fresh instance its sample. */
  start(): Promise<void>
  /** Finishes the requests that run, stops the worker and closes the store. Safe to call twice. */
  close(): Promise<void>
}

/** Puts a server together over the data directory of the settings. */
export async function composeApp(settings: Settings, options: ComposeOptions): Promise<ComposedApp> {
  const store = await openStore(settings, options)
  try {
    await ensureFirstAdmin(store.catalogue, settings, options.log)
    const worker = await workerBeside(settings, store, options)
    const session = new RankingSession()
    const findTerms = (text: string) => session.analyser.findTerms(text)
    const models = await openModels(settings, { clock: options.clock, findTerms })
    const countries = await openCountries(settings)
    const { catalogue } = store
    const counts = createWindowCounts({ rateCounts: catalogue.rateCounts, clock: options.clock, log: options.log })
    const context = contextOf(settings, store, { options, worker, models, session, countries, counts })
    await context.live.refresh()
    await context.catalogueSync.catchUp()
    const authenticate = createMcpAuthenticator(context)
    const app = await buildHttpApp(context, (app) =>
      registerMcp(app, context, (request) => authenticate(request.headers)),
    )
    return composed(app, context, { worker, counts, sampleFolder: options.sampleFolder })
  } catch (error) {
    await store.catalogue.close()
    throw error
  }
}

/** The worker as the server beside it sees it. */
interface WorkerBeside {
  start(): void
  /** Says that a job has been queued. */
  wake(): void
  stop(): Promise<void>
}

async function workerBeside(settings: Settings, store: Store, options: ComposeOptions): Promise<WorkerBeside> {
  switch (options.workerMode) {
    case "none":
      return { start() {}, wake() {}, stop: () => Promise.resolve() }
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
      return childWorker(options)
  }
}

function childWorker({ workerCommand, log }: ComposeOptions): WorkerBeside {
  if (workerCommand === undefined) throw new InternalFailure("a worker in a child process needs a command")
  let child: ReturnType<typeof superviseWorker> | undefined
  return {
    start: () => void (child ??= superviseWorker({ ...workerCommand, log })),
    wake: () => child?.wake(),
    stop: () => child?.stop() ?? Promise.resolve(),
  }
}

interface ContextParts {
  readonly options: ComposeOptions
  readonly worker: WorkerBeside
  readonly models: Models
  readonly session: RankingSession
  readonly countries: CountrySources
  readonly counts: WindowCounts
}

function contextOf(settings: Settings, store: Store, parts: ContextParts): ServiceContext {
  const { options, worker, models, session, countries, counts } = parts
  const { catalogue, blobs, guard, sealer, workDirectory, knownHosts } = store
  const { clock, log, systemKey } = options
  const directory = createLibraryDirectory()
  const live = createLiveSettings(catalogue, clock)
  const { LECTERN_EDITION: edition, LECTERN_API_KEY: globalKey } = settings
  const visibilityRules = createVisibilityRulesCache(catalogue)
  const oauthHosts = oauthHostsOf(settings)
  return {
    settings,
    version: programVersion(),
    clock,
    log,
    catalogue,
    blobs,
    openIndexes: createOpenIndexCache({ blobs, session, maxOpen: MAX_OPEN_INDEXES }),
    models,
    directory,
    visibilityRules,
    catalogueSync: syncFromCatalogue({ catalogue, directory, visibilityRules, log }),
    guard,
    oauthHosts,
    tokenRefresher: createTokenRefresher({ catalogue, hosts: oauthHosts, sealer, guard, clock, log }),
    authenticator: createAuthenticator({ catalogue, clock, edition, live, globalKey, systemKey }),
    live,
    rates: createRateLimits(settings, counts),
    quota: createRequestQuota(settings, counts),
    gates: gatesOf(settings),
    sso: createSso({ settings, guard, clock, log }),
    sessions: createSessions({ catalogue, clock, settings, signer: store.sessionSigner }),
    sealer,
    usage: createUsageMeter({ usage: catalogue.usage, clock, log, ...usageRules(settings) }),
    countries,
    workDirectory,
    knownHosts,
    wakeWorker: () => worker.wake(),
  }
}

function usageRules({ LECTERN_USAGE: usage, LECTERN_USAGE_TOPICS: topics }: Settings) {
  return { isOn: usage === "on", topics }
}

function gatesOf({ LECTERN_CONCURRENT_REQUESTS: slots }: Settings): ServiceContext["gates"] {
  return { answers: createFairQueue(slots), transfers: createFairQueue(Math.max(2, Math.ceil(slots / 4))) }
}

interface Running {
  readonly worker: WorkerBeside
  readonly counts: WindowCounts
  readonly sampleFolder: string | undefined
}

function composed(app: HttpApp, context: ServiceContext, { worker, counts, sampleFolder }: Running): ComposedApp {
  let closing: Promise<void> | undefined
  let stopPruning: () => void = () => {}
  const { LECTERN_MANIFEST: path, LECTERN_MANIFEST_PRUNE: prune } = context.settings
  const manifest =
    path === undefined ? undefined : watchInstanceConfig(context, { path, prune: prune === "on", secrets: process.env })

  async function close(): Promise<void> {
    await manifest?.stop()
    context.catalogueSync.stop()
    stopPruning()
    const cutting = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS)
    const ends = await Promise.allSettled([app.close(), worker.stop()])
    clearTimeout(cutting)
    await context.usage.stop()
    await counts.stop()
    context.openIndexes.close()
    await context.catalogue.close()
    for (const end of ends) {
      if (end.status === "rejected") context.log.error({ err: asError(end.reason) }, "stopping failed")
    }
  }

  return {
    app,
    context,
    async start() {
      context.catalogueSync.start()
      context.usage.start()
      stopPruning = keepAuditPruned(context)
      worker.start()
      await ensureSample(context, sampleFolder)
      await manifest?.start()
    },
    close: () => (closing ??= close()),
  }
}
