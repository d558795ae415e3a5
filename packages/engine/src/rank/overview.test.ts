import { describe, expect, it } from "vitest"
import { aPage, openTestIndex } from "../index/index.testing.ts"
import { isOverviewQuestion, overviewCandidates } from "./overview.ts"
import { suggestFor } from "./suggest-terms.ts"

const NAMES = ["/otterkit/docs", "Otterkit"]
const long = "Otters hold hands while they sleep so that nobody drifts away from the raft at night. ".repeat(5)

const library = openTestIndex([
  aPage("api/otter.md", "otter()", [[1, "otter()", `The otterkit() function is a function. ${long}`, "`otter(1)`"]]),
  aPage("blog/welcome.md", "About the blog", [[1, "About the blog", `Otterkit is a thing of the past. ${long}`]]),
  aPage("guide/install.md", "Installation", [
    [1, "Installation", "Install the package:", "`npm install otterkit`"],
    [2, "First program", "A whole program:", "`import { raft } from 'otterkit'\nraft().float()`"],
  ]),
  aPage("guide/streams.md", "Getting started with streams", [[1, "Getting started with streams", long]]),
  aPage("index.md", "Documentation", [
    [1, "Documentation", `You are reading version 3. ${long}`],
    [2, "What is it", `Otterkit is a toolkit for rafts. ${long}`],
  ]),
])
const contents = (names: readonly string[]) =>
  overviewCandidates(library, names).map(({ snippet }) => library.index.snippet(snippet).content)

describe("isOverviewQuestion", () => {
  const isOverview = (query: string) => isOverviewQuestion(library.session.analyser, query, NAMES)

  it.each(["what is this", "What is Otterkit?", "getting started", "How is it used?", "introduction", "quick start"])(
    "recognises %j",
    (query) => {
      expect(isOverview(query)).toBe(true)
    },
  )

  it.each(["how to install", "what is a raft", "getting started with streams", "???", "use()", "otterkit floats"])(
    "does not take %j for one",
    (query) => {
      expect(isOverview(query)).toBe(false)
    },
  )
})

describe("overviewCandidates", () => {
  it("begins with what the library is, then its installation and a first example", () => {
    const [definition, ...others] = contents(NAMES)

    expect(definition).toContain("Otterkit is a toolkit for rafts.")
    const install = others.findIndex((text) => text.includes("npm install otterkit"))
    const example = others.findIndex((text) => text.includes("raft().float()"))
    expect([install, example]).toEqual([expect.any(Number), install + 1])
    expect(install).toBeLessThan(4)
  })

  it("gives every snippet once, with falling scores", () => {
    const candidates = overviewCandidates(library, [])

    expect(new Set(candidates.map(({ snippet }) => snippet)).size).toBe(candidates.length)
    expect(candidates.map(({ score }) => score)).toEqual(candidates.map(({ score }) => score).toSorted((a, b) => b - a))
  })

  it("is empty for an empty library", () => {
    expect(overviewCandidates(openTestIndex([]), NAMES)).toEqual([])
  })
})

describe("suggestFor", () => {
  it("names similar words as the library writes them, and headings about them", () => {
    expect(suggestFor(library, "rafters functionality")).toEqual({
      terms: expect.arrayContaining(["rafts"]),
      headings: expect.arrayContaining(["Documentation > What is it"]),
    })
  })

  it("names the first pages when nothing is similar", () => {
    expect(suggestFor(library, "xxqq")).toEqual({
      terms: [],
      headings: ["otter()", "About the blog", "Installation", "Getting started with streams", "Documentation"],
    })
  })
})
