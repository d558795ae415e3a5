import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { TextAnalyser } from "../index/terms/analyse-text.ts"
import { aPage, openTestIndex, type TestSection } from "../index/index.testing.ts"
import { inverseFrequency, LEVELS } from "./bm25.ts"
import { SnippetScorer } from "./score-snippets.ts"
import type { RankableIndex } from "./ranking-session.ts"

const analyser = new TextAnalyser()
const words = ["alpha", "beta", "gamma", "delta", "`beta()`", "`alpha gamma`"]
const anySection: fc.Arbitrary<TestSection> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom("alpha", "Beta", "other", "gamma alpha"),
    fc.array(fc.constantFrom(...words, "unrelated words"), { maxLength: 4 }),
  )
  .map(([level, heading, texts]) => [level, heading, ...texts])

const count = (text: string, term: string) =>
  analyser
    .analyse(text)
    .reduce((sum, run) => sum + run.words.filter((word) => word === term).length + (run.whole === term ? 1 : 0), 0)

/** The formula of DESIGN-search.md, term by term and snippet by snippet, without any list. */
function scoreByHand({ index }: RankableIndex, term: string, snippet: number): number {
  const { layout, meta } = index
  const all = [...index.snippets()]
  const raw = (id: number) => {
    const { kind, description, content, codes } = all[id]!
    return (
      Math.min(15, count(kind === "code" ? description : content, term)) +
      0.7 *
        Math.min(
          15,
          codes.reduce((sum, { code }) => sum + count(code, term), 0),
        )
    )
  }
  const average = (lengths: Float32Array) => lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1
  const norm = (lengths: Float32Array, at: number, b: number) => 1 - b + (b * lengths[at]!) / average(lengths)
  const sectionOf = (id: number) => layout.sectionOfSnippet[id]!
  const sumWhere = (test: (id: number) => boolean) => all.reduce((sum, { id }) => sum + (test(id) ? raw(id) : 0), 0)
  const section = sectionOf(snippet)
  const page = layout.pageOfSection[section]!
  const postings = index.postings(term)!
  const idf = inverseFrequency(meta.sections, postings.sectionCount)
  const pageIdf = inverseFrequency(meta.pages, postings.pageCount)
  const headingTexts = headingsOf.get(index)!
  const ancestors = headingTexts.filter(
    (_, other) => other < section && layout.endOfSection[other]! > section && layout.pageOfSection[other] === page,
  )
  const { title, path } = titlesOf.get(index)![page]!
  const inTitle = count(title, term)
  const inPath = count(path, term)
  const head =
    (3.5 * Math.min(2, count(headingTexts[section]!, term))) / norm(layout.headingLength, section, 0.3) +
    (ancestors.some((text) => count(text, term) > 0) ? 2 : 0) +
    Math.min(1, inTitle) +
    Math.min(1, inPath)
  const saturate = (frequency: number, k: number) => frequency / (k + frequency)
  const subtree = layout.subtreeOfSection[section]!
  return (
    idf * saturate(raw(snippet) / norm(layout.snippetLength, snippet, LEVELS.snippet.normalisation) + head, 1.2) +
    0.6 * idf * saturate(sumWhere((id) => sectionOf(id) === section) / norm(layout.sectionLength, section, 0.75), 2) +
    0.3 *
      idf *
      saturate(
        sumWhere((id) => layout.subtreeOfSection[sectionOf(id)] === subtree) /
          norm(layout.subtreeLength, subtree, 0.85),
        2,
      ) +
    1.8 *
      pageIdf *
      saturate(
        (sumWhere((id) => layout.pageOfSection[sectionOf(id)] === page) + 2 * (inTitle + inPath)) /
          norm(layout.pageLength, page, 0.85),
        3,
      )
  )
}

const headingsOf = new WeakMap<object, readonly string[]>()
const titlesOf = new WeakMap<object, readonly { title: string; path: string }[]>()

function openWith(pagesOfSections: readonly (readonly TestSection[])[]): RankableIndex {
  const names = pagesOfSections.map((_, number) => ({
    path: number % 2 === 0 ? `alpha/${number}` : `other/${number}`,
    title: number % 3 === 0 ? "Beta page" : `Page ${number}`,
  }))
  const pages = pagesOfSections.map((sections, number) =>
    aPage(`${names[number]!.path}.md`, names[number]!.title, sections),
  )
  const shelved = openTestIndex(pages)
  headingsOf.set(
    shelved.index,
    pages.flatMap((page) => page.sections.map((section) => section.heading)),
  )
  titlesOf.set(shelved.index, names)
  return shelved
}

describe("SnippetScorer", () => {
  it("scores as the formula says, in one pass over the lists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anySection, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        (pages) => {
          const shelved = openWith(pages)
          for (const term of ["alpha", "beta", "gamma"]) {
            for (const candidate of shelved.scorer.score([{ term, weight: 1 }], 1_000)) {
              expect(candidate.score).toBeCloseTo(scoreByHand(shelved, term, candidate.snippet), 4)
            }
          }
          shelved.index.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  it("adds up terms by weight, and rates a synonym no rarer than the word it stands in for", () => {
    const shelved = openWith([
      [
        [1, "x", "alpha beta"],
        [1, "y", "alpha"],
        [1, "z", "alpha"],
        [1, "w", "gamma"],
      ],
    ])
    const top = (terms: Parameters<SnippetScorer["score"]>[0]) =>
      shelved.scorer.score(terms, 9).find((candidate) => candidate.snippet === 0)!.snippetScore

    expect(
      top([
        { term: "alpha", weight: 1 },
        { term: "beta", weight: 0.5 },
      ]),
    ).toBeCloseTo(top([{ term: "alpha", weight: 1 }]) + 0.5 * top([{ term: "beta", weight: 1 }]), 6)
    expect(top([{ term: "beta", weight: 1, insteadOf: "alpha" }])).toBeLessThan(top([{ term: "beta", weight: 1 }]))
    shelved.index.close()
  })

  it("returns the best of many in order, ties in reading order, and nothing for unknown words", () => {
    const shelved = openWith([
      Array.from({ length: 30 }, (_, at): TestSection => [1, "same", at === 17 ? "alpha alpha alpha" : "alpha"]),
    ])

    const ids = shelved.scorer.score([{ term: "alpha", weight: 1 }], 5).map((candidate) => candidate.snippet)

    expect(ids).toEqual([17, 0, 1, 2, 3])
    expect(shelved.scorer.score([{ term: "nowhere", weight: 1 }], 5)).toEqual([])
    shelved.index.close()
  })

  it("finds a snippet by its heading alone", () => {
    const shelved = openWith([
      [
        [1, "gamma alpha", "unrelated words"],
        [2, "other", "unrelated words"],
      ],
      [[1, "other", "unrelated words"]],
    ])

    const found = shelved.scorer.score([{ term: "gamma", weight: 1 }], 9)

    expect(found.map((candidate) => candidate.snippet)).toEqual([0, 1])
    shelved.index.close()
  })
})
