import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AddLibraryResponse } from "@lectern/contract"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN_KEY, asAdmin, startTestProgram, type TestProgram } from "../http/program.testing.ts"
import { createBundleScanner } from "../ingest/import/bundle-scanner.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram()
})
afterAll(() => program.remove())

const add = (json: object, path = "git") =>
  program.call({ method: "POST", url: `/api/v2/add/repo/${path}`, headers: asAdmin, payload: json })
const nameOf = ({ json }: { readonly json: unknown }) => (json as AddLibraryResponse).libraryName
const newName = () => `o${randomUUID().slice(0, 8)}`

describe("adding", () => {
  it("makes one library and one job of twenty requests at once", async () => {
    const docsRepoUrl = `https://github.com/${newName()}/docs`

    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ docsRepoUrl }, "github")))

    const [id] = new Set(answers.map(nameOf))
    const library = await program.context.catalogue.libraries.byId(id ?? "")
    const jobs = await program.context.catalogue.jobs.list({ libraryKey: library?.key ?? "", offset: 0, limit: 10 })
    expect([new Set(answers.map(({ status }) => status)), new Set(answers.map(nameOf)).size, jobs.length]).toEqual([
      new Set([200]),
      1,
      1,
    ])
  })

  it("gives repositories of several hosts identifiers of their own, also at once", async () => {
    const path = `${newName()}/docs`
    const hosts = ["github.com", "gitlab.com", "git.example.org", "git.example.org:8443"]

    const answers = await Promise.all(hosts.map((host) => add({ docsRepoUrl: `https://${host}/${path}` })))
    const again = await Promise.all(hosts.map((host) => add({ docsRepoUrl: `https://${host}/${path}.git/` })))

    expect(new Set(answers.map(nameOf)).size).toBe(4)
    expect(again.map(nameOf)).toEqual(answers.map(nameOf))
    expect(answers.map(nameOf)).toContain(`/${path}`)
  })

  it("takes every spelling of an address for the same repository", async () => {
    const path = `${newName()}/docs`
    const spellings = [
      `https://github.com/${path}`,
      `git@github.com:${path}.git`,
      `ssh://git@github.com/${path}`,
      `http://www.github.com/${path}/tree/main/docs`,
    ]
    const names = []
    for (const docsRepoUrl of spellings) names.push(nameOf(await add({ docsRepoUrl })))

    expect(new Set(names)).toEqual(new Set([`/${path}`]))
    expect((await program.context.catalogue.libraries.byId(`/${path}`))?.source).toMatchObject({
      url: `https://github.com/${path}.git`,
      hostKind: "github",
      folders: [],
    })
  })

  it("keeps a token sealed and the library private", async () => {
    const path = `${newName()}/docs`
    const answer = await add({ docsRepoUrl: `https://github.com/${path}`, gitToken: "ghp_secret" })
    const library = await program.context.catalogue.libraries.byId(`/${path}`, "main")

    expect([answer.status, library?.isPrivate]).toEqual([200, true])
    expect(JSON.stringify(library)).not.toContain("ghp_secret")
    expect(program.context.sealer.unseal(library?.source.sealedToken ?? "")).toBe("ghp_secret")
  })

  it.each([
    [{ projectId: "another" }, 403, "forbidden"],
    [{ projectId: "default" }, 200, undefined],
  ])("answers %j with %i", async (more, status, error) => {
    const answer = await add({ docsRepoUrl: `https://github.com/${newName()}/docs`, ...more })

    expect([answer.status, (answer.json as { error?: string }).error]).toEqual([status, error])
  })
})

describe("a version of a library that was never ingested", () => {
  it("is not ready, like the library itself, because its versions are not known yet", async () => {
    const path = `${newName()}/docs`
    await add({ docsRepoUrl: `https://github.com/${path}` })
    const ask = (libraryId: string) =>
      program.call({ url: `/api/v2/context?libraryId=${libraryId}&query=otters`, headers: asAdmin })
    const answers = [await ask(`/${path}`), await ask(`/${path}/v2.1.0`)]

    expect(answers.map(({ status, json }) => [status, (json as { error?: string }).error])).toEqual([
      [202, "library_not_finalized"],
      [202, "library_not_finalized"],
    ])
  })
})

