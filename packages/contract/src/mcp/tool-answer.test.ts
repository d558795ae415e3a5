import { describe, expect, it } from "vitest"
import { describeAnswer } from "./tool-answer.ts"

const LINE = "-".repeat(32)

describe("describeAnswer", () => {
  it("reads libraries, sources and omitted snippets from the text", () => {
    const text = [
      "Library: /a/b\n\n### Intro\nSource: https://a.example/intro\n\nHello\nSource: https://not.example\n\n",
      "### More\nSource: https://a.example/more\n\nText\n\n",
      "Library: /c/d\n\n### Intro\nSource: https://a.example/intro\n\nHello\n",
    ].join(`${LINE}\n\n`)

    expect(
      describeAnswer({ text: `${text}\n[12 more snippets on 4 pages match less well. Ask again.]\n` }, {}),
    ).toMatchObject({
      libraryIds: ["/a/b", "/c/d"],
      sources: ["https://a.example/intro", "https://a.example/more"],
      omittedSnippets: 12,
    })
  })

  it("counts the omitted snippets before a line about unknown words", () => {
    const text =
      "### A\nSource: https://a.example\n\nB\n\n[2 more snippets on 1 page match less well: C > D. Ask again.]\n"

    expect(describeAnswer({ text: `${text}\n[Not in this library: otter.]\n` }, {}).omittedSnippets).toBe(2)
  })

  it("names the library of the request, and omits nothing by itself", () => {
    const data = describeAnswer({ text: "### A\nSource: https://a.example\n\nB\n" }, { libraryId: "/a/b@v2" })

    expect(data).toEqual({
      answer: "### A\nSource: https://a.example\n\nB\n",
      libraryIds: ["/a/b"],
      sources: ["https://a.example"],
      omittedSnippets: 0,
    })
  })

  it.each([
    ["v2", "2", undefined, ""],
    ["15", "15.1.8", undefined, "[Version 15 was requested. This answer is from version 15.1.8.]\n\n"],
    [
      "9",
      "current",
      "versionUnverified",
      "[Version 9 is not available. This answer is from the current documentation.]\n\n",
    ],
    [undefined, undefined, "partialSearchFailure", "[Some libraries could not be searched.]\n\n"],
  ] as const)("says that %s was requested and %s served (%s)", (version, servedVersion, partialReason, note) => {
    expect(describeAnswer({ text: "x", servedVersion, partialReason }, { version }).answer).toBe(`${note}x`)
  })
})
