import { describe, expect, it } from "vitest"

import { rememberTerms } from "./recent-terms.ts"

/** A reader of terms that says which it was asked for; each list has so many bytes. */
function aReader(listBytes = 10) {
  const asked: string[] = []
  const terms = rememberTerms((term) => {
    asked.push(term)
    if (term === "unknown") return undefined
    const snippets = new Uint8Array(listBytes)
    return { sectionCount: term.length, pageCount: 1, snippets, headings: undefined, titles: undefined }
  })
  return { asked, ...terms }
}

describe("rememberTerms", () => {
  it("reads a term once, also one that the index does not hold", () => {
    const { asked, get } = aReader()

    const counts = ["route", "unknown", "route", "unknown"].map((term) => get(term)?.sectionCount)

    expect(counts).toEqual([5, undefined, 5, undefined])
    expect(asked).toEqual(["route", "unknown"])
  })

  it("keeps the terms of indexes apart", () => {
    const [one, other] = [aReader(10), aReader(20)]

    const lengths = [one, other, one].map(({ get }) => get("route")?.snippets.length)

    expect(lengths).toEqual([10, 20, 10])
  })

  it("forgets what it has when more would be too much, and never keeps a list that is too much alone", () => {
    const some = aReader(300_000)
    for (const term of ["a", "b", "c", "d", "a"]) some.get(term)
    const huge = aReader(2_000_000)
    for (const term of ["a", "a"]) huge.get(term)

    expect(some.asked).toEqual(["a", "b", "c", "d", "a"])
    expect(huge.asked).toEqual(["a", "a"])
  })

  it("gives back what it has of an index that is closed, and of no other", () => {
    const [one, other] = [aReader(), aReader()]

    one.get("route")
    one.forget()
    one.get("route")
    other.forget()
    one.get("route")

    expect(one.asked).toEqual(["route", "route"])
  })
})
