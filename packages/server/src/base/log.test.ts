import { describe, expect, it } from "vitest"
import { holdLog, type Log } from "./log.ts"

describe("a held log", () => {
  it("writes what was kept back in order when it is released, and everything later at once", () => {
    const lines: string[] = []
    const write = (_fields: object, event: string) => void lines.push(event)
    const held = holdLog({ debug: write, info: write, warn: write, error: write } satisfies Log)

    held.info({}, "first")
    held.error({}, "second")
    const before = [...lines]
    held.release()
    held.warn({}, "third")
    held.release()

    expect([before, lines]).toEqual([[], ["first", "second", "third"]])
  })
})
