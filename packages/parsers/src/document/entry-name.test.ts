import { describe, expect, it } from "vitest"
import { isEntryName } from "./entry-name.ts"

describe("isEntryName", () => {
  it.each([
    "app.listen()",
    "app.get(path, callback)",
    "--reload",
    "-f, --file FILE",
    "MAX_CONTENT_LENGTH",
    "snake_case_name",
    "useState",
    "app.locals",
    "std::sync",
    "@decorator",
    "accepted_if:field,value",
  ])("takes %s for the name of one thing", (text) => {
    expect(isEntryName(text, false)).toBe(true)
  })

  it.each(["Getting started", "Node.js", "Installation", "A FAQ (short)", "Vue.js", "Why?", "", "word ".repeat(40)])(
    "takes %j for a title",
    (text) => {
      expect(isEntryName(text, false)).toBe(false)
    },
  )

  it("takes a heading that is written as code for a name, whatever it says", () => {
    expect(isEntryName("json", true)).toBe(true)
  })
})
