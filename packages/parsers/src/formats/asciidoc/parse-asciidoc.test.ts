import { describe, expect, it } from "vitest"
import { parseAsciidoc } from "./parse-asciidoc.ts"

describe("parseAsciidoc", () => {
  it("reads documents one after the other in its thread", async () => {
    const parsed = await Promise.all([parseAsciidoc("= One\n\nFirst."), parseAsciidoc("= Two\n\nSecond.")])

    expect(parsed.map(({ document }) => document.title)).toEqual(["One", "Two"])
    expect(parsed.flatMap(({ problems }) => problems)).toEqual([])
  })

  it.each([
    ["a cell repeated without end", "|===\n100000000*|a\n|===\n"],
    ["columns without end", '[cols="100000000*"]\n|===\n|a\n|===\n'],
  ])("keeps %s as plain text, says so, and reads the next file", async (_, bomb) => {
    const parsed = await parseAsciidoc(`= Bomb\n\nSome words.\n\n${bomb}`, {}, {}, { graceMs: 1500 })

    expect(parsed.problems[0]?.message).toContain("could not be parsed as AsciiDoc")
    expect(JSON.stringify(parsed.document.blocks)).toContain("Some words.")
    expect((await parseAsciidoc("= Next")).document.title).toBe("Next")
  })

  it("takes values of the site that the document may replace", async () => {
    const { document } = await parseAsciidoc(":b: own\n\n{a} and {b}", { a: "given", b: "site" })

    expect(document.blocks).toMatchObject([{ markdown: "given and own" }])
  })
})
