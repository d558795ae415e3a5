import { describe, expect, it } from "vitest"
import { pino } from "pino"
import { harmlessLines, holdLog, type Log } from "./log.ts"

describe("log lines", () => {
  it("contain no character that a terminal interprets, and say the same", () => {
    const lines: string[] = []
    const title = "a\u001b]0;pwned\u0007\u009b2J\u007f\u0085\u2028b"

    pino({}, harmlessLines({ write: (line) => void lines.push(line) })).info({ title }, `indexed ${title}`)

    expect(lines.join("").trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/)
    expect(JSON.parse(lines.join(""))).toMatchObject({ title, msg: `indexed ${title}` })
  })
})

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
