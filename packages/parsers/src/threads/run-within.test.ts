import { expect, it } from "vitest"
import { runWithin, TimeLimitExceeded } from "./run-within.ts"

function spin(): never {
  for (;;);
}

it("returns what the work returns, and throws what it throws", () => {
  expect(runWithin(1_000, () => 7)).toBe(7)
  expect(() => runWithin(1_000, () => JSON.parse("{"))).toThrow(SyntaxError)
})

it.each([
  ["a loop", spin],
  ["a regular expression", () => /^(?:a|a)*$/.test(`${"a".repeat(50)}b`)],
  ["a replacement inside of another", () => "x".replace(/x/, () => String(/^(?:a|a)*$/.test(`${"a".repeat(50)}b`)))],
  ["an asynchronous function before its first wait", async () => spin()],
] as const)("stops %s", (_name, work: () => unknown) => {
  const startedMs = performance.now()

  expect(() => runWithin(50, work)).toThrow(TimeLimitExceeded)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
  expect(runWithin(1_000, () => "goes on")).toBe("goes on")
})

it("stops work inside of other work", () => {
  const inner = () => {
    try {
      return runWithin(50, spin)
    } catch {
      return "stopped"
    }
  }

  expect(runWithin(10_000, inner)).toBe("stopped")
})

it("runs work again that waited for the machine", () => {
  let runs = 0
  const wait = () => {
    runs += 1
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, runs === 1 ? 200 : 0)
    return "done"
  }

  expect(runWithin(50, wait, 5_000)).toBe("done")
  expect(runs).toBe(2)
})
