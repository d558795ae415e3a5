import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { MAX_FREQUENCY, PostingsWriter } from "./postings.ts"
import { readPostings } from "./postings.testing.ts"

describe("postings", () => {
  it("read back as they were written, in whatever turns, with frequencies added up and capped", () => {
    const frequency = fc.integer({ min: 0, max: 20 })
    const entry = fc.record({
      list: fc.integer({ min: 0, max: 5 }),
      id: fc.integer({ min: 0, max: 5_000_000 }),
      prose: frequency,
      code: frequency,
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
        const expected = Array.from({ length: 6 }, () => new Map<number, [number, number]>())
        const writer = new PostingsWriter()
        for (const { list, id, prose, code } of entries.toSorted((a, b) => a.id - b.id)) {
          const before = expected[list]!.get(id)

          expect(writer.add(list, id, prose, code)).toBe(before === undefined)
          const [proseBefore, codeBefore] = before ?? [0, 0]
          const sums = [
            Math.min(MAX_FREQUENCY, proseBefore + prose),
            Math.min(MAX_FREQUENCY, codeBefore + code),
          ] as const
          expected[list]!.set(id, [...sums])
        }

        for (const [list, sums] of expected.entries()) {
          expect([...readPostings(writer.bytesOf(list))]).toEqual([...sums])
        }
      }),
    )
  })

  it("without a list have no entries", () => {
    expect([...readPostings(undefined)]).toEqual([])
    expect(new PostingsWriter().bytesOf(3)).toHaveLength(0)
  })

  it("cost two bytes for an entry next to the one before", () => {
    const writer = new PostingsWriter()
    for (let id = 0; id < 1_000; id++) {
      writer.add(0, id, 1, 0)
    }

    expect(writer.bytesOf(0)).toHaveLength(2_000)
  })
})
