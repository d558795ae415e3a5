import { describe, expect, it } from "vitest"
import type { GitListing } from "../git-listing.ts"
import { createRepositoryListings, type ListingRequest } from "./repository-listings.ts"

const LISTING: GitListing = {
  revision: "a".repeat(40),
  branch: "main",
  paths: ["README.md"],
  leftOut: [],
  otherFiles: [],
  libraryConfig: undefined,
  notes: [],
}
const REQUEST: ListingRequest = {
  url: "https://git.example/a/b.git",
  branch: undefined,
  token: undefined,
  caller: "ada",
}
const anySignal = new AbortController().signal
const options = { signal: anySignal, onFetch: () => {} }

/** Fetches that end when the test says so. */
function heldFetches() {
  const signals: AbortSignal[] = []
  const finish: (() => void)[] = []
  const listings = createRepositoryListings((_request, signal) => {
    signals.push(signal)
    return new Promise<GitListing>((resolve, reject) => {
      finish.push(() => resolve(LISTING))
      signal.addEventListener("abort", () => reject(signal.reason as Error))
    })
  })
  return { listings, signals, finish }
}

describe("listings of repositories", () => {
  it("are kept for the same caller, address, branch and token only", async () => {
    let count = 0
    const listings = createRepositoryListings(async () => {
      count += 1
      return LISTING
    })
    const others = [{ caller: "grace" }, { url: "https://git.example/a/c.git" }, { branch: "next" }, { token: "t" }]
    await listings.get(REQUEST, options)
    await listings.get(REQUEST, options)
    const afterSame = count
    for (const other of others) await listings.get({ ...REQUEST, ...other }, options)

    expect([afterSame, count]).toEqual([1, 5])
  })

  it("share a fetch that goes on for those who are left, and ends with the last one", async () => {
    const { listings, signals } = heldFetches()
    const [one, other] = [new AbortController(), new AbortController()]
    const first = listings.get(REQUEST, { ...options, signal: one.signal })
    const second = listings.get(REQUEST, { ...options, signal: other.signal })
    one.abort(new Error("first is gone"))
    await expect(first).rejects.toThrow("first is gone")
    const isAbortedEarly = signals[0]?.aborted
    other.abort(new Error("second is gone"))
    await expect(second).rejects.toThrow("second is gone")

    expect([signals.length, isAbortedEarly, signals[0]?.aborted]).toEqual([1, false, true])
  })

  it("are fetched again after a failure and after a cancelled fetch", async () => {
    const { listings, signals, finish } = heldFetches()
    const gone = new AbortController()
    const first = listings.get(REQUEST, { ...options, signal: gone.signal })
    gone.abort(new Error("gone"))
    await expect(first).rejects.toThrow("gone")
    const second = listings.get(REQUEST, options)
    finish[1]?.()

    await expect(second).resolves.toBe(LISTING)
    expect(signals).toHaveLength(2)
  })

  it("are not fetched when the caller may not", async () => {
    const { listings, signals } = heldFetches()
    const onFetch = () => {
      throw new Error("too many")
    }

    await expect(listings.get(REQUEST, { ...options, onFetch })).rejects.toThrow("too many")
    expect(signals).toEqual([])
  })
})
