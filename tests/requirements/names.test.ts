import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { makeMember, makeTeamspace, type Member } from "./teamspaces.ts"

const REAL = "https://github.com/names/react"
const SQUAT = "https://git.example/names/react.git"

async function add(program: TestProgram, docsRepoUrl: string, headers: Member["headers"] = asAdmin): Promise<string> {
  const url = "/api/v2/add/repo/git"
  const { text, json } = await program.call({ method: "POST", url, headers, payload: { docsRepoUrl } })
  expect(text).toContain("libraryName")
  return (json as { libraryName: string }).libraryName
}

describe("names without a host in the hosted edition", () => {
  let program: TestProgram
  let member: Member
  beforeAll(async () => {
    program = await startTestProgram({ environment: { LECTERN_EDITION: "hosted" } })
    member = await makeMember(program, await makeTeamspace(program, "names"), { name: "bob", role: "owner" })
  })
  afterAll(() => program.remove())

  it("belong to the dedicated hosts; every other repository carries its host", async () => {
    expect(await add(program, SQUAT, member.headers)).toBe("/git_example/names_react")
    expect(await add(program, "https://github.com:8443/names/react", member.headers)).toBe(
      "/github_com_8443/names_react",
    )
    expect(await add(program, REAL, member.headers)).toBe("/names/react")
    expect(await add(program, "https://gitlab.com/names/react", member.headers)).toBe("/gitlab_com/names_react")
    expect(await add(program, "https://gitlab.com/names/vue", member.headers)).toBe("/names/vue")
  })

  it("stay with the libraries that have them already", async () => {
    const { libraries } = program.context.catalogue
    const { key } = (await libraries.byId(await add(program, "https://git.example/names/older.git")))!
    await libraries.update(key, { id: "/names/older" })
    await program.context.catalogueSync.catchUp()

    expect(await add(program, "https://git.example/names/older.git")).toBe("/names/older")
  })

  it("are let through by policies only for who owns them", async () => {
    const { libraries } = program.context.catalogue
    // A library of the time before, which took the name of an owner on another host.
    const squatted = (await libraries.byId(await add(program, "https://git.example/names/svelte.git")))!
    await libraries.update(squatted.key, { id: "/names/svelte", state: "finalized", publishedAtMs: 1 })
    const real = (await libraries.byId("/names/react"))!
    await libraries.update(real.key, { state: "finalized", publishedAtMs: 1 })
    await program.context.catalogueSync.catchUp()
    const select = (entry: string) =>
      program.call({
        method: "PATCH",
        url: "/api/v2/policies",
        headers: member.headers,
        payload: {
          libraryFilters: {
            mode: "select",
            select: {
              allowedLibraries: { remove: ["/names", "git.example"].filter((one) => one !== entry), add: [entry] },
            },
          },
        },
      })
    const read = async (id: string) =>
      (await program.call({ url: `/api/v2/libs${id}`, headers: member.headers })).status

    await select("/names")
    expect([await read("/names/react"), await read("/names/svelte")]).toEqual([200, 403])
    await select("git.example")
    expect([await read("/names/react"), await read("/names/svelte")]).toEqual([403, 200])
  })
})

describe("names without a host", () => {
  it("belong to every host on a self-hosted instance, and to those that the settings name", async () => {
    const selfHosted = await startTestProgram()
    const named = await startTestProgram({ environment: { LECTERN_DEDICATED_HOSTS: "git.example" } })

    expect([await add(selfHosted, SQUAT), await add(selfHosted, REAL)]).toEqual([
      "/names/react",
      "/github_com/names_react",
    ])
    expect([await add(named, REAL), await add(named, SQUAT)]).toEqual(["/github_com/names_react", "/names/react"])
    await selfHosted.remove()
    await named.remove()
  })
})
