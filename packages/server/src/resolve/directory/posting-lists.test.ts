import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PostingLists } from "./posting-lists.ts"

const ordered = (numbers: Iterable<number>): number[] => [...numbers].sort((left, right) => left - right)

describe("posting lists", () => {
  it("hold what plain arrays would hold after any changes", () => {
    const change = fc.record({
      list: fc.nat({ max: 40 }),
      value: fc.nat({ max: 9 }),
      action: fc.constantFrom("add", "add", "add", "remove", "clear"),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const lists = new PostingLists()
        const plain = new Map<number, number[]>()
        for (const { list, value, action } of changes) {
          const values = plain.get(list) ?? []
          plain.set(list, values)
          if (action === "add") {
            lists.add(list, value)
            values.push(value)
          } else if (action === "remove") {
            lists.remove(list, value)
            const at = values.indexOf(value)
            if (at >= 0) values.splice(at, 1)
          } else {
            lists.clear(list)
            values.length = 0
          }
        }

        for (const [list, values] of plain) expect(ordered(lists.view(list))).toEqual(ordered(values))
      }),
    )
  })

  it("has nothing in a list that was never used", () => {
    const lists = new PostingLists()

    lists.remove(5000, 1)

    expect(lists.lengthOf(5000)).toBe(0)
    expect([...lists.view(5000)]).toEqual([])
  })
})
