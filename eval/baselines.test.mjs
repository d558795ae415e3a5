import { describe, expect, it } from "vitest"
import { cutSections, openFts5, openMiniSearch, pair, readQuestions, tokensToAnswer } from "./baselines.mjs"

describe("the plain engines", () => {
  const sections = ["# Lazy loading\n\nRelations are fetched later.", "# Caching\n\nKeep what was fetched once."]

  it.each([openFts5, openMiniSearch])("find the section that holds the words of a question: %o", (open) => {
    expect(open(sections)('how is "lazy" loading done?')[0]).toBe(sections[0])
    expect(open(sections)("quantum")).toEqual([])
  })

  it("cut pages at headings outside of code, and by size", () => {
    const page = "# A\ntext\n```sh\n# no heading\n```\nB\n===\nmore\n"

    expect(cutSections(page)).toEqual(["# A\ntext\n```sh\n# no heading\n```", "B\n===\nmore"])
    expect(cutSections("x".repeat(4_500)).map(({ length }) => length)).toEqual([2_000, 2_000, 500])
  })
})

describe("tokensToAnswer", () => {
  it("counts until all evidence of one alternative has been read", () => {
    const question = { evidence: ["app.get('/*splat'"], alternatives: [["second", "third"]] }

    const [first, both] = [
      tokensToAnswer(["App.get(\n'/*splat')"], question),
      tokensToAnswer(["second", "third"], question),
    ]
    expect(first).toBeLessThan(20)
    expect(both).toBeLessThan(20)
    expect(tokensToAnswer(["second"], question)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe("pair", () => {
  it("names what only one of two engines answers", () => {
    const questions = [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }]

    expect(
      pair(
        (id) => id !== "d",
        (id) => id === "c" || id === "d",
        questions,
      ),
    ).toEqual({
      won: ["a", "b"],
      lost: ["d"],
      winsPerLoss: 2,
    })
  })
})

describe("readQuestions", () => {
  it("refuses a line without evidence and names it", () => {
    const good = '{"library": "/a/b", "question": "q", "evidence": ["e"]}'

    expect(readQuestions(`${good}\n\n`)).toMatchObject([{ id: "1", kind: "-" }])
    expect(() => readQuestions(`${good}\n{"library": "/a/b", "question": "q", "evidence": []}`)).toThrow(/line 2/)
  })
})
