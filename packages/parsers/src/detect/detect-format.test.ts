import { describe, expect, it } from "vitest"
import { detectFormat } from "./detect-format.ts"

const none = new Uint8Array()
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

describe("detectFormat", () => {
  it.each([
    ["docs/a.md", "markdown"],
    ["A.MARKDOWN", "markdown"],
    ["a.mkd", "markdown"],
    ["a.mdx", "mdx"],
    ["a.rst", "restructured-text"],
    ["a.ipynb", "notebook"],
    ["a.txt", "plain-text"],
    ["llms.txt", "markdown"],
    ["llms-full.txt", "markdown"],
    ["README", "markdown"],
    ["a.py", undefined],
    ["LICENSE", undefined],
    [".md", undefined],
    ["md", undefined],
    ["a.constructor", undefined],
  ])("takes %s for %s", (path, format) => {
    expect(detectFormat(path, none)).toBe(format)
  })

  it("takes text with directives and roles for reStructuredText", () => {
    const text = "======\nTitle\n======\n\n.. contents::\n\nSee :ref:`other` and ``code``.\n"

    expect(detectFormat("ref/settings.txt", bytes(text))).toBe("restructured-text")
    expect(detectFormat("README", bytes(text))).toBe("restructured-text")
  })

  it("takes a log with colons and underlines for plain text", () => {
    expect(detectFormat("notes.txt", bytes("Notes\n=====\n\nDone: this, that.\n"))).toBe("plain-text")
  })
})
