import { newApiKey } from "../../packages/server/src/access/identity/api-keys.ts"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import type { LibraryRecord } from "../../packages/server/src/catalogue/libraries/records.ts"
import type { TeamspaceRole } from "../../packages/server/src/catalogue/teamspaces/records.ts"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { encodeForm } from "./case.ts"
import { sha256Hex } from "../../packages/server/src/base/sha256.ts"

type Headers = Readonly<Record<string, string>>

/** Somebody who is not the one that added the library. */
interface Stranger {
  readonly name: string
  readonly headers: Headers
  readonly mayChange: boolean
}

/** A library that others read, and requests that would change what they read. */
interface WayIn {
  readonly what: string
  /** Adds the library as its owner does. */
  readonly add: (word: string) => Request
  /** Tries to change it. */
  readonly change: (word: string, libraryId: string) => Request
  /** Editions in which the library is public, so that strangers reach it at all. */
  readonly editions?: readonly Edition[]
  /** Requests that leave the library as it is also for those who may change it. */
  readonly changesNothing?: true
}

interface Request {
  readonly method?: "POST" | "PATCH" | "DELETE"
  readonly url: string
  readonly payload?: object
  readonly form?: FormData
}

const repository = (word: string) => `https://github.com/authority/${word}`
const addRepository = (word: string): Request => ({
  url: "/api/v2/add/repo/github",
  payload: { docsRepoUrl: repository(word) },
})
const addAgain = (word: string, more: object): Request => ({
  url: "/api/v2/add/repo/git",
  payload: { docsRepoUrl: repository(word), ...more },
})
const upload = (path: string, field: string, file: File, texts: Readonly<Record<string, string>>): Request => {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set(field, file)
  return { url: `/api/v2/add/${path}`, form }
}
const description = (word: string, version: string) =>
  new File([JSON.stringify({ openapi: "3.1.0", info: { title: word, version }, paths: {} })], `${word}.json`)
const pdf = (text: string) => new File([`%PDF-1.7\n${text}`], "guide.pdf")
const byAddress = (kind: string, payload: object): Request => ({ url: `/api/v2/add/${kind}`, payload })

const WAYS: readonly WayIn[] = [
  ...(
    [
      ["other folders", { folders: ["evil"] }],
      ["other folders with force", { folders: ["evil"], force: true }],
      ["another branch with force", { branch: "evil", force: true }],
      ["exclusions with force", { excludeFiles: ["*.md"], excludeFolders: ["docs"], force: true }],
      ["a token, openly, with force", { gitToken: "a-token-of-mine", private: false, force: true }],
      ["all versions with force", { skipVersionFiltering: true, force: true }],
    ] as const
  ).map(([what, more]) => ({
    what: `adding a repository again with ${what}`,
    add: addRepository,
    change: (word: string) => addAgain(word, more),
    ...("force" in more ? {} : { changesNothing: true as const }),
  })),
  {
    what: "adding a web site again with other limits and force",
    add: (word) => byAddress("website", { websiteUrl: `https://${word}.example/` }),
    change: (word) =>
      byAddress("website", {
        websiteUrl: `https://${word}.example/`,
        maxPages: 1,
        excludePatterns: ["/**"],
        force: true,
      }),
  },
  {
    what: "uploading an OpenAPI description again with force",
    add: (word) => upload("openapi-upload", "openapiFile", description(word, "1"), {}),
    change: (word) => upload("openapi-upload", "openapiFile", description(word, "2"), { force: "true" }),
    editions: ["self-hosted"],
  },
  {
    what: "uploading files again with force",
    add: (word) => upload("file-upload", "documentFiles", pdf("one"), { projectTitle: word }),
    change: (word) => upload("file-upload", "documentFiles", pdf("two"), { projectTitle: word, force: "true" }),
    editions: ["self-hosted"],
  },
  {
    what: "uploading a PDF again with force",
    add: (word) => upload("pdf-upload", "pdfFile", pdf("one"), { projectTitle: word }),
    change: (word) => upload("pdf-upload", "pdfFile", pdf("two"), { projectTitle: word, force: "true" }),
    editions: ["self-hosted"],
  },
  {
    what: "refreshing with a token",
    add: addRepository,
    change: (_word, libraryName) => ({ url: "/api/v1/refresh", payload: { libraryName, gitToken: "a-token-of-mine" } }),
    changesNothing: true,
  },
  {
    what: "adding a version",
    add: addRepository,
    change: (_word, id) => ({ url: `/api/v2/libs${id}/versions`, payload: { tag: "v1" } }),
    changesNothing: true,
  },
  {
    what: "changing its title",
    add: addRepository,
    change: (_word, id) => ({ method: "PATCH", url: `/api/v2/libs${id}`, payload: { title: "Evil" } }),
  },
  {
    what: "deleting it",
    add: addRepository,
    change: (_word, id) => ({ method: "DELETE", url: `/api/v2/libs${id}` }),
  },
  {
    what: "importing over it with force",
    add: addRepository,
    change: (_word, id) => ({ url: "/api/v2/import-libraries", payload: { libraries: [aBundle(id)], force: true } }),
    // The job of the import changes it, and no worker runs here.
    changesNothing: true,
  },
  {
    what: "applying a lectern.yaml that names it",
    add: addRepository,
    change: (word) => ({
      url: "/api/v2/manifest",
      payload: { manifest: `name: evil\nlibraries:\n  - git: ${repository(word)}\n    folders: [evil]\n` },
    }),
  },
  {
    what: "a push that is not signed",
    add: addRepository,
    change: (word) => ({
      url: "/api/v2/hooks/github",
      payload: { ref: "refs/heads/evil", repository: { clone_url: repository(word) } },
    }),
    changesNothing: true,
  },
]

