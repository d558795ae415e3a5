import { describe, expect, it } from "vitest"
import { LineCursor } from "./line-cursor.ts"

describe("LineCursor", () => {
  it("counts lines from the first line of the file", () => {
    const cursor = new LineCursor(["title", "", "text"], 10)

    expect(cursor.span(2)).toEqual({ start: 12, end: 12 })
    expect(cursor.spanTo(3)).toEqual({ start: 10, end: 12 })
  })

  it("keeps the lines of the file in a nested body", () => {
    const cursor = new LineCursor(["- one", "- two", "  more"], 5)
    cursor.index = 1

    const nested = cursor.nested(["two", "more"])

    expect(nested.depth).toBe(1)
    expect(nested.span(1)).toEqual({ start: 7, end: 7 })
    expect(nested.withLineBefore("label").firstLine).toBe(5)
  })

  it("finds text after blank lines, or the end", () => {
    const cursor = new LineCursor(["a", "", " ", "b", ""], 1)

    expect(cursor.nextText(1)).toBe(3)
    expect(cursor.nextText(4)).toBe(5)
  })
})
