import fc from "fast-check"
import { expect, it } from "vitest"
import { inBatches } from "./file-batches.ts"

async function batchesOf(sizes: readonly (number | undefined)[]) {
  const batches: (readonly (number | undefined)[])[] = []
  for await (const batch of inBatches(sizes, (size) => size, 100)) batches.push(batch)
  return batches
}

it("keeps every item in its order, and no batch of several is too long", async () => {
  const size = fc.option(fc.nat({ max: 150 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(size), async (sizes) => {
      const batches = await batchesOf(sizes)
      expect(batches.flat()).toEqual(sizes)
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0)
        if (batch.length > 1) expect(batch.reduce<number>((sum, one) => sum + (one ?? 100), 0)).toBeLessThanOrEqual(100)
      }
    }),
  )
})

it("leaves an item alone whose work goes on after its turn", async () => {
  expect(await batchesOf([10, undefined, 10, 20])).toEqual([[10], [undefined], [10, 20]])
})
