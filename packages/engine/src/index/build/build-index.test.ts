import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"

import { TextAnalyser } from "../terms/analyse-text.ts"
import { createIndexBuilder } from "./build-index.ts"
import { aPage, buildTestIndex } from "../index.testing.ts"
import { IndexUnreadable, openIndex } from "../read/open-index.ts"

const pages = [
  aPage("routing.md", "Routing", [
    [1, "Routing", "How requests find handlers."],
    [2, "Parameters", "Read a parameter:", "`c.req.param('id')`"],
    [3, "Optional", "A question mark."],
    [2, "Wildcards", "A star."],
  ]),
  aPage("empty.md", "Empty", []),
  aPage("errors.md", "Errors", [
    [1, "Errors", "Throw HTTPException."],
    [1, "Second top", "More."],
  ]),
]

describe("createIndexBuilder", () => {
  it("keeps snippets with all that is shown of them", () => {
    const index = openIndex(buildTestIndex(pages).path)

    expect(
      [...index.snippets()].map((snippet) => [
        snippet.id,
        snippet.pagePath,
        snippet.headingPath.join("/"),
        snippet.kind,
      ]),
    ).toEqual([
      [0, "routing.md", "Routing", "prose"],
      [1, "routing.md", "Routing/Parameters", "code"],
      [2, "routing.md", "Routing/Parameters/Optional", "prose"],
      [3, "routing.md", "Routing/Wildcards", "prose"],
      [4, "errors.md", "Errors", "prose"],
      [5, "errors.md", "Errors/Second top", "prose"],
    ])
    expect(index.snippet(1)).toMatchObject({
      codes: [{ language: "js", code: "c.req.param('id')" }],
      description: "Read a parameter:",
    })
    expect(index.indexedSnippet(1).content).toBe(index.snippet(1).content)
    expect(Array.from({ length: 6 }, (_, id) => index.code(id).codes)).toEqual(
      [...index.snippets()].map(({ codes }) => codes),
    )
    index.close()
  })

  it("numbers sections, subtrees and pages in reading order", () => {
    const { index } = { index: openIndex(buildTestIndex(pages).path) }
    const { layout, meta } = index

    expect(meta).toMatchObject({ pages: 3, snippets: 6 })
    expect([...layout.sectionOfSnippet]).toEqual([1, 2, 3, 4, 7, 8])
    expect([...layout.pageOfSection]).toEqual([0, 0, 0, 0, 0, 1, 2, 2, 2])
    expect([...layout.endOfSection]).toEqual([1, 5, 4, 4, 5, 6, 7, 8, 9])
    const [title, parameters, optional, wildcards] = [1, 2, 3, 4].map((section) => layout.subtreeOfSection[section])
    expect(optional).toBe(parameters)
    expect(new Set([title, parameters, wildcards]).size).toBe(3)
    expect([...layout.firstSnippetOfSection]).toEqual([0, 0, 1, 2, 3, 4, 4, 4, 5, 6])
    index.close()
  })

  it("makes the same bytes from the same pages", () => {
    expect(readFileSync(buildTestIndex(pages).path).equals(readFileSync(buildTestIndex(pages).path))).toBe(true)
  })

  it("makes the same bytes after so many other words that the known ones were forgotten", () => {
    const before = readFileSync(buildTestIndex(pages).path)
    const path = join(dirname(buildTestIndex(pages).path), "forgotten.db")
    const analyser = new TextAnalyser()
    const builder = createIndexBuilder(path, { analyser })

    for (const [at, page] of pages.entries()) {
      builder.add(page)
      if (at === 0) for (let number = 0; number <= 200_000; number++) analyser.analyse(`n${number}`)
    }
    builder.finish()

    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it("names terms that tell the content, from headings more than from text", () => {
    const { summary } = buildTestIndex(pages)

    expect(summary).toMatchObject({ pages: 3, snippets: 6 })
    expect(summary.characteristicTerms).toContain("httpexception")
    expect(summary.characteristicTerms.indexOf("routing")).toBeLessThan(summary.characteristicTerms.indexOf("star"))
  })

  it("leaves nothing behind when it is given up, and can be given up twice", () => {
    const path = join(dirname(buildTestIndex(pages).path), "given-up.db")
    const builder = createIndexBuilder(path)
    builder.add(pages[0]!)

    builder.abort()
    builder.abort()

    expect(existsSync(path)).toBe(false)
  })
})

describe("openIndex", () => {
  it("estimates the tokens of headings in files of early versions, which count the last heading only", () => {
    const { path } = buildTestIndex([aPage("ponds.md", "Ponds", [[1, "Fish", "Koi swim."]])])
    const opened = openIndex(path)
    const { headingTokens } = opened.indexedSnippet(0)
    opened.close()
    const database = new Database(path)
    database.exec("DELETE FROM meta WHERE name = 'measuresPaths'")
    database.close()
    const early = openIndex(path)

    expect(early.indexedSnippet(0).headingTokens).toBeGreaterThanOrEqual(2 * headingTokens)
    early.close()
  })

  it("refuses files that are missing, no index, cut short or of another format", () => {
    const whole = buildTestIndex(pages).path
    const broken = (name: string, bytes: Uint8Array) => {
      const path = join(dirname(whole), name)
      writeFileSync(path, bytes)
      return path
    }

    expect(() => openIndex("/nowhere/index.db")).toThrow(IndexUnreadable)
    expect(() => openIndex(broken("text.db", Buffer.from("not an index")))).toThrow(IndexUnreadable)
    expect(() => openIndex(broken("short.db", readFileSync(whole).subarray(0, 5_000)))).toThrow(IndexUnreadable)
    expect(() => openIndex(broken("empty.db", Buffer.alloc(0)))).toThrow(IndexUnreadable)
  })
})