/** What readers get of a library. */
function read({
  source,
  title,
  description: text,
  given,
  rules,
  isPrivate,
  teamspaceKey,
  redirectTo,
  isDeleted,
}: LibraryRecord) {
  return { source, title, text, given, rules, isPrivate, teamspaceKey, redirectTo, isDeleted }
}

async function send(program: TestProgram, headers: Headers, { method = "POST", url, payload, form }: Request) {
  const body = form === undefined ? { headers: {}, payload } : await encodeForm(form)
  return program.call({
    method,
    url,
    headers: { ...headers, ...(body.headers as Headers) },
    ...(body.payload === undefined ? {} : { payload: body.payload }),
  })
}

async function keyOf(program: TestProgram, name: string, place: { teamspace?: string; role?: TeamspaceRole } = {}) {
  const { catalogue } = program.context
  const user = (await catalogue.users.add({ name, role: "member", passwordHash: "", mustChangePassword: false }))!
  const teamspaceKey = place.teamspace ?? "main"
  if (place.role !== undefined) await catalogue.teamspaces.setRole(user.key, teamspaceKey, place.role)
  const key = newApiKey()
  await catalogue.apiKeys.add({ userKey: user.key, teamspaceKey, label: "", keyHash: sha256Hex(key), hint: "" })
  return { authorization: `Bearer ${key}` }
}

async function strangersOf(program: TestProgram, edition: Edition): Promise<readonly Stranger[]> {
  const anonymous = { name: "a caller without a key", headers: {}, mayChange: false }
  const admin = { name: "an admin", headers: asAdmin, mayChange: true }
  if (edition === "self-hosted") {
    await program.context.live.changeAnonymous({ parse: true, delete: false })
    return [anonymous, { name: "a member", headers: await keyOf(program, "member"), mayChange: false }, admin]
  }
  const { teamspaces } = program.context.catalogue
  const teamspace = (await teamspaces.add({ name: "others", plan: "team" })).key
  const roles = ["developer", "admin", "owner"] as const
  const others = roles.map(async (role) => {
    const headers = await keyOf(program, `other-${role}`, { teamspace, role })
    return { name: `the ${role} of a teamspace`, headers, mayChange: false }
  })
  return [anonymous, ...(await Promise.all(others)), admin]
}

