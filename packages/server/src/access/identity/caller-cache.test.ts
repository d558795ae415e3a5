import { describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { createCallerCache } from "./caller-cache.ts"

/** A look-up that answers when the test says so. */
function aSlowLookUp<Known>() {
  let answer: (known: Known) => void = () => undefined
  const answered = new Promise<Known>((resolve) => (answer = resolve))
  return { lookUp: () => answered, answer: (known: Known) => answer(known) }
}

const found = (known: string) => () => Promise.resolve(known)

describe("remembered callers", () => {
  it("are looked up once in their time, which counts from the beginning of the look-up", async () => {
    const clock = manualClock()
    const callers = createCallerCache<string>(clock, 2_000)
    const { lookUp, answer } = aSlowLookUp<string>()

    const first = callers.of("key", lookUp)
    clock.advance(1_500)
    answer("before")

    expect(await first).toBe("before")
    clock.advance(499)
    expect(await callers.of("key", found("after"))).toBe("before")
    clock.advance(1)
    expect(await callers.of("key", found("after"))).toBe("after")
  })

  it.each([["all"], ["the one"]])("are not remembered when %s is forgotten while they are looked up", async (what) => {
    const callers = createCallerCache<string>(manualClock(), 2_000)
    const { lookUp, answer } = aSlowLookUp<string>()

    const first = callers.of("key", lookUp)
    callers.forget(what === "all" ? undefined : "key")
    answer("before it was revoked")
    await first

    expect(await callers.of("key", found("after"))).toBe("after")
  })

  it("stay when another one is forgotten, and are not remembered when the look-up fails", async () => {
    const callers = createCallerCache<string>(manualClock(), 2_000)
    await callers.of("key", found("one"))
    callers.forget("another")

    expect(await callers.of("key", found("two"))).toBe("one")
    await expect(callers.of("new", () => Promise.reject(new Error("no")))).rejects.toThrow("no")
    expect(await callers.of("new", found("three"))).toBe("three")
  })
})
