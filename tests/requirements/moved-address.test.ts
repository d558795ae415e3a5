import { AddLibraryResponse, LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const page = (animal: string) => `# Where is it\n\nThe ${animal} is at the river in the morning.\n`
const call = (path: string, json: object) => program.call("POST", path, { key: program.key, json })
const add = async (repository: string, options: object = {}) => {
  const json = { docsRepoUrl: `${host.url}/${repository}.git`, ...options }
  return AddLibraryResponse.parse((await call("/api/v2/add/repo/git", json)).json)
}
const record = async (id: string) =>
  LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`, { key: program.key })).json)
const ask = (libraryId: string) => {
  const query = new URLSearchParams({ libraryId, query: "where is it in the morning" })
  return program.call("GET", `/api/v2/context?${query.toString()}`, { key: program.key })
}

/** Adds a repository, moves it on its host, and creates another one at its old address. */
async function anotherAtOldAddressOf(owner: string, options: object): Promise<void> {
  await host.commit(`${owner}/docs`, { "guide/a.md": page("otter") })
  await add(`${owner}/docs`, { folders: ["guide"], ...options })
  await program.settle(`/${owner}/docs`)
  await host.move(`${owner}/docs`, `${owner}-new/docs`)
  await call("/api/v1/refresh", { libraryName: `/${owner}/docs` })
  await program.settle(`/${owner}-new/docs`)
  await host.commit(`${owner}/docs`, { "other/a.md": page("heron") })
}

it.each([
  ["public", { private: false }],
  ["private", { private: true }],
])(
  "a %s repository at the old address of a moved one is added with force, and without it the answer says so",
  async (owner, options) => {
    await anotherAtOldAddressOf(owner, options)

    const told = await add(`${owner}/docs`, options)
    const forced = await add(`${owner}/docs`, { ...options, force: true })
    await program.settle(`/${owner}/docs`)

    expect(told).toEqual({
      libraryName: `/${owner}-new/docs`,
      message: `/${owner}/docs has moved to /${owner}-new/docs. Send force to add another repository that has the old address now`,
    })
    expect(forced.libraryName).toBe(`/${owner}/docs`)
    expect((await ask(`/${owner}/docs`)).text).toContain("The heron is at the river")
    expect((await ask(`/${owner}-new/docs`)).text).toContain("The otter is at the river")
    expect((await record(`/${owner}/docs`)).source.folders).toEqual([])
  },
)
