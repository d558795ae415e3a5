import { LRUCache } from "lru-cache"
import { ServiceError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryChanges, LibraryRecord } from "../catalogue/libraries/records.ts"
import type { HostMetadata, OwnerMetadata } from "../catalogue/libraries/metadata-records.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import { type GitHostApi, gitHostApiOf } from "../sources/host-metadata/git-host-api.ts"
import { type HostMetadataResult, type OwnerCache, fetchHostMetadata } from "../sources/host-metadata/host-metadata.ts"
import { hostDescription, mergeMetadata } from "./merge-metadata.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts"
import { fractionOf } from "./fraction-of.ts"

/** Dependencies of fetching host metadata. */
export interface MetadataDependencies {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
  readonly guard: AddressGuard
  /** Returns the token of an account at the host of a library, if there is one; never a token for another host. */
  tokenOf(library: LibraryRecord): Promise<string | undefined>
}

/** A day, because metadata changes slowly and requests cost the host resources. */
const REQUEST_INTERVAL_MS = DAY_MS
/** Delay after a host did not respond or the repository was not found. */
const AFTER_FAILURE_MS = 6 * HOUR_MS
/**
 * The next request is delayed by a random part of this share, so that libraries that were added together are spread
 * out.
 */
const JITTER = 0.2
/** A worker that has not finished its requests after this time is considered dead. */
const LEASE_MS = 600_000
/**
 * Libraries per round. A worker runs a round every five seconds, so no host receives more than two requests a second.
 */
const LIBRARIES_PER_ROUND = 5
/** First pause after a failure of a host; it doubles each time. */
const FIRST_PAUSE_MS = MINUTE_MS
const MAX_PAUSE_MS = 6 * HOUR_MS
/** Maximum number of cached owners and hosts. */
const MAX_CACHED = 1_000

/** Fetches host metadata of libraries. Each worker has one. */
export interface MetadataRefresher {
  /** Fetches the metadata of the libraries that are due, one after another. @returns their number. Never throws. */
  refreshDue(signal: AbortSignal): Promise<number>
}

/** Creates a refresher. Any number of workers may have one: each due library is claimed by one of them. */
export function createMetadataRefresher(dependencies: MetadataDependencies): MetadataRefresher {
  const { catalogue, clock, log } = dependencies
  const owners = rememberOwners(clock)
  const pauses = new LRUCache<string, Pause>({ max: MAX_CACHED })
  return {
    async refreshDue(signal) {
      let asked = 0
      try {
        const due = await catalogue.metadata.claimDue(clock.now(), { limit: LIBRARIES_PER_ROUND, leaseMs: LEASE_MS })
        for (const library of due) {
          if (signal.aborted) break
          if (await refreshMetadataOf(dependencies, library, { owners, pauses, signal })) asked++
        }
      } catch (error) {
        // The claimed libraries are due again when their lease expires.
        if (!signal.aborted) log.warn({ err: error }, "cannot refresh the metadata of libraries")
      }
      return asked
    },
  }
}

/** The time when requests to a host are allowed again, and the length of the last pause. */
interface Pause {
  readonly untilMs: number
  readonly lengthMs: number
}

interface Asking {
  readonly owners: OwnerCache
  readonly pauses: LRUCache<string, Pause>
  readonly signal: AbortSignal
}

/** @returns true if a request was sent to the host. */
async function refreshMetadataOf(
  dependencies: MetadataDependencies,
  library: LibraryRecord,
  asking: Asking,
): Promise<boolean> {
  const { catalogue, clock, log } = dependencies
  const { url, hostKind, type } = library.source
  const gitHost =
    type === "git" ? gitHostApiOf(url, hostKind === "git" ? undefined : (hostKind ?? undefined)) : undefined
  if (gitHost === undefined) {
    await catalogue.metadata.setNextRequest(library.key, clock.now() + spread(library.key, REQUEST_INTERVAL_MS))
    return false
  }
  const pause = asking.pauses.get(gitHost.host)
  if (pause !== undefined && pause.untilMs > clock.now()) {
    await catalogue.metadata.setNextRequest(library.key, pause.untilMs + spread(library.key, FIRST_PAUSE_MS))
    return false
  }
  const answer = await queryHost(dependencies, library, { ...asking, gitHost })
  await takeOver(dependencies, library.key, answer?.facts)
  await catalogue.metadata.setNextRequest(library.key, nextRequestAtMs(library.key, answer, clock.now()))
  log.debug({ libraryId: library.id, host: gitHost.host, answer: answer?.kind ?? "none" }, "metadata requested")
  return true
}

function nextRequestAtMs(key: string, answer: HostMetadataResult | undefined, nowMs: number): number {
  if (answer === undefined) return nowMs + spread(key, AFTER_FAILURE_MS)
  if (answer.kind !== "unknown") return nowMs + spread(key, REQUEST_INTERVAL_MS)
  const { restUntilMs } = answer
  return restUntilMs === undefined ? nowMs + spread(key, AFTER_FAILURE_MS) : restUntilMs + spread(key, FIRST_PAUSE_MS)
}

/** @returns undefined if the host did not respond; requests to it are then paused. */
async function queryHost(
  { guard, clock, log, tokenOf }: MetadataDependencies,
  library: LibraryRecord,
  { gitHost, owners, pauses, signal }: Asking & { readonly gitHost: GitHostApi },
): Promise<HostMetadataResult | undefined> {
  try {
    const token = await tokenOf(library)
    const reach = { guard, signal, token, now: () => clock.now() }
    const answer = await fetchHostMetadata(gitHost, reach, { known: library.facts.host, owners })
    pauses.delete(gitHost.host)
    if (answer.restUntilMs !== undefined) pauses.set(gitHost.host, { untilMs: answer.restUntilMs, lengthMs: 0 })
    return answer
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError)) throw error
    const lengthMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * (pauses.get(gitHost.host)?.lengthMs ?? 0)))
    pauses.set(gitHost.host, { untilMs: clock.now() + lengthMs, lengthMs })
    log.debug({ host: gitHost.host, reason: error.message, restMs: lengthMs }, "metadata request failed")
    return undefined
  }
}

/** Stores host metadata, and the values that depend on it and on the current time. */
async function takeOver({ catalogue, clock }: MetadataDependencies, key: string, host: HostMetadata | undefined) {
  await catalogue.inTransaction(async ({ libraries }) => {
    const library = await libraries.byKey(key)
    if (library === undefined || library.isDeleted) return
    const facts = host === undefined ? library.facts : { ...library.facts, host }
    const known = { ...library, facts }
    const description = hostDescription(known)
    const changes: LibraryChanges = {
      ...mergeMetadata(known, clock.now()),
      description,
      facts: host === undefined ? undefined : facts,
    }
    // Most responses contain nothing new; the library is then not updated.
    const isNew = Object.entries(changes).some(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(library[name as keyof LibraryRecord]),
    )
    if (isNew) await libraries.update(key, changes)
  })
}

function rememberOwners(clock: Clock): OwnerCache {
  const known = new LRUCache<string, { readonly facts: OwnerMetadata; readonly untilMs: number }>({
    max: MAX_CACHED,
  })
  return {
    get(address) {
      const found = known.get(address)
      return found !== undefined && found.untilMs > clock.now() ? found.facts : undefined
    },
    set: (address, facts) => void known.set(address, { facts, untilMs: clock.now() + REQUEST_INTERVAL_MS }),
  }
}

/** Adds up to a fifth to a time. The addition is always the same for the same library. */
function spread(key: string, timeMs: number): number {
  return Math.round(timeMs * (1 + JITTER * fractionOf(key)))
}
