import { afterEach, describe, expect, it } from "vitest"
import { aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { applySourceChanges } from "./apply-source-changes.ts"
import { openTestWorker, textSource, type TestWorker } from "../run/test-worker.testing.ts"

let testWorker: TestWorker
afterEach(() => testWorker.close())

async function openWith(...libraries: readonly Parameters<TestWorker["submit"]>[0][]): Promise<LibraryRecord[]> {
  testWorker = await openTestWorker(() => Promise.resolve(textSource({})))
  const submitted = []
  for (const given of libraries) submitted.push((await testWorker.submit(given)).library)
  return submitted
}
const follow = (library: LibraryRecord | undefined, movedTo: string, dedicatedHosts?: ReadonlySet<string>) =>
  testWorker.catalogue.inTransaction((catalogue) =>
    applySourceChanges({ catalogue, dedicatedHosts }, library?.key ?? "", { recipe: "", movedTo }),
  )
const at = async (id: string, teamspaceKey: string | null = null) => {
  const library = await testWorker.library(id, teamspaceKey)
  return library && [library.key, library.redirectTo, library.source.url]
}

describe("a source that has moved", () => {
  it("takes its library along, and leaves a sign without the token", async () => {
    const source = { ...aLibrary({ id: "/a/docs" }).source, sealedToken: "sealed" }
    const [library] = await openWith({ id: "/a/docs", source, isPrivate: true })

    await follow(library, "https://github.com/b/docs.git")

    const sign = await testWorker.library("/a/docs", "main")
    expect(await at("/b/docs", "main")).toEqual([library?.key, null, "https://github.com/b/docs.git"])
    expect(sign).toMatchObject({ redirectTo: "/b/docs", isPrivate: true, source: { sealedToken: null } })
  })

  it("does not take a token to another host", async () => {
    const source = { ...aLibrary({ id: "/a/docs" }).source, sealedToken: "sealed" }
    const [library] = await openWith({ id: "/a/docs", source })

    await follow(library, "https://git.example.org/b/docs.git")

    expect(await at("/a/docs")).toEqual([library?.key, null, "https://github.com/a/docs.git"])
    expect(await at("/b/docs")).toBeUndefined()
  })

  it("gets an id with its host when its new host does not own the ids without one", async () => {
    const source = { ...aLibrary().source, url: "https://git.example.org/a/docs.git" }
    const [library] = await openWith({ id: "/git_example_org/a_docs", source })

    await follow(library, "https://git.example.org/b/docs.git", new Set(["github.com"]))

    expect((await at("/git_example_org/b_docs"))?.[0]).toBe(library?.key)
    expect(await at("/b/docs")).toBeUndefined()
  })

  it.each([
    ["https://github.com/A/Docs.git", "another letter case"],
    ["https://www.github.com/a/docs", "another spelling"],
    ["not an address", "nothing that can be read"],
  ])("stays where it is for %s, %s", async (movedTo) => {
    const [library] = await openWith({ id: "/a/docs" })

    await follow(library, movedTo)

    expect(await at("/a/docs")).toEqual([library?.key, null, "https://github.com/a/docs.git"])
  })

  it("does not take a private library to an id that a public library has", async () => {
    const url = "https://git.example.org/a/docs.git"
    const [library, open] = await openWith(
      { id: "/a/docs", source: { ...aLibrary().source, url }, isPrivate: true },
      { id: "/b/docs" },
    )

    await follow(library, "https://git.example.org/b/docs.git")

    expect((await at("/git_example_org/b_docs", "main"))?.[0]).toBe(library?.key)
    expect([await at("/b/docs", "main"), (await at("/b/docs"))?.[0]]).toEqual([undefined, open?.key])
  })

  it("gets an identifier with its host when another source has the new one", async () => {
    const elsewhere = { ...aLibrary().source, url: "https://git.example.org/b/docs.git" }
    const [library, other] = await openWith({ id: "/a/docs" }, { id: "/b/docs", source: elsewhere })

    await follow(library, "https://github.com/b/docs.git")

    expect((await at("/b/docs"))?.[0]).toBe(other?.key)
    expect((await at("/github_com/b_docs"))?.[0]).toBe(library?.key)
    expect((await at("/a/docs"))?.[1]).toBe("/github_com/b_docs")
  })

  it("moves beside a private library of that name, which stays with its owner", async () => {
    const [library, own] = await openWith({ id: "/a/docs" }, { id: "/b/docs", isPrivate: true })

    await follow(library, "https://github.com/b/docs.git")

    expect((await at("/a/docs"))?.[1]).toBe("/b/docs")
    expect([(await at("/b/docs"))?.[0], (await at("/b/docs", "main"))?.[0]]).toEqual([library?.key, own?.key])
  })

  it("changes nothing of a library that was deleted meanwhile", async () => {
    const [library] = await openWith({ id: "/a/docs" })
    await testWorker.catalogue.libraries.remove(library?.key ?? "")

    await follow(library, "https://github.com/b/docs.git")

    expect([await at("/a/docs"), await at("/b/docs")]).toEqual([undefined, undefined])
  })
})
