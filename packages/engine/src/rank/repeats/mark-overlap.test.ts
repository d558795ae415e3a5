import fc from "fast-check"
import { expect, it } from "vitest"

import { MarkOverlap } from "./mark-overlap.ts"

it("counts the different marks of two texts as sets do", () => {
  const overlap = new MarkOverlap()
  const marks = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 65_535 })))
  fc.assert(
    fc.property(marks, marks, (left, right) => {
      const [inLeft, inRight] = [new Set(left), new Set(right)]
      const shared = [...inLeft].filter((mark) => inRight.has(mark)).length

      expect(overlap.of(Uint16Array.from(left), Uint16Array.from(right))).toEqual({
        left: inLeft.size,
        right: inRight.size,
        shared,
      })
    }),
  )
})
