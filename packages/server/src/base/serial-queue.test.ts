import { expect, it } from "vitest"
import { createSerialQueue } from "./serial-queue.ts"

it("runs one piece of work at a time, in order, also after one that fails", async () => {
  const queue = createSerialQueue()
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await Promise.resolve()
    events.push(`${name} ends`)
    if (name === "b") throw new Error("b failed")
    return name
  }

  const results = await Promise.allSettled(["a", "b", "c"].map((name) => queue.run(work(name))))

  expect(results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual([
    "a",
    "Error: b failed",
    "c",
  ])
  expect(events).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]))
})
