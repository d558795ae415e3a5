import type { Authenticator } from "../access/identity/authenticate.ts"
import type { Caller } from "../access/identity/caller.ts"
import type { FairGate } from "../access/limits/fair-gate.ts"
import type { RateLimits } from "../access/limits/rate-limits.ts"
import type { RequestQuota } from "../access/limits/request-quota.ts"
import type { LiveSettings } from "../access/live-settings.ts"
import { assertMay, decide, type Action, type House } from "../access/permissions.ts"
import type { ReadingRulesCache } from "../access/visibility/reading-rules.ts"
import type { Sessions } from "../access/identity/sessions.ts"
import type { Sso } from "../access/identity/sso.ts"
import type { Sealer } from "../access/secrets/sealed.ts"
import type { Log } from "../base/log.ts"
import type { Clock } from "../base/clock.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import type { Models } from "../models/open-models.ts"
import type { OpenIndexCache } from "../blobs/open-index-cache.ts"
import type { LibraryDirectory } from "../resolve/directory/library-directory.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import type { TokenRefresher } from "../accounts/oauth/token-refresh.ts"
import type { OAuthHosts } from "../accounts/oauth/oauth-hosts.ts"
import type { KnownHosts } from "../sources/git/ssh/known-hosts.ts"
import type { CatalogueSync } from "./instance/catalogue-sync.ts"
import type { UsageMeter } from "./usage/usage-meter.ts"
import type { CountrySources } from "./usage/visitor.ts"

/** Everything the use cases work with; made once by `compose.ts`. */
export interface ServiceContext {
  readonly settings: Settings
  /** Version of the program. */
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  /** Open index files, by hash. */
  readonly openIndexes: OpenIndexCache
  /** Models that make answers better; none is needed. */
  readonly models: Models
  /** Names of all libraries, for look-ups. */
  readonly directory: LibraryDirectory
  /** What teamspaces decide about reading; asked through `readerOf` only. */
  readonly readingRules: ReadingRulesCache
  /** Keeps `directory` and `readingRules` up to date. */
  readonly catalogueSync: CatalogueSync
  readonly guard: AddressGuard
  /** Services whose accounts can be connected by consent. */
  readonly oauthHosts: OAuthHosts
  /** Access tokens of accounts that were connected so. */
  readonly tokenRefresher: TokenRefresher
  /** Turns credentials into callers. */
  readonly authenticator: Authenticator
  /** Single sign-on; undefined where the settings name no provider. */
  readonly sso: Sso | undefined
  /** Sessions of browsers. */
  readonly sessions: Sessions
  /** Settings that people change while the service runs. */
  readonly live: LiveSettings
  /** How much a caller may ask. */
  readonly rates: RateLimits
  /** Where requests of one caller wait for those of others: questions, and what moves files. */
  readonly gates: { readonly answers: FairGate; readonly transfers: FairGate }
  /** How much a plan allows to ask in a month. */
  readonly quota: RequestQuota
  readonly sealer: Sealer
  /** Counts how libraries are used. */
  readonly usage: UsageMeter
  /** How the countries of clients are found. */
  readonly countries: CountrySources
  /** Folder for temporary files, on the file system of the blobs; workers sweep it. */
  readonly workDirectory: string
  /** By what git servers are recognised over ssh. */
  readonly knownHosts: KnownHosts
  /** Tells the worker beside this server, when there is one, that a job has been queued. */
  wakeWorker(): void
}

/** True when `LECTERN_API_KEY` closes everything to anonymous callers. */
export function isClosed(context: Pick<ServiceContext, "settings">): boolean {
  return context.settings.LECTERN_API_KEY !== undefined
}

/** What deciding about a caller needs. */
export type Rules = Pick<ServiceContext, "settings" | "live">

/** The rules of the instance as they are now. */
export function houseOf({ settings, live }: Rules): House {
  return {
    edition: settings.LECTERN_EDITION,
    isClosed: settings.LECTERN_API_KEY !== undefined,
    anonymousMay: live.anonymousMay(),
  }
}

/**
 * Lets a caller pass or throws what stands in the way.
 *
 * @throws {InvalidApiKey} {Forbidden} {PasswordChangeRequired} as the table of permissions says.
 */
export function allow(rules: Rules, caller: Caller, action: Action): void {
  assertMay(action, caller, houseOf(rules))
}

/** Tells whether a caller may do something, without an error. */
export function may(rules: Rules, caller: Caller, action: Action): boolean {
  return decide(action, caller, houseOf(rules)) === "allowed"
}

/** Makes a change of keys, sessions, roles or passwords count at once in this process; others follow within 2 s. */
export function forgetCallers({ authenticator, sessions }: Pick<ServiceContext, "authenticator" | "sessions">): void {
  authenticator.forget()
  sessions.forget()
}
