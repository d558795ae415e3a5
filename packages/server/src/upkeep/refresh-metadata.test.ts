import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { silentLog } from "../base/log.ts"
import { aLibrary } from "../catalogue/catalogue.contract.testing.ts"
import type { LibraryChanges, LibraryRecord, NewLibrary } from "../catalogue/libraries/records.ts"
import { makeAddressGuard } from "../net/address-guard.ts"
import {
  GITHUB_ORGANISATION,
  GITHUB_REPOSITORY,
  startTestGitHostApi,
  type TestGitHostApi,
} from "../sources/host-metadata/git-host-api.testing.ts"
import { createMetadataRefresher } from "./refresh-metadata.ts"
import { openTestWorker, type TestWorker } from "../ingest/run/test-worker.testing.ts"
import { DAY_MS } from "../base/durations.ts"

const REPOSITORY = "/api/v3/repos/river/otter"
const { signal } = new AbortController()

let forge: TestGitHostApi
let testWorker: TestWorker
let clock: ReturnType<typeof manualClock>
beforeEach(async () => {
  clock = manualClock(Date.UTC(2026, 10, 22))
  testWorker = await openTestWorker(() => Promise.reject(new Error("nothing is read here")), clock)
  forge = await startTestGitHostApi({
    [REPOSITORY]: { json: GITHUB_REPOSITORY, headers: { etag: '"1"' } },
    "/api/v3/orgs/river": { json: GITHUB_ORGANISATION },
  })
})
afterEach(async () => {
  await forge.close()
  await testWorker.close()
})

const keeper = (tokenOf: (library: LibraryRecord) => Promise<string | undefined> = () => Promise.resolve(undefined)) =>
  createMetadataRefresher({
    catalogue: testWorker.catalogue,
    clock,
    log: silentLog,
    guard: makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] }),
    tokenOf,
  })

/** Adds a library that has been published. */
async function published(id: string, given: Partial<NewLibrary> = {}, changes: LibraryChanges = {}): Promise<string> {
  const { source } = aLibrary()
  const url = `${forge.url}${id}.git`
  const library = await testWorker.catalogue.libraries.add(
    aLibrary({ id, source: { ...source, type: "git", url, hostKind: "github" }, isDescribed: false, ...given }),
  )
  await testWorker.catalogue.libraries.update(library!.key, { publishedAtMs: clock.now(), ...changes })
  return library!.key
}

const byKey = async (key: string) => (await testWorker.catalogue.libraries.byKey(key))!

describe("createMetadataRefresher", () => {
  it("fills in what the host of a library knows, and what follows from it", async () => {
    const key = await published("/river/otter")

    await keeper().refreshDue(signal)

    const library = await byKey(key)
    expect(library).toMatchObject({ stars: 90_123, license: "MIT", description: "Feeds otters", isVerified: false })
    expect(library.trustScore).toBeGreaterThan(9)
  })

  it("leaves alone what people and the repository itself have said", async () => {
    const given = { description: "Ours", license: "ISC", isVerified: true }
    const key = await published("/river/otter", { description: "Ours" }, { given })

    await keeper().refreshDue(signal)

    expect(await byKey(key)).toMatchObject({ description: "Ours", license: "ISC", isVerified: true, stars: 90_123 })
  })

  it("takes a verified organisation's repository with a manifest of its own for verified, no copy of it", async () => {
    const source = { license: null, committedAtMs: null, hasManifest: true, isDescribedByManifest: false }
    forge.replies.set("/api/v3/repos/river/copy", { json: { ...GITHUB_REPOSITORY, fork: true } })
    const keys = [
      await published("/river/otter", {}, { facts: { source } }),
      await published("/river/copy", {}, { facts: { source } }),
    ]

    await keeper().refreshDue(signal)

    const libraries = await Promise.all(keys.map(byKey))
    expect(libraries.map(({ isVerified }) => isVerified)).toEqual([true, false])
  })

  it("asks about a library once a day, and then only for changes", async () => {
    const key = await published("/river/otter")
    const facts = keeper()
    await facts.refreshDue(signal)
    const { changeNumber } = await byKey(key)

    expect(await facts.refreshDue(signal)).toBe(0)
    clock.advance(1.3 * DAY_MS)
    expect(await facts.refreshDue(signal)).toBe(1)

    expect(forge.asked.map(({ path }) => path)).toEqual([REPOSITORY, "/api/v3/orgs/river", REPOSITORY])
    expect(forge.asked[2]?.headers["if-none-match"]).toBe('"1"')
    expect((await byKey(key)).changeNumber).toBe(changeNumber)
  })

  it("asks once about an owner of several libraries, and five libraries at a time", async () => {
    for (let at = 0; at < 8; at++) {
      forge.replies.set(`/api/v3/repos/river/otter-${at}`, { json: GITHUB_REPOSITORY })
      await published(`/river/otter-${at}`)
    }
    const facts = keeper()

    const asked = [await facts.refreshDue(signal), await facts.refreshDue(signal), await facts.refreshDue(signal)]

    expect(asked).toEqual([5, 3, 0])
    expect(forge.asked.filter(({ path }) => path === "/api/v3/orgs/river")).toHaveLength(1)
  })

  it("leaves a host alone that says it is asked too much, until it may be asked again", async () => {
    const paths = [REPOSITORY, "/api/v3/repos/river/second"]
    for (const path of paths) forge.replies.set(path, { status: 429, headers: { "retry-after": "3600" } })
    const keys = [await published("/river/otter"), await published("/river/second")]
    const facts = keeper()

    await facts.refreshDue(signal)
    expect(forge.asked).toHaveLength(1)
    for (const path of paths) forge.replies.set(path, { json: GITHUB_REPOSITORY })
    expect(await facts.refreshDue(signal)).toBe(0)
    clock.advance(3_700_000)
    await facts.refreshDue(signal)

    const libraries = await Promise.all(keys.map(byKey))
    expect(libraries.map(({ stars }) => stars)).toEqual([90_123, 90_123])
  })

  it("changes nothing and fails nothing when the host is not there", async () => {
    const key = await published("/river/otter")
    const before = await byKey(key)
    await forge.close()
    const facts = keeper()

    expect(await facts.refreshDue(signal)).toBe(1)

    expect(await byKey(key)).toMatchObject({
      state: before.state,
      stars: -1,
      facts: {},
      description: before.description,
    })
    forge = await startTestGitHostApi()
  })

  it("sends a token to the API of its own host, as a bearer", async () => {
    await published("/river/otter")

    await keeper(() => Promise.resolve("t0ken")).refreshDue(signal)

    expect(new Set(forge.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer t0ken"]))
  })

  it("asks nobody about libraries that are no repositories, or not published", async () => {
    const { source } = aLibrary()
    await published("/websites/otter", { kind: "website", source: { ...source, type: "website", hostKind: null } })
    await testWorker.catalogue.libraries.add(aLibrary({ id: "/river/otter" }))

    expect(await keeper().refreshDue(signal)).toBe(0)
    expect(forge.asked).toEqual([])
  })
})