describe("a private library that is added again", () => {
  it("is a duplicate while it is good, and tried anew with other credentials once it failed", async () => {
    const path = `${newName()}/docs`
    const request = { docsRepoUrl: `https://github.com/${path}`, private: true, gitToken: "one" }
    await add(request)
    const { libraries } = program.context.catalogue
    const library = await libraries.byId(`/${path}`, "main")
    const duplicate = await add(request)
    await libraries.moveState(library?.key ?? "", ["initial"], "processing", null)
    await libraries.moveState(library?.key ?? "", ["processing"], "error", "the token was refused")

    const again = await add({ ...request, gitToken: "two" })

    expect([duplicate.status, again.status]).toEqual([409, 200])
    expect(program.context.sealer.unseal((await libraries.byId(`/${path}`, "main"))?.source.sealedToken ?? "")).toBe(
      "two",
    )
  })
})

describe("a first start", () => {
  it("makes one admin and one key, however many processes start at once", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "lectern-start-"))
    const first = await Promise.all([1, 2, 3].map(() => startTestProgram({ dataDir })))
    const again = await startTestProgram({ dataDir, environment: { LECTERN_BOOTSTRAP_KEY: `${ADMIN_KEY}-other` } })

    const { catalogue } = again.context
    const admin = await catalogue.users.byName("admin")
    const keys = await catalogue.apiKeys.ofUser(admin?.key ?? "")
    const known = await again.call({ url: "/api/v2/jobs", headers: asAdmin })
    const other = await again.call({ url: "/api/v2/jobs", headers: { "x-api-key": `${ADMIN_KEY}-other` } })

    expect([await catalogue.users.count(), keys.length, known.status, other.status]).toEqual([1, 1, 200, 401])
    for (const started of [...first, again]) await started.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it("shows a library of one process in the search of another within a moment", async () => {
    const other = await startTestProgram({ dataDir: program.dataDir })
    const name = newName()
    await add({ docsRepoUrl: `https://github.com/${name}/docs` })

    await expect
      .poll(async () => (await other.call({ url: `/api/v2/libs/search?libraryName=${name}` })).text, { timeout: 5_000 })
      .toContain(`/${name}/docs`)
    await other.close()
  })
})

describe("createBundleScanner", () => {
  const value = fc.jsonValue({ maxDepth: 3 })

  it("hands out the same entries wherever the text is cut", () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 0, maxLength: 6 }),
        fc.dictionary(fc.string(), value),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 0, max: 2 }),
        (libraries, others, cuts, indent) => {
          const { libraries: _libraries, ...members } = others
          const text = JSON.stringify({ ...members, libraries }, null, indent)
          const found: unknown[] = []
          const named: Record<string, unknown> = {}
          const scanner = createBundleScanner({
            onLibrary: (entry) => found.push(JSON.parse(entry)),
            onMember: (name, member) =>
              Object.defineProperty(named, name, { value: JSON.parse(member), enumerable: true }),
          })
          const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
          places.slice(1).forEach((place, at) => scanner.push(text.slice(places[at], place)))
          scanner.end()

          expect(found).toEqual(JSON.parse(JSON.stringify(libraries)))
          expect(Object.keys(named).toSorted()).toEqual(Object.keys(members).toSorted())
        },
      ),
    )
  })

  it("reads any text or refuses it with a message of its own", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `{"libraries":[${text}`),
        ),
        (text) => {
          try {
            const scanner = createBundleScanner({ onLibrary: () => undefined, onMember: () => undefined })
            scanner.push(text)
            scanner.end()
          } catch (error) {
            expect(error).toMatchObject({ code: "validation_error" })
          }
        },
      ),
    )
  })
})
