import { describe, expect, it } from "vitest"
import { LibraryList } from "./library-list.ts"
import { makeAttributes } from "./visibility.testing.ts"

const everyone = { mode: "everyone" } as const

describe("the list of libraries with restricted visibility", () => {
  it("finds a library only by its owner and its id", () => {
    const list = new LibraryList()
    const owned = makeAttributes({ teamspaceKey: "t1" })
    const ruled = makeAttributes({ access: everyone, key: "ruled" })
    list.add(owned)
    list.add(ruled)

    expect(list.find("t1", "/acme/docs")).toBe(owned)
    expect(list.find(null, "/acme/docs")).toBe(ruled)
    expect(list.find("t2", "/acme/docs")).toBeUndefined()
    expect(list.find("t1", "/acme/other")).toBeUndefined()
  })

  it("keeps several libraries of one owner", () => {
    const list = new LibraryList()
    const libraries = ["/acme/one", "/acme/two"].map((id) => makeAttributes({ teamspaceKey: "t1", id }))
    for (const library of libraries) list.add(library)

    list.remove(libraries[0]!.key)

    expect(list.find("t1", "/acme/one")).toBeUndefined()
    expect(list.find("t1", "/acme/two")).toBe(libraries[1])
  })

  it("ignores public libraries without an access rule of their own, and unknown keys", () => {
    const list = new LibraryList()
    const open = makeAttributes()
    list.add(open)
    list.remove("unknown")

    expect(list.find(null, open.foldedId)).toBeUndefined()
    list.remove(open.key)
  })

  it("removes a public library", () => {
    const list = new LibraryList()
    const ruled = makeAttributes({ access: everyone })
    list.add(ruled)
    list.remove(ruled.key)

    expect(list.find(null, ruled.foldedId)).toBeUndefined()
  })

  it("keeps a library that has taken the name of the removed one", () => {
    const list = new LibraryList()
    const before = makeAttributes({ teamspaceKey: "t1", key: "before" })
    const after = makeAttributes({ teamspaceKey: "t1", key: "after" })
    list.add(before)
    list.add(after)

    list.remove(before.key)
    expect(list.find("t1", "/acme/docs")).toBe(after)
    list.remove(after.key)
    expect(list.find("t1", "/acme/docs")).toBeUndefined()
  })

  it.each([
    ["alone", []],
    ["beside another one", ["/acme/other"]],
  ])("removes two libraries that had the same name, in any order, %s", (_, others) => {
    const list = new LibraryList()
    const [before, after] = ["before", "after"].map((key) => makeAttributes({ teamspaceKey: "t1", key }))
    for (const library of [before!, after!, ...others.map((id) => makeAttributes({ teamspaceKey: "t1", id }))]) {
      list.add(library)
    }

    list.remove(after!.key)
    list.remove(before!.key)

    expect(list.find("t1", "/acme/docs")).toBeUndefined()
  })
})
