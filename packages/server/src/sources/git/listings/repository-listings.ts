import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { GitRemoteRequest } from "../git-request.ts"
import type { GitListing } from "../git-listing.ts"
import { MINUTE_MS } from "../../../base/durations.ts"

/** Long enough to write folders and exclusions, short enough that a new commit appears soon. */
const KEPT_MS = 5 * MINUTE_MS
/** Maximum size of all cached listings together, in characters of paths, which is about 64 MB of memory. */
const MAX_KEPT_CHARACTERS = 32 * 2 ** 20
const MAX_KEPT_LISTINGS = 100
/** Added for each path besides its characters. */
const PATH_OVERHEAD = 32

/** A repository to list for a caller. */
export interface ListingRequest extends Pick<GitRemoteRequest, "url" | "branch" | "token"> {
  /** Name of the caller. Nobody gets a listing that was fetched for someone else. */
  readonly caller: string
}

/** Recent listings of repositories. */
export interface RepositoryListings {
  /**
   * Lists a repository, or returns the listing that the same caller got within the last five minutes. Requests for the
   * same listing share one fetch, which ends when all of them are cancelled.
   *
   * @param options.onFetch called before a repository is fetched; what it throws is thrown.
   * @throws what fetching throws, and the reason of `signal`.
   */
  get(
    request: ListingRequest,
    options: { readonly signal: AbortSignal; readonly onFetch: () => void },
  ): Promise<GitListing>
}

interface Fetch {
  readonly listing: Promise<GitListing>
  readonly controller: AbortController
  waiting: number
}

/** Creates an empty cache. @param list fetches a repository; called with the signal of its waiting requests. */
export function createRepositoryListings(
  list: (request: ListingRequest, signal: AbortSignal) => Promise<GitListing>,
): RepositoryListings {
  const kept = new LRUCache<string, GitListing>({
    max: MAX_KEPT_LISTINGS,
    ttl: KEPT_MS,
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: sizeOf,
  })
  const fetches = new Map<string, Fetch>()

  const startFetch = (key: string, request: ListingRequest): Fetch => {
    const controller = new AbortController()
    const run = async () => {
      try {
        const listing = await list(request, controller.signal)
        kept.set(key, listing)
        return listing
      } finally {
        if (fetches.get(key) === started) fetches.delete(key)
      }
    }
    const started: Fetch = { listing: run(), controller, waiting: 0 }
    fetches.set(key, started)
    return started
  }
  return {
    async get(request, { signal, onFetch }) {
      signal.throwIfAborted()
      const key = keyOf(request)
      const known = kept.get(key)
      if (known !== undefined) return known
      let fetch = fetches.get(key)
      if (fetch === undefined) {
        onFetch()
        fetch = startFetch(key, request)
      }
      fetch.waiting += 1
      try {
        return await unlessAborted(fetch.listing, signal)
      } finally {
        fetch.waiting -= 1
        if (fetch.waiting === 0 && fetches.get(key) === fetch) {
          fetches.delete(key)
          fetch.controller.abort(signal.reason)
        }
      }
    },
  }
}

function sizeOf({ paths, leftOut }: GitListing): number {
  const pathCharacters = paths.reduce((sum, path) => sum + path.length + PATH_OVERHEAD, 0)
  return leftOut.reduce((sum, { path }) => sum + path.length + PATH_OVERHEAD, pathCharacters) + 1
}

/** Hashed, because it contains the token. */
function keyOf({ caller, url, branch, token }: ListingRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([caller, url, branch ?? null, token ?? null]))
    .digest("hex")
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error)
    signal.addEventListener("abort", onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}
