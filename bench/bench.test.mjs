import { describe, expect, it } from "vitest"
import { makeDocumentation, sizeForSnippets } from "./make-documentation.mjs"
import { makeSite } from "./make-site.mjs"
import { makeQuestions } from "./questions.mjs"
import { LibraryWriter } from "./made-up-libraries.mjs"
import { drawTable, replaceGenerated } from "./report.mjs"

describe("made-up documentation", () => {
  it("is the same for the same seed and another for another", () => {
    const make = (seed) => makeDocumentation({ seed, files: 5, bytes: 40_000 })

    expect(make(1)).toEqual(make(1))
    expect(make(1)).not.toEqual(make(2))
  })

  it("has the files and about the bytes that were asked for", () => {
    const files = makeDocumentation({ seed: 7, files: 155, bytes: 1_500_000 })

    const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
    expect(new Set(files.map(({ path }) => path)).size).toBe(155)
    expect(bytes).toBeGreaterThan(1_400_000)
    expect(bytes).toBeLessThan(1_700_000)
  })

  it("has headings, prose, code, lists and tables", () => {
    const text = makeDocumentation({ seed: 1, ...sizeForSnippets(500) })
      .map(({ content }) => content)
      .join("\n")

    for (const part of [/^# /m, /^### /m, /^```python$/m, /^- \*\*/m, /^\| --- \|/m]) expect(text).toMatch(part)
    expect((text.match(/^```/gm) ?? []).length % 2).toBe(0)
  })

  it("gives questions in its own words", () => {
    const files = makeDocumentation({ seed: 1, files: 3, bytes: 30_000 })

    const questions = makeQuestions(files, 20)

    const text = files.map(({ content }) => content).join("\n")
    expect(questions).toHaveLength(20)
    for (const word of questions.join(" ").split(" ")) expect(text).toContain(word)
  })
})

describe("the report", () => {
  const rows = [
    { name: "a", goal: "≤ 2", unit: "ms", measured: 1.234, isMet: true, note: "" },
    { name: "b", goal: "≥ 400", unit: "requests/s", measured: 1234, isMet: true, note: "8 connections" },
    { name: "c", goal: "≤ 1", unit: "s", measured: 3, isMet: false, note: "" },
    { name: "d", goal: "", unit: "s", measured: 3, isMet: true, note: "" },
  ]

  it("says for each goal whether it was met", () => {
    expect(drawTable(rows).split("\n").slice(2)).toEqual([
      "| a | ≤ 2 ms | 1.23 ms | met |  |",
      "| b | ≥ 400 requests/s | 1,234 requests/s | met | 8 connections |",
      "| c | ≤ 1 s | 3.00 s | missed |  |",
      "| d |  | 3.00 s |  |  |",
    ])
  })

  it("replaces only what is between the markers", () => {
    const page = "before\n<!-- generated: benchmarks -->\nold\n<!-- end of generated -->\nafter\n"

    expect(replaceGenerated(page, "new")).toBe(page.replace("old", "new"))
    expect(() => replaceGenerated("no markers", "new")).toThrow("no <!-- generated: benchmarks -->")
  })
})

describe("a made-up site", () => {
  it("has about five files for each page, all of different names, the same for the same seed", () => {
    const files = makeSite({ seed: 7, pages: 40 })

    expect(makeSite({ seed: 7, pages: 40 })).toEqual(files)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
    expect(files.length).toBeGreaterThan(40 * 4)
  })
})

describe("made-up libraries", () => {
  const make = (seed) => {
    const writer = new LibraryWriter({ count: 300, seed })
    const libraries = Array.from({ length: 300 }, () => writer.library(1_700_000_000_000))
    return { libraries, lookUps: writer.lookUps(libraries[7]) }
  }

  it("are the same for the same seed, and each has an id of its own", () => {
    const { libraries } = make(1)

    expect(make(1)).toEqual(make(1))
    expect(make(1)).not.toEqual(make(2))
    expect(new Set(libraries.map(({ id }) => id)).size).toBe(300)
  })

  it("are asked for by name, by part of a name, with a typing error and by what they are for", () => {
    const { libraries, lookUps } = make(1)
    const name = libraries[7].id.split("/")[2]

    expect(lookUps.exact.libraryName).toBe(name)
    expect(lookUps.typo.libraryName).not.toBe(name)
    expect(name.startsWith(lookUps.beginning.libraryName)).toBe(true)
    expect(libraries[7].description).toContain(lookUps.description.libraryName)
  })
})
