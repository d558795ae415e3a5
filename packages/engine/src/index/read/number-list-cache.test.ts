import { describe, expect, it } from "vitest"

import { NumberListCache } from "./number-list-cache.ts"

const makeCache = () => new NumberListCache((length) => new Uint32Array(length), { maxLists: 100, maxNumbers: 150 })

/** Makes a reader that records the snippets whose lists it reads; each list contains these numbers. */
function makeReader(cache: ReturnType<typeof makeCache>, ...marks: readonly number[]) {
  const asked: number[] = []
  const lists = cache.readerOf((id) => {
    asked.push(id)
    return Uint32Array.of(...marks, id)
  })
  return { asked, ...lists }
}

describe("NumberListCache", () => {
  it("reads a list once", () => {
    const { asked, get } = makeReader(makeCache(), 1)

    expect([7, 8, 7].map((id) => get(id)[1])).toEqual([7, 8, 7])
    expect(asked).toEqual([7, 8])
  })

  it("keeps the lists of indexes apart", () => {
    const cache = makeCache()
    const [one, other] = [makeReader(cache, 1), makeReader(cache, 2)]

    expect([one, other, one].map(({ get }) => get(7)[0])).toEqual([1, 2, 1])
    expect(one.asked).toEqual([7])
  })

  it.each([
    ["lists", [], 100],
    ["numbers", [1, 2], 50],
  ])("is emptied when it has too many %s", (_, marks, count) => {
    const cache = makeCache()
    const [one, other] = [makeReader(cache), makeReader(cache, ...marks)]

    one.get(0)
    for (let id = 0; id < count - 1; id++) other.get(id)
    one.get(0)
    expect(one.asked).toEqual([0])
    other.get(count)
    one.get(0)

    expect(one.asked).toEqual([0, 0])
  })

  it("reads an empty list, and one that is too long for it", () => {
    const cache = makeCache()
    const empty = cache.readerOf(() => new Uint32Array(0))
    const long = cache.readerOf(() => new Uint32Array(151))

    expect([empty, long, empty, long].map(({ get }) => get(0).length)).toEqual([0, 151, 0, 151])
  })

  it("forgets the lists of an index that is closed, and of no other", () => {
    const cache = makeCache()
    const [one, other] = [makeReader(cache), makeReader(cache)]

    one.get(7)
    other.get(7)
    one.forget()
    one.get(7)
    other.get(7)

    expect([one.asked, other.asked]).toEqual([[7, 7], [7]])
  })

  it("does not change lists that are in use", () => {
    const { get } = makeReader(makeCache(), 5)
    const list = get(0)
    for (let id = 1; id < 10_000; id++) get(id)

    expect([...list]).toEqual([5, 0])
  })
})
