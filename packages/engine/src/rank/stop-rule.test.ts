import fc from "fast-check"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../index/index.testing.ts"
import { answerQuestion } from "./answer-question.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { rankCandidates } from "./rank-candidates.ts"
import { renderContextText, renderEnding } from "./render.ts"
import { StopRule } from "./stop-rule.ts"

const library = openTestIndex(
  Array.from({ length: 12 }, (_, page) =>
    aPage(
      `page${page}.md`,
      `Page ${page}`,
      Array.from({ length: 6 }, (_, part) => [
        2,
        `Part ${part}`,
        `${page === 3 && part === 2 ? "The cache is emptied with flushAll before the cache is closed. " : ""}The cache of part ${part} keeps ${Array.from({ length: 20 }, (_, item) => `item${page}x${part}x${item}`).join(" and ")}.`,
      ]),
    ),
  ),
)
const ask = (length: "auto" | "full" | undefined, tokens = 5_000, terms?: readonly string[]) =>
  answerQuestion(library, { query: "how is the cache emptied", tokens, length, terms })
const textOf = (answer: ReturnType<typeof ask>) => renderContextText(answer) + renderEnding(answer.ending)

describe("an answer of the length auto", () => {
  it("ends where the rest is clearly worse", () => {
    const answer = ask("auto")

    expect(answer.ending.reason).toBe("worse")
    expect(answer.ending.nextWorth).toBeLessThan(answer.ending.requiredWorth!)
    expect(textOf(answer)).toContain("flushAll")
    expect(encode(textOf(answer)).length).toBeLessThan(encode(textOf(ask("full"))).length)
  })

  it("says what it omits, and how to get it", () => {
    expect(renderEnding({ reason: "worse", snippets: 12, pages: 4 })).toBe(
      "\n[12 more snippets on 4 pages match less well. Narrow the question, or set length=full.]\n",
    )
    expect(renderEnding({ reason: "bounds", snippets: 1, pages: 1 })).toBe(
      "\n[1 more snippet on 1 page did not fit. Narrow the question, or allow more tokens.]\n",
    )
    expect(renderEnding({ reason: "worse", snippets: 12, pages: 4, sections: ["Flush", "Cache > Size"] })).toBe(
      "\n[12 more snippets on 4 pages match less well: Flush; Cache > Size. Narrow the question, or set length=full.]\n",
    )
    expect(renderEnding({ reason: "complete", snippets: 0, pages: 0 })).toBe("")
  })

  it("names the words of the question that the library lacks", () => {
    const text = (tokens: number, length: "auto" | "full" = "auto") => {
      const answer = answerQuestion(library, {
        query: "empty the memcached cache",
        tokens,
        length,
        terms: ["flushNow"],
      })
      return renderEnding(answer.ending)
    }

    expect(text(5_000)).toContain("\n[Not in this library: flushNow, memcached.]\n")
    expect(text(1_000)).toContain("Not in")
    expect(text(999)).not.toContain("Not in")
    expect(text(5_000, "full")).not.toContain("Not in")
  })

  it("has the best snippets of the one that fills the budget", () => {
    const snippetsOf = (answer: ReturnType<typeof ask>) =>
      answer.blocks.flatMap(({ snippets }) => snippets.map(({ id }) => id))

    expect(snippetsOf(ask("auto"))).toEqual(expect.arrayContaining(snippetsOf(ask("full")).slice(0, 2)))
    expect(renderContextText(ask(undefined))).toBe(renderContextText(ask("full")))
  })

  it("passes over what repeats, and shows what contains an expected word instead", () => {
    const expected = "item9x4x17"

    expect(textOf(ask("auto", 20_000))).not.toContain(expected)
    expect(textOf(ask("auto", 20_000, ["flushAll", expected]))).toContain(expected)
  })

  it("never exceeds the budget, with its last line", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 3_000 }), (tokens) => {
        expect(encode(textOf(ask("auto", tokens))).length).toBeLessThanOrEqual(tokens)
      }),
    )
  })

  it("goes on for longer while expected words are missing", () => {
    const found = ask("auto", 20_000, ["flushAll"])
    const missing = ask("auto", 20_000, ["flushAll", "keeps", "item11x5x3"])

    expect(found.tokens).toBeLessThanOrEqual(ask("auto", 20_000).tokens)
    expect(missing.tokens).toBeGreaterThanOrEqual(found.tokens)
  })

  it("always contains the best snippet", () => {
    expect(ask("auto", 500).blocks.length).toBeGreaterThan(0)
  })
})

