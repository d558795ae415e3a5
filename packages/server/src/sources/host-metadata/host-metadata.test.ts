import { afterEach, describe, expect, it } from "vitest"
import type { OwnerMetadata } from "../../catalogue/libraries/metadata-records.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import type { GitHostName } from "../base/git-host-address.ts"
import { gitHostApiOf, type GitHostApi } from "./git-host-api.ts"
import {
  type GitHostReply,
  GITHUB_ORGANISATION,
  GITHUB_REPOSITORY,
  startTestGitHostApi,
  type TestGitHostApi,
} from "./git-host-api.testing.ts"
import { fetchHostMetadata } from "./host-metadata.ts"

const NOW_MS = Date.UTC(2026, 10, 22)
const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
const { signal } = new AbortController()

let forge: TestGitHostApi
afterEach(() => forge.close())

async function placeAt(kind: GitHostName, replies: Readonly<Record<string, GitHostReply>>, path = "river/otter") {
  forge = await startTestGitHostApi(replies)
  const place = gitHostApiOf(`${forge.url}/${path}.git`, kind)
  if (place !== undefined) return place
  // Bitbucket serves its API at one address of its own.
  return { forge: kind, host: new URL(forge.url).host, apiUrl: `${forge.url}/2.0`, path } satisfies GitHostApi
}

const ask = (
  place: GitHostApi,
  more: { token?: string; known?: Parameters<typeof fetchHostMetadata>[2]["known"] } = {},
) =>
  fetchHostMetadata(
    place,
    { guard, signal, token: more.token, now: () => NOW_MS },
    { known: more.known, owners: new Map<string, OwnerMetadata>() },
  )

