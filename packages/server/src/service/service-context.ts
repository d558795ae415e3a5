import type { Authenticator } from "../access/identity/authenticate.ts"
import type { FairQueue } from "../access/limits/fair-queue.ts"
import type { LoopTurns } from "../access/limits/loop-turns.ts"
import type { RateLimits } from "../access/limits/rate-limits.ts"
import type { RequestQuota } from "../access/limits/request-quota.ts"
import type { LiveSettings } from "../access/live-settings.ts"
import type { VisibilityRulesCache } from "../access/visibility/visibility-rules-cache.ts"
import type { Sessions } from "../access/identity/sessions.ts"
import type { Sso } from "../access/identity/sso.ts"
import type { SecretBox } from "../access/secrets/encryption.ts"
import type { Log } from "../base/log.ts"
import type { SerialQueue } from "../base/serial-queue.ts"
import type { Timings } from "../base/timings.ts"
import type { Tracing } from "../base/tracing.ts"
import type { Clock } from "../base/clock.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import type { Models } from "../models/open-models.ts"
import type { OpenIndexCache } from "../blobs/open-index-cache.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import type { TokenRefresher } from "../accounts/oauth/token-refresh.ts"
import type { OAuthHosts } from "../accounts/oauth/oauth-hosts.ts"
import type { KnownHosts } from "../sources/git/ssh/known-hosts.ts"
import type { RepositoryListings } from "../sources/git/listings/repository-listings.ts"
import type { CatalogueSync } from "./catalogue-sync/catalogue-sync.ts"
import type { UsageMeter } from "./usage/meter/usage-meter.ts"
import type { CountrySources } from "./usage/meter/visitor.ts"

/** All services of the process, created once by `compose/compose-app.ts`. Use cases take only those that they use, such as `JobServices`. */
export interface ServiceContext {
  readonly settings: Settings
  /** Version of the program. */
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  /** Durations of statements of the catalogue and of operations on blobs. */
  readonly timings: Timings
  /** Traces of requests; undefined if tracing is off. */
  readonly tracing: Tracing | undefined
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  /** Open index files, by hash. */
  readonly openIndexes: OpenIndexCache
  /** Optional models that improve answers. */
  readonly models: Models
  /** Policies and access rules of teamspaces; use them only through `visibleLibrariesFor`. */
  readonly visibilityRules: VisibilityRulesCache
  /** Keeps `visibilityRules` and the directory of all libraries up to date. */
  readonly catalogueSync: CatalogueSync
  readonly guard: AddressGuard
  /** Services whose accounts can be connected by consent (OAuth). */
  readonly oauthHosts: OAuthHosts
  /** Access tokens of accounts that were connected with OAuth. */
  readonly tokenRefresher: TokenRefresher
  /** Turns credentials into callers. */
  readonly authenticator: Authenticator
  /** Single sign-on; undefined if the settings name no provider. */
  readonly sso: Sso | undefined
  /** Browser sessions. */
  readonly sessions: Sessions
  /** Settings that can be changed while the service runs. */
  readonly live: LiveSettings
  /** Rate limits. */
  readonly rates: RateLimits
  /** Queues that share the capacity fairly between callers: one for questions, one for transfers of files. */
  readonly requestQueues: { readonly answers: FairQueue; readonly transfers: FairQueue }
  /**
   * Let the event loop run between requests, so that health checks are answered even under a flood of requests: one for
   * requests that arrive, which are soon queued or rejected, and one for those that start their work.
   */
  readonly loopTurns: { readonly arrivals: LoopTurns; readonly work: LoopTurns }
  /** Monthly quota of questions per plan. */
  readonly quota: RequestQuota
  readonly sealer: SecretBox
  /** Counts how libraries are used. */
  readonly usage: UsageMeter
  /** How the country of a client is determined. */
  readonly countries: CountrySources
  /** Folder for temporary files, on the file system of the blobs; workers sweep it. */
  readonly workDirectory: string
  /** Checks of received bundles, one at a time. */
  readonly bundleChecks: SerialQueue
  /** Host keys of git servers reached over SSH. */
  readonly knownHosts: KnownHosts
  /** Recent listings of repositories, for previews. */
  readonly repositoryListings: RepositoryListings
  /** Serving processes on the same port, including this one; undefined if there is only one. */
  readonly siblings: Siblings | undefined
  /** Wakes the worker of this server, if there is one, after a job was queued. */
  wakeWorker(): void
}

/** The metrics of one process as JSON, one list for each registry. */
type ProcessMetrics = readonly (readonly object[])[]

/** Several serving processes on one port. A request reaches any of them. */
export interface Siblings {
  /**
   * Collects the metrics of all of them, oldest process first; a process that does not respond is left out after a
   * second.
   */
  collectMetrics(): Promise<readonly ProcessMetrics[]>
  /** Sets the function that reads the metrics of this process when any of the processes collects them. */
  onReport(read: () => Promise<ProcessMetrics>): void
}

/** Returns true if `LECTERN_API_KEY` closes everything to anonymous callers. */
export function isClosed(context: Pick<ServiceContext, "settings">): boolean {
  return context.settings.LECTERN_API_KEY !== undefined
}

/** Applies a change of keys, sessions, roles or passwords at once in this process; other processes follow within 2 s. */
export function evictCallers({ authenticator, sessions }: Pick<ServiceContext, "authenticator" | "sessions">): void {
  authenticator.forget()
  sessions.forget()
}
