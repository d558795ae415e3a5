import { describe, expect, it } from "vitest"

import { SketchCache } from "./sketch-cache.ts"

/** Makes a reader that records the snippets whose sketches it reads; each sketch contains these numbers. */
function makeReader(cache: SketchCache, mark = 0) {
  const asked: number[] = []
  const sketches = cache.readerOf((id) => {
    asked.push(id)
    return Uint32Array.of(mark, id)
  })
  return { asked, ...sketches }
}

describe("SketchCache", () => {
  it("reads a sketch once", () => {
    const { asked, get } = makeReader(new SketchCache())

    expect([7, 8, 7].map((id) => get(id)[1])).toEqual([7, 8, 7])
    expect(asked).toEqual([7, 8])
  })

  it("keeps the sketches of indexes apart", () => {
    const cache = new SketchCache()
    const [one, other] = [makeReader(cache, 1), makeReader(cache, 2)]

    expect([one, other, one].map(({ get }) => get(7)[0])).toEqual([1, 2, 1])
    expect(one.asked).toEqual([7])
  })

  it("is emptied when it is full", () => {
    const cache = new SketchCache()
    const [one, other] = [makeReader(cache), makeReader(cache)]

    one.get(0)
    for (let id = 0; id < 8_192; id++) other.get(id)
    one.get(0)

    expect(one.asked).toEqual([0, 0])
  })

  it("forgets the sketches of an index that is closed, and of no other", () => {
    const cache = new SketchCache()
    const [one, other] = [makeReader(cache), makeReader(cache)]

    one.get(7)
    other.get(7)
    one.forget()
    one.get(7)
    other.get(7)

    expect([one.asked, other.asked]).toEqual([[7, 7], [7]])
  })

  it("does not change sketches that are in use", () => {
    const { get } = makeReader(new SketchCache(), 5)
    const sketch = get(0)
    for (let id = 1; id < 10_000; id++) get(id)

    expect([...sketch]).toEqual([5, 0])
  })
})
