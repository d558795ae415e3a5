import { describe, expect, it } from "vitest"

import { TermCache } from "./term-cache.ts"

/** Makes a reader that records the terms that it reads; each list has this many bytes. */
function makeReader(cache: TermCache, listBytes = 10) {
  const asked: string[] = []
  const terms = cache.readerOf((term) => {
    asked.push(term)
    if (term === "unknown") return undefined
    const snippets = new Uint8Array(listBytes)
    return { sectionCount: term.length, pageCount: 1, snippets, headings: undefined, titles: undefined }
  })
  return { asked, ...terms }
}

describe("TermCache", () => {
  it("reads a term once, also one that the index does not hold", () => {
    const cache = new TermCache()
    const { asked, get } = makeReader(cache)

    const counts = ["route", "unknown", "route", "unknown"].map((term) => get(term)?.sectionCount)

    expect(counts).toEqual([5, undefined, 5, undefined])
    expect(asked).toEqual(["route", "unknown"])
  })

  it("keeps the terms of indexes apart", () => {
    const cache = new TermCache()
    const [one, other] = [makeReader(cache, 10), makeReader(cache, 20)]

    const lengths = [one, other, one].map(({ get }) => get("route")?.snippets.length)

    expect(lengths).toEqual([10, 20, 10])
  })

  it("forgets what it has when more would be too much, and never keeps a list that is too much alone", () => {
    const cache = new TermCache()
    const some = makeReader(cache, 300_000)
    for (const term of ["a", "b", "c", "d", "a"]) some.get(term)
    const huge = makeReader(cache, 2_000_000)
    for (const term of ["a", "a"]) huge.get(term)

    expect(some.asked).toEqual(["a", "b", "c", "d", "a"])
    expect(huge.asked).toEqual(["a", "a"])
  })

  it("gives back what it has of an index that is closed, and of no other", () => {
    const cache = new TermCache()
    const [one, other] = [makeReader(cache), makeReader(cache)]

    one.get("route")
    one.forget()
    one.get("route")
    other.forget()
    one.get("route")

    expect(one.asked).toEqual(["route", "route"])
  })
})
