import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { MAX_FREQUENCY, PostingsBuffer, PostingsWriter } from "./postings.ts"

describe("postings", () => {
  // One for all lists: what a longer list left behind must not show in a shorter one.
  const buffer = new PostingsBuffer()

  it("read back as they were written, with frequencies added up and capped", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 5_000_000 }),
            fc.integer({ min: 0, max: 20 }),
            fc.integer({ min: 0, max: 20 }),
          ),
        ),
        (entries) => {
          const sorted = entries.toSorted((a, b) => a[0] - b[0])
          const expected = new Map<number, [number, number]>()
          const writer = new PostingsWriter()
          for (const [id, prose, code] of sorted) {
            writer.add(id, prose, code)
            const before = expected.get(id) ?? [0, 0]
            expected.set(id, [Math.min(MAX_FREQUENCY, before[0] + prose), Math.min(MAX_FREQUENCY, before[1] + code)])
          }

          buffer.read(writer.toBytes())
          const seen = Array.from({ length: buffer.count }, (_, at) => {
            const frequencies = buffer.frequencies[at]!
            return [buffer.ids[at], [frequencies & 15, frequencies >> 4]]
          })

          expect(seen).toEqual([...expected])
          expect(writer.count).toBe(expected.size)
        },
      ),
    )
  })

  it("without a list have no entries", () => {
    buffer.read(undefined)

    expect(buffer.count).toBe(0)
  })

  it("cost two bytes for an entry next to the one before", () => {
    const writer = new PostingsWriter()
    for (let id = 0; id < 1_000; id++) {
      writer.add(id, 1, 0)
    }

    expect(writer.toBytes()).toHaveLength(2_000)
  })
})
