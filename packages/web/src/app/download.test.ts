import { describe, expect, it } from "vitest"
import { csvOf } from "./download.ts"

describe("CSV", () => {
  it("quotes separators, quotes and line breaks", () => {
    expect(
      csvOf(
        ["a", "b"],
        [
          ['x,"y"', "two\nlines"],
          ["plain", 3],
        ],
      ),
    ).toBe('a,b\r\n"x,""y""","two\nlines"\r\nplain,3')
  })

  it("keeps spreadsheets from running a text as a formula", () => {
    expect(csvOf(["question"], [["=HYPERLINK(1)"], ["-1"], [-1]])).toBe("question\r\n'=HYPERLINK(1)\r\n'-1\r\n-1")
  })
})