describe("fetchHostMetadata", () => {
  it("reads a repository and its organisation from GitHub", async () => {
    const place = await placeAt("github", {
      "/api/v3/repos/river/otter": { json: GITHUB_REPOSITORY, headers: { etag: 'W/"1"' } },
      "/api/v3/orgs/river": { json: GITHUB_ORGANISATION },
    })

    const { kind, facts } = await ask(place, { token: "ghp_1" })

    expect(kind).toBe("facts")
    expect(facts).toEqual({
      forge: "github",
      etag: 'W/"1"',
      stars: 90_123,
      license: "MIT",
      description: "Feeds otters",
      isArchived: false,
      isFork: false,
      createdAtMs: Date.UTC(2018, 11, 8, 8, 21, 47),
      pushedAtMs: Date.UTC(2026, 10, 21, 10),
      owner: { isOrganisation: true, createdAtMs: Date.UTC(2015, 0, 1), isVerified: true },
    })
    expect(forge.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer ghp_1", "Bearer ghp_1"])
  })

  it("asks only whether anything has changed when it knows the answer", async () => {
    const place = await placeAt("github", {
      "/api/v3/repos/river/otter": { json: GITHUB_REPOSITORY, headers: { etag: 'W/"1"' } },
      "/api/v3/orgs/river": { json: GITHUB_ORGANISATION },
    })
    const { facts } = await ask(place)

    const again = await ask(place, { known: facts })

    expect(again).toEqual({ kind: "unchanged" })
    expect(forge.asked).toHaveLength(3)
  })

  it("reads a project of a subgroup from GitLab", async () => {
    const project = {
      description: null,
      star_count: 12,
      archived: true,
      created_at: "2020-01-01T00:00:00.000Z",
      last_activity_at: "2024-01-01T00:00:00.000Z",
      namespace: { kind: "group", path: "deep", full_path: "river/deep" },
      license: { key: "gpl-3.0", name: "GNU General Public License v3.0" },
    }
    const place = await placeAt(
      "gitlab",
      {
        "/api/v4/projects/river%2Fdeep%2Fotter?license=true": { json: project },
        "/api/v4/groups/river?with_projects=false": { json: { created_at: "2012-05-05T00:00:00.000Z" } },
      },
      "river/deep/otter",
    )

    expect((await ask(place)).facts).toMatchObject({
      stars: 12,
      license: "GPL-3.0-only",
      description: null,
      isArchived: true,
      isFork: false,
      owner: { isOrganisation: true, createdAtMs: Date.UTC(2012, 4, 5), isVerified: false },
    })
  })

  it("reads a repository from Bitbucket, which knows neither stars nor licence", async () => {
    const place = await placeAt("bitbucket", {
      "/2.0/repositories/river/otter": {
        json: {
          description: "Feeds  otters\n",
          created_on: "2019-01-01T00:00:00.000000+00:00",
          updated_on: "2025-01-01T00:00:00.000000+00:00",
          parent: { full_name: "lake/otter" },
          workspace: { slug: "river", type: "workspace" },
        },
      },
      "/2.0/workspaces/river": { json: { slug: "river", created_on: "2014-01-01T00:00:00.000000+00:00" } },
    })

    expect((await ask(place)).facts).toMatchObject({
      stars: null,
      license: null,
      description: "Feeds otters",
      isArchived: null,
      isFork: true,
      createdAtMs: Date.UTC(2019, 0, 1),
      owner: { isOrganisation: null, createdAtMs: Date.UTC(2014, 0, 1), isVerified: false },
    })
  })

  it("reads a repository from Gitea and Forgejo", async () => {
    const repository = {
      full_name: "river/otter",
      owner: { login: "river" },
      description: "",
      stars_count: 3,
      archived: false,
      fork: false,
      created_at: "2022-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      licenses: ["MIT"],
    }
    const place = await placeAt("gitea", {
      "/api/v1/repos/river/otter": { json: repository },
      "/api/v1/users/river": { json: { login: "river", created: "2021-01-01T00:00:00Z" } },
    })

    expect((await ask(place)).facts).toMatchObject({
      stars: 3,
      license: "MIT",
      description: null,
      owner: { createdAtMs: Date.UTC(2021, 0, 1) },
    })
  })

  it("takes a server that answers something else for one that knows nothing", async () => {
    const path = "/api/v1/repos/river/otter"
    const place = await placeAt("gitea", { [path]: { json: { message: "hello" } } })
    const answers = [await ask(place)]
    for (const json of ["text", 7, [], null]) {
      forge.replies.set(path, { json })
      answers.push(await ask(place))
    }
    forge.replies.delete(path)
    answers.push(await ask(place))

    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(["unknown"]))
  })

  it("keeps what has the published form when other fields have not", async () => {
    const json = { ...GITHUB_REPOSITORY, stargazers_count: "many", license: "MIT", created_at: "once", owner: [] }
    const place = await placeAt("github", { "/api/v3/repos/river/otter": { json } })

    expect((await ask(place)).facts).toMatchObject({
      stars: null,
      license: null,
      createdAtMs: null,
      description: "Feeds otters",
      owner: null,
    })
  })

  it("hears when a host is asked too much, and asks it nothing more then", async () => {
    const path = "/api/v3/repos/river/otter"
    const resetSeconds = String(NOW_MS / 1000 + 1800)
    const place = await placeAt("github", {
      [path]: { json: GITHUB_REPOSITORY, headers: { "x-ratelimit-remaining": "2", "x-ratelimit-reset": resetSeconds } },
    })
    const nearly = await ask(place)
    const requests = forge.asked.length
    forge.replies.set(path, { status: 429, headers: { "retry-after": "60" } })
    const limited = await ask(place)

    expect(nearly).toMatchObject({ kind: "facts", restUntilMs: NOW_MS + 1_800_000, facts: { stars: 90_123 } })
    expect(requests).toBe(1)
    expect(limited).toEqual({ kind: "unknown", restUntilMs: NOW_MS + 60_000 })
  })
})

describe("gitHostApiOf", () => {
  it.each([
    ["https://github.com/a/b.git", undefined, "https://api.github.com", "a/b"],
    ["git@github.com:a/b.git", undefined, "https://api.github.com", "a/b"],
    ["https://gitlab.com/a/b/c.git", undefined, "https://gitlab.com/api/v4", "a/b/c"],
    ["https://bitbucket.org/a/b", undefined, "https://api.bitbucket.org/2.0", "a/b"],
    ["https://codeberg.org/a/b", undefined, "https://codeberg.org/api/v1", "a/b"],
    ["https://git.example:8443/a/b", "github", "https://git.example:8443/api/v3", "a/b"],
    ["ssh://git@git.example:2222/a/b.git", "gitlab", "https://git.example/api/v4", "a/b"],
    ["https://git.example/a/b", undefined, "https://git.example/api/v1", "a/b"],
  ] as const)("knows where %s (%s) is asked", (url, kind, apiUrl, path) => {
    forge = { ...forge, close: () => Promise.resolve() }

    expect(gitHostApiOf(url, kind)).toMatchObject({ apiUrl, path })
  })

  it("asks nobody about Bitbucket on a host of its own, whose API is another one", () => {
    expect(gitHostApiOf("https://git.example/a/b", "bitbucket")).toBeUndefined()
  })
})