describe.each(["self-hosted", "hosted"] as const)("a library that others read in the %s edition", (edition) => {
  let program: TestProgram
  let strangers: readonly Stranger[]
  let count = 0
  beforeAll(async () => {
    program = await startTestProgram({ environment: { LECTERN_EDITION: edition } })
    strangers = await strangersOf(program, edition)
  })
  afterAll(() => program.remove())

  async function addOne(way: WayIn, word: string): Promise<LibraryRecord> {
    const added = await send(program, asAdmin, way.add(word))
    const { libraryName } = added.json as { libraryName: string }
    const { libraries } = program.context.catalogue
    const { key } = (await libraries.byId(libraryName))!
    await libraries.update(key, { state: "finalized", publishedAtMs: 1 })
    await program.context.catalogueSync.catchUp()
    return (await libraries.byKey(key))!
  }

  const ways = WAYS.filter(({ editions = [edition] }) => editions.includes(edition))
  it.each(ways.map((way) => [way.what, way] as const))("is changed by %s only by who may PATCH it", async (_, way) => {
    const deviations: string[] = []
    for (const { name, headers, mayChange } of strangers) {
      const word = `word${++count}`
      const before = await addOne(way, word)
      const { status, text } = await send(program, headers, way.change(word, before.id))
      const after = (await program.context.catalogue.libraries.byKey(before.key))!
      const isSame = JSON.stringify(read(after)) === JSON.stringify(read(before))
      const isExpectedSame = !mayChange || way.changesNothing === true
      if (isSame !== isExpectedSame) deviations.push(`${name}: ${isSame ? "unchanged" : "changed"} (${status} ${text})`)
      if (status >= 500) deviations.push(`${name}: ${status} ${text}`)
    }

    expect(deviations).toEqual([])
  })

  it("is processed again with its own settings for who may not change it", async () => {
    const word = `word${++count}`
    const { id, key } = await addOne(WAYS[0]!, word)
    const [, stranger] = strangers
    const answer = await send(program, stranger!.headers, addAgain(word, { folders: ["evil"], force: true }))
    const [job] = await program.context.catalogue.jobs.list({ libraryKey: key, offset: 0, limit: 1 })

    expect([answer.status, answer.json]).toEqual([
      200,
      { libraryName: id, message: `${id} is queued for processing again with its current settings` },
    ])
    expect(job).toMatchObject({ state: "queued", payload: { cause: "add" } })
  })

  it("may be corrected by anybody who may add it when it failed before it had readers", async () => {
    const word = `word${++count}`
    const { key } = await addOne(WAYS[0]!, word)
    await program.context.catalogue.libraries.update(key, { state: "error", publishedAtMs: null })
    const stranger = strangers.at(1)!
    await send(program, stranger.headers, addAgain(word, { folders: ["docs"] }))

    expect((await program.context.catalogue.libraries.byKey(key))?.source.folders).toEqual(["docs"])
  })

  it("leaves every change of it in the audit log, with who made it", async () => {
    const word = `word${++count}`
    const { id } = await addOne(WAYS[0]!, word)
    await send(program, asAdmin, addAgain(word, { folders: ["guide"], force: true }))
    await send(program, asAdmin, { url: "/api/v1/refresh", payload: { libraryName: id } })
    await send(program, asAdmin, {
      url: "/api/v2/import-libraries",
      payload: { libraries: [aBundle(id)], force: true },
    })
    const stranger = strangers.at(1)!
    await send(program, stranger.headers, addAgain(word, { folders: ["evil"], force: true }))
    const { json } = await program.call({ url: "/api/v2/admin/audit?limit=100", headers: asAdmin })
    const entries = (json as { entries: { actor: string; action: string; subject: string }[] }).entries

    expect(
      entries
        .filter(({ subject }) => subject.includes(id))
        .map(({ actor, action }) => [actor === "admin" ? "admin" : "stranger", action])
        .toReversed(),
    ).toEqual([
      ["admin", "library.add"],
      ["admin", "library.replace"],
      ["admin", "library.refresh"],
      ["admin", "library.import"],
      ["stranger", "library.refresh"],
    ])
    expect(entries.find(({ action }) => action === "library.replace")?.subject).toContain("folders guide")
  })
})
