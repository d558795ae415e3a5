import { EventEmitter, once } from "node:events"

import fc from "fast-check"
import { expect, it } from "vitest"
import { inBatches, markWaits, WAITING } from "./file-batches.ts"

async function batchesOf(sizes: readonly (number | undefined)[]) {
  const batches: (readonly (number | undefined)[])[] = []
  const items = sizes.map((size) => ({ size }))
  for await (const batch of inBatches(items, ({ size }) => size, 100)) batches.push(batch.map(({ size }) => size))
  return batches
}

/** Collects the batches of a source; the length of an item is its number of characters. */
async function collect(items: AsyncIterable<{ readonly name: string }>, batches: string[]) {
  for await (const batch of inBatches(markWaits(items), ({ name }) => name.length, 100)) {
    batches.push(batch.map(({ name }) => name).join(" "))
  }
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

it("ends a batch where the source waits for its next item", async () => {
  const site = new EventEmitter()
  const batches: string[] = []
  const collected = collect(
    (async function* () {
      yield* [{ name: "a" }, { name: "b" }]
      await once(site, "answer")
      yield* [{ name: "c" }, { name: "d" }]
    })(),
    batches,
  )
  await expect.poll(() => batches).toEqual(["a b"])
  site.emit("answer")
  await collected
  expect(batches).toEqual(["a b", "c d"])
})

it("ends a batch before an error of the source", async () => {
  const batches: string[] = []
  const broken = (async function* () {
    yield* [{ name: "a" }, { name: "b" }]
    await Promise.reject(new Error("the site is gone"))
  })()
  await expect(collect(broken, batches)).rejects.toThrow("the site is gone")
  expect(batches).toEqual(["a b"])
})

it("closes the source if the items are no longer needed", async () => {
  let isClosed = false
  const endless = (async function* () {
    try {
      for (;;) yield { name: "a" }
    } finally {
      isClosed = true
    }
  })()
  for await (const item of markWaits(endless)) {
    expect(item).not.toBe(WAITING)
    break
  }
  expect(isClosed).toBe(true)
})