it("requires more of a snippet the longer the answer is", () => {
  const { candidates } = rankCandidates(library, { query: "how is the cache emptied" })
  const rule = new StopRule(library, candidates[0]!, [])

  expect(rule.requiredAfter(0)).toBeLessThan(0)
  expect(rule.requiredAfter(500)).toBeCloseTo(0.316, 2)
  expect(rule.requiredAfter(2_000)).toBeCloseTo(0.925, 2)
})

it("takes no notice of expected words if the library lacks most of them", () => {
  const { candidates } = rankCandidates(library, { query: "how is the cache emptied" })
  const ruleFor = (terms: readonly string[]) => new StopRule(library, candidates[0]!, terms)
  const worthsOf = (rule: StopRule) => [rule.requiredAfter(500), ...candidates.map((each) => rule.worthOf(each))]

  expect(worthsOf(ruleFor(["cache", "owl", "raven"]))).toEqual(worthsOf(ruleFor([])))
  expect(worthsOf(ruleFor(["cache", "owl"]))).not.toEqual(worthsOf(ruleFor([])))
})

it("values new pages and missing words", () => {
  const { candidates } = rankCandidates(library, { query: "how is the cache emptied" })
  const [best] = candidates
  const other = candidates.find(({ page }) => page !== best!.page)!
  const word = "item" + /item(\w+)/.exec(library.index.indexedSnippet(other.snippet).content)![1]
  const plain = new StopRule(library, best!, [])
  const expecting = new StopRule(library, best!, [word])
  const worth = plain.worthOf(other)

  expect(plain.worthOf(best!)).toBeCloseTo(1.04, 5)
  expect(expecting.worthOf(other)).toBeGreaterThan(worth)
  plain.show(library.index.indexedSnippet(other.snippet))
  expecting.show(library.index.indexedSnippet(other.snippet))
  expect(plain.worthOf(other)).toBeCloseTo(worth - 0.04, 5)
  expect(expecting.worthOf(other)).toBe(plain.worthOf(other))
})

it("counts a whole identifier as missing when only its words are shown", () => {
  const identifiers = openTestIndex([
    aPage("a.md", "Caches", [[2, "Words", "The cache has a flush for all entries."]]),
    aPage("b.md", "Caches", [[2, "Identifier", "The cache has flush_all."]]),
  ])
  const { candidates } = rankCandidates(identifiers, { query: "cache" })
  const candidateOf = (page: number) => candidates.find((candidate) => candidate.page === page)!
  const rule = new StopRule(identifiers, candidates[0]!, ["flush_all"])
  rule.show(identifiers.index.indexedSnippet(candidateOf(0).snippet))
  const missing = rule.requiredAfter(500)

  rule.show(identifiers.index.indexedSnippet(candidateOf(1).snippet))

  expect(rule.requiredAfter(500)).toBeGreaterThan(missing)
})

