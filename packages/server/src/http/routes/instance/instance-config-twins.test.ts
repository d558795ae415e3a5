import { ApplyInstanceConfigResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MAIN_TEAMSPACE } from "../../../catalogue/teamspaces/records.ts"
import { authorize } from "../../../access/permissions/authorize.ts"
import { applyInstanceConfig } from "../../../service/instance-config/apply-instance-config.ts"
import { aLibrary } from "../../../catalogue/catalogue.contract.testing.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram()
})
afterAll(() => program.remove())

let next = 0
const newRepository = () => {
  const id = `/otters-${next++}/docs`
  return { id, url: `https://git.example${id}.git` }
}

const addPrivate = (docsRepoUrl: string, kind: "git" | "gitlab" = "git") =>
  program.call({
    method: "POST",
    url: `/api/v2/add/repo/${kind}`,
    headers: asAdmin,
    payload: { docsRepoUrl, private: true },
  })
const open = (id: string) => program.context.catalogue.libraries.byId(id)
const hidden = (id: string) => program.context.catalogue.libraries.byId(id, MAIN_TEAMSPACE)

const apply = async (entry: string, more: { prune?: boolean; token?: string } = {}): Promise<string[]> =>
  (await stepsOf(entry, more)).map(({ action, problem }) => (problem === null ? action : `${action}: ${problem}`))

async function stepsOf(entry: string, more: { prune?: boolean; token?: string } = {}) {
  const { context } = program
  const manifest = `name: twins\nlibraries:${entry === "" ? " []" : `\n  - ${entry}`}\n`
  const caller = authorize(context, { kind: "system" }, "applyManifest")
  const options = { manifest, prune: more.prune, secrets: { TOKEN: more.token } }
  return ApplyInstanceConfigResponse.parse(await applyInstanceConfig(context, caller, options)).steps
}

describe("a lectern.yaml and a repository that is both a public and a private library", () => {
  it("changes and prunes only the library that it describes", async () => {
    const { id, url } = newRepository()
    await apply(`git: ${url}`)
    await addPrivate(url)

    const changed = await apply(`{ git: "${url}", title: Otters, folders: [guide] }`)
    const again = await apply(`{ git: "${url}", title: Otters, folders: [guide] }`)
    const [openThen, hiddenThen] = [await open(id), await hidden(id)]
    const pruned = await apply("", { prune: true })

    expect([changed, again, pruned]).toEqual([["change"], ["keep"], ["remove"]])
    expect(openThen).toMatchObject({ title: "Otters", source: { folders: ["guide"] } })
    expect(hiddenThen).toMatchObject({ given: {}, source: { folders: [] } })
    expect([await open(id), (await hidden(id))?.key]).toEqual([undefined, hiddenThen?.key])
  })

  it("adds a private library for a token, and never gives the token to a public one", async () => {
    const { id, url } = newRepository()
    await apply(`git: ${url}`)
    const { key = "" } = (await open(id)) ?? {}
    await program.context.catalogue.libraries.update(key, { publishedAtMs: 1, state: "finalized" })

    const steps = await apply(`{ git: "${url}", gitTokenFrom: TOKEN, title: Inside }`, { token: "secret-token" })

    expect(steps).toEqual(["add", "leave"])
    expect(await open(id)).toMatchObject({ isPrivate: false, source: { sealedToken: null }, given: {} })
    expect(await hidden(id)).toMatchObject({ title: "Inside", source: { sealedToken: expect.any(String) } })
    await apply("", { prune: true })
  })

  it("makes a public library private whose first ingestion failed for lack of a token", async () => {
    const { id, url } = newRepository()
    await apply(`git: ${url}`)
    const { key = "" } = (await open(id)) ?? {}
    await program.context.catalogue.libraries.moveState(key, ["initial"], "error", "needs a token")

    const steps = await apply(`{ git: "${url}", gitTokenFrom: TOKEN }`, { token: "secret-token" })

    expect(steps).toEqual(["change"])
    expect(await open(id)).toBeUndefined()
    expect(await hidden(id)).toMatchObject({ key, source: { sealedToken: expect.any(String) } })
    await apply("", { prune: true })
  })
})

it("describes its changes in the words of the file", async () => {
  const { url } = newRepository()
  await apply(`git: ${url}`)

  const [set] = await stepsOf(`{ git: "${url}", title: Otters, description: In the river., schedule: never }`)
  const [changed] = await stepsOf(`{ git: "${url}", title: Otter guide, folders: [guide] }`)
  // Removes the library, because the other tests apply the same file and would find it there.
  await apply("", { prune: true })

  expect(set?.details).toEqual(["title: Otters", "description: In the river.", "schedule: never"])
  expect(changed?.details).toEqual([
    "source options",
    "title: Otter guide",
    "description: from the source",
    "schedule: default interval",
  ])
})

it("gives a private library its title, schedule and versions, and keeps its connected account", async () => {
  const { id, url } = newRepository()
  await addPrivate(url, "gitlab")
  const { key = "" } = (await hidden(id)) ?? {}
  const entry = `{ git: "${url}", title: Inside, schedule: never, versions: [v1], folders: [guide] }`

  const steps = [await apply(entry), await apply(entry)]

  const versions = await program.context.catalogue.versions.ofLibrary(key)
  expect(steps).toEqual([["change"], ["keep"]])
  expect(await hidden(id)).toMatchObject({ title: "Inside", refreshSchedule: "never" })
  expect((await hidden(id))?.source).toMatchObject({ folders: ["guide"], options: { teamspaceKey: MAIN_TEAMSPACE } })
  expect(versions.map(({ tag }) => tag)).toContain("v1")
})

describe("the token of an entry", () => {
  it("is not given to the library that the repository names as its replacement", async () => {
    const { libraries } = program.context.catalogue
    const [listed, other] = [newRepository(), newRepository()]
    await apply(`{ git: "${listed.url}", gitTokenFrom: TOKEN }`, { token: "secret-token" })
    await addPrivate(other.url.replace("git.example", "evil.example"))
    const { key = "" } = (await hidden(listed.id)) ?? {}
    await libraries.update(key, { publishedAtMs: 1, state: "finalized", redirectTo: other.id })

    const steps = await apply(`{ git: "${listed.url}", gitTokenFrom: TOKEN, title: Inside }`, {
      token: "another-token",
    })

    expect(steps).toEqual(["change"])
    expect(await hidden(other.id)).toMatchObject({ given: {}, source: { sealedToken: null } })
    await apply("", { prune: true })
  })

  it("is not sent to another host to which the repository has moved", async () => {
    const { libraries } = program.context.catalogue
    const { id, url } = newRepository()
    await apply(`{ git: "${url}", private: true }`)
    const { key = "", source } = (await hidden(id)) ?? {}
    if (source === undefined) throw new Error("the library was not added")
    const moved = newRepository()
    const elsewhere = moved.url.replace("git.example", "other.example")
    const redirect = { ...aLibrary(), id, isPrivate: true, teamspaceKey: MAIN_TEAMSPACE, source }
    await libraries.update(key, { id: moved.id, source: { ...source, url: elsewhere } })
    await libraries.update((await libraries.add(redirect))?.key ?? "", { redirectTo: moved.id })

    const steps = await apply(`{ git: "${url}", gitTokenFrom: TOKEN }`, { token: "secret-token" })

    expect(steps).toEqual([expect.stringMatching(/^change: gitTokenFrom: .* on another host/)])
    expect(await hidden(moved.id)).toMatchObject({ source: { url: elsewhere, sealedToken: null } })
  })
})
