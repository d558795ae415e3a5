import fc from "fast-check"
import { expect, it } from "vitest"
import { nthLargest } from "./nth-largest.ts"

it("finds the number that sorting finds", () => {
  // Sorting and comparing disagree about -0; adding 0 makes it 0.
  const numbers = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.double({ noNaN: true }).map((value) => value + 0),
    ),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(numbers, fc.nat(), (values, place) => {
      const rank = (place % values.length) + 1

      const found = nthLargest(Float64Array.from(values), rank)

      expect(found).toBe(Float64Array.from(values).sort().at(-rank))
    }),
  )
})
