import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LibraryRecord } from "@lectern/contract"
import { startGitHost, type Files, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

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

const byName = (left: string, right: string) => (left < right ? -1 : 1)
const page = (word: string) => `# Otter ${word}\n\nThe otter is of ${word}.\n`

/** A page for each path, which says where it lies. */
const pages = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, page(path)]))

async function add(repository: string, more: object = {}, kind = "git") {
  const { json } = await program.call("POST", `/api/v2/add/repo/${kind}`, {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/${repository}.git`, ...more },
  })
  const { libraryName } = json as { libraryName: string }
  await program.settle(libraryName)
  const record = LibraryRecord.parse(
    (await program.call("GET", `/api/v2/libs${libraryName}`, { key: program.key })).json,
  )
  const query = new URLSearchParams({ libraryId: libraryName, query: "otter", tokens: "20000" })
  const answer = await program.call("GET", `/api/v2/context?${query.toString()}`, { key: program.key })
  const read = [...answer.text.matchAll(/The otter is of (.+)\.$/gm)].map(([, word]) => String(word)).sort(byName)
  return { libraryName, record, read, text: answer.text }
}

const TREE = pages("guide/a.md", "guide/draft.md", "guide/internal/b.md", "reference/c.md", "other/d.md")
const SCOPE = {
  folders: ["guide", "reference"],
  excludeFolders: ["guide/internal"],
  excludeFiles: ["draft.md"],
}

describe("what is read of a repository", () => {
  it("is the branch, the folders and the files that the request names", async () => {
    await host.commit("asked/docs", pages("guide/main.md"))
    await host.commit("asked/docs", TREE, "next")

    const { read, record } = await add("asked/docs", { branch: "next", ...SCOPE })

    expect([record.branch, read]).toEqual(["next", ["guide/a.md", "reference/c.md"]])
    expect(record.files).toMatchObject({ indexedCount: 2, failedCount: 0 })
  })

  it.each(["lectern.json", "context7.json"])("is the branch, the folders and the files that %s names", async (name) => {
    const repository = `manifest/${name.replace(".", "-")}`
    await host.commit(repository, TREE, "next")
    await host.commit(repository, {
      ...pages("guide/main.md"),
      [name]: JSON.stringify({ branch: "next", ...SCOPE }),
    })
    await host.commit(repository, { ...TREE, [name]: JSON.stringify(SCOPE) }, "next")

    const { read, record } = await add(repository)

    expect([record.branch, read]).toEqual(["next", ["guide/a.md", "reference/c.md"]])
  })

  it("is several documentation folders of a monorepo, named one by one or by a pattern", async () => {
    const tree = pages(
      "packages/core/docs/a.md",
      "packages/core/src/notes.md",
      "packages/router/docs/deep/b.md",
      "website/docs/c.md",
      "tools/d.md",
    )
    await host.commit("mono/named", tree)
    await host.commit("mono/pattern", tree)

    const named = await add("mono/named", { folders: ["packages/core/docs", "website/docs"] })
    const pattern = await add("mono/pattern", { folders: ["packages/*/docs"] })

    expect([named.read, pattern.read]).toEqual([
      ["packages/core/docs/a.md", "website/docs/c.md"],
      ["packages/core/docs/a.md", "packages/router/docs/deep/b.md"],
    ])
  })

  it("leaves out files kept in Git LFS, with the reason", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`
    await host.commit("large/docs", { ...pages("a.md"), "manual.md": pointer, "guide.rst": pointer })

    const { read, record } = await add("large/docs")

    expect([read, record.files?.leftOutByReason]).toMatchObject([["a.md"], { lfs_pointer: 2 }])
    expect(record.files?.leftOut).toContainEqual(expect.objectContaining({ path: "manual.md", reason: "lfs_pointer" }))
  })

  it("keeps folders of old versions only when skipVersionFiltering asks for them", async () => {
    const tree = pages("docs/v1/a.md", "docs/v2/a.md", "docs/v3/a.md")
    await host.commit("old/filtered", tree)
    await host.commit("old/kept", tree)

    const filtered = await add("old/filtered")
    const kept = await add("old/kept", { skipVersionFiltering: true })

    expect([filtered.read, kept.read]).toEqual([["docs/v3/a.md"], ["docs/v1/a.md", "docs/v2/a.md", "docs/v3/a.md"]])
  })

  it("lies at any depth of groups on GitLab, whose pages answers link to", async () => {
    await host.commit("group/sub/deeper/handbook", pages("a.md"))

    const { libraryName, text } = await add("group/sub/deeper/handbook", {}, "gitlab")

    expect(libraryName).toBe("/group/sub_deeper_handbook")
    expect(text).toMatch(
      /Source: http:\/\/127\.0\.0\.1:\d+\/group\/sub\/deeper\/handbook\/-\/blob\/[0-9a-f]{40}\/a\.md/,
    )
  })

  it("is private only when the request says so, whatever the token", async () => {
    await host.commit("shown/docs", pages("a.md"))
    await host.commit("hidden/docs", pages("a.md"))

    const shown = await add("shown/docs", { gitToken: "user:token-that-nobody-asks-for", private: false })
    const hidden = await add("hidden/docs", { private: true })

    expect([shown.record.private, hidden.record.private]).toEqual([false, true])
  })
})