it("counts an identifier with a section of its own as missing until a snippet of that section is shown", () => {
  const settings = openTestIndex([
    aPage("a.md", "Caches", [
      [2, "Settings", "The cache has the settings flush_all and flush_one."],
      [3, "flush_all", "Empties the cache once a day."],
      [3, "flush_all of tests", "Tests empty the cache after each test."],
    ]),
  ])
  const { candidates } = rankCandidates(settings, { query: "cache" })
  const under = (heading: string) =>
    candidates.find(({ snippet }) => settings.index.indexedSnippet(snippet).headingPath.at(-1) === heading)!
  const rule = new StopRule(settings, under("Settings"), ["flush_all"])
  const wordsOnly = rule.worthOf(under("flush_all of tests"))
  rule.show(settings.index.indexedSnippet(under("Settings").snippet))
  const missing = rule.requiredAfter(500)

  expect(rule.worthOf(under("flush_all"))).toBeGreaterThan(1)
  rule.show(settings.index.indexedSnippet(under("flush_all").snippet))

  expect(rule.requiredAfter(500)).toBeGreaterThan(missing)
  expect(rule.worthOf(under("flush_all of tests"))).toBeLessThan(wordsOnly)
})

it("relies on expected words as far as the library has them", () => {
  const { candidates } = rankCandidates(library, { query: "how is the cache emptied" })
  const requiredWith = (terms: readonly string[]) => {
    const rule = new StopRule(library, candidates[0]!, terms)
    rule.show(library.index.indexedSnippet(candidates[0]!.snippet))
    return rule.requiredAfter(500)
  }

  expect(requiredWith(["zyzzyva", "quokka"])).toBe(requiredWith([]))
  expect(requiredWith(["flushAll", "zyzzyva"])).toBeLessThan(requiredWith(["flushAll"]))
  expect(requiredWith(["flushAll", "zyzzyva"])).toBeGreaterThan(requiredWith([]))
})

describe("expected words", () => {
  const birds = openTestIndex([
    aPage("a.md", "Birds", [[2, "Ravens", "They carry letters with post_all and post_one."]]),
    aPage("b.md", "Birds", [
      [2, "Towers", "They stand on hills."],
      [3, "perches", "They are made of oak."],
    ]),
  ])
  const candidateOn = (page: number, baseScore = 1, rerankScore = 0) =>
    ({ snippet: page, section: 0, page, score: 1, baseScore, rerankScore }) as RankedCandidate
  const ruleFor = (...terms: readonly string[]) => new StopRule(birds, candidateOn(1), terms)
  const worthOfLetters = (...terms: readonly string[]) =>
    ruleFor(...terms).worthOf(candidateOn(0)) - ruleFor().worthOf(candidateOn(0))

  it("lower the required worth while all of them are missing", () => {
    for (const term of ["letters", "letters carry", "post_all post_one", "post_all", "letters post_all"]) {
      expect(ruleFor(term).requiredAfter(0)).toBeCloseTo(-0.3, 5)
    }
    expect(ruleFor("letters quokka").requiredAfter(0)).toBeCloseTo(-0.15 - 0.125, 5)
    expect(ruleFor("zyz_zyva").requiredAfter(0)).toBe(ruleFor().requiredAfter(0))
  })

  it("make a snippet that contains them worth more, as far as the library has them", () => {
    expect(worthOfLetters("letters carry")).toBeCloseTo(2, 5)
    expect(worthOfLetters("letters quokka")).toBeCloseTo(1, 5)
    expect(worthOfLetters("oak")).toBe(0)
  })

  it("are shown by headings as well", () => {
    const { index } = birds
    const id = [0, 1, 2].find((snippet) => index.indexedSnippet(snippet).content.includes("oak")) ?? 0
    const snippet = index.indexedSnippet(id)
    const [rule, missing] = [ruleFor("perches ravens"), ruleFor("perches ravens")]

    rule.show(snippet)
    missing.show({ ...snippet, headingPath: [] })
    expect(rule.requiredAfter(0)).toBeGreaterThan(missing.requiredAfter(0))
  })

  it("are compared with scores that contain the reranker's, and a best score of 0", () => {
    const rule = new StopRule(birds, candidateOn(1, 1, 1), [])

    expect(rule.worthOf(candidateOn(0, 0.5, 0.5))).toBeCloseTo(0.5 + 0.04, 5)
    expect(new StopRule(birds, candidateOn(1, 0), []).worthOf(candidateOn(0, 0))).toBeCloseTo(0.04, 5)
  })
})
