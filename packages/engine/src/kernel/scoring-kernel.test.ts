import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { openTestIndex } from "../index/index.testing.ts"
import type { Layout } from "../index/format/layout.ts"
import { type IndexFile, IndexUnreadable, type TermPostings } from "../index/read/open-index.ts"
import { PostingsWriter } from "../index/format/postings.ts"
import { RankingSession } from "../rank/ranking-session.ts"
import type { SnippetScorer } from "../rank/score-snippets.ts"

/** A page of one section with a snippet for each number, which is how often the snippet holds the word. */
function makeScorer(
  session: RankingSession,
  frequencies: readonly number[],
  lists: Partial<TermPostings> = {},
): SnippetScorer {
  const writer = new PostingsWriter()
  for (const [snippet, frequency] of frequencies.entries()) {
    if (frequency > 0) writer.add(0, snippet, frequency, 0)
  }
  const counts = { sectionCount: 1, pageCount: 1 }
  const postings = { ...counts, snippets: writer.bytesOf(0), headings: undefined, titles: undefined, ...lists }
  const layout: Partial<Layout> = {
    sectionOfSnippet: new Uint32Array(frequencies.length),
    subtreeOfSection: new Uint32Array(1),
    pageOfSection: new Uint32Array(1),
    endOfSection: Uint32Array.of(1),
    firstSnippetOfSection: Uint32Array.of(0, frequencies.length),
    firstSectionOfPage: Uint32Array.of(0, 1),
    snippetLength: new Float32Array(frequencies.length).fill(10),
    sectionLength: Float32Array.of(100),
    subtreeLength: Float32Array.of(100),
    pageLength: Float32Array.of(100),
    headingLength: Float32Array.of(1),
  }
  const meta = { sections: 1, pages: 1 }
  return session.scorerOf({ meta, layout, postings: () => postings, counts: () => counts } as unknown as IndexFile)
}

const anyFrequencies = fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 300 })
const terms = [{ term: "word", weight: 1 }]

describe.each([
  ["WebAssembly", true],
  ["the TypeScript reference", false],
])("the scoring kernel in %s", (_, useSimd) => {
  const session = new RankingSession({ useSimd })
  const scorerOf = (frequencies: readonly number[], lists: Partial<TermPostings> = {}) =>
    makeScorer(session, frequencies, lists)

  it("keeps what sorting all would give, of equal ones those read first, however many there are and are wanted", () => {
    fc.assert(
      fc.property(anyFrequencies, fc.integer({ min: 1, max: 40 }), (frequencies, limit) => {
        const sorted = [...frequencies.entries()].filter(([, frequency]) => frequency > 0)
        sorted.sort((a, b) => b[1] - a[1] || a[0] - b[0])

        const best = scorerOf(frequencies).score(terms, limit)

        expect(best.map(({ snippet }) => snippet)).toEqual(sorted.slice(0, limit).map(([snippet]) => snippet))
      }),
    )
  })

  it("answers the same whichever indexes were asked before, and larger ones", () => {
    const small = scorerOf([1, 2, 3])
    const large = scorerOf(Array.from({ length: 50_000 }, (_, snippet) => snippet % 16))
    const alone = [small.score(terms, 3), large.score(terms, 300)]

    for (let round = 0; round < 3; round++) {
      expect([small.score(terms, 3), large.score(terms, 300)]).toEqual(alone)
    }
  })

  it.each([
    ["a list of snippets that are not there", { snippets: Uint8Array.of(3, 1) }],
    ["a list that ends in the middle of a number", { snippets: Uint8Array.of(0, 1, 255) }],
    ["a list of one endless number", { snippets: new Uint8Array(20).fill(255) }],
    ["a list longer than any can be", { snippets: new Uint8Array(10_000) }],
    ["a heading of no section", { headings: Uint8Array.of(1, 1) }],
    ["a heading without the word", { headings: Uint8Array.of(0, 0) }],
    ["a title of no page", { titles: Uint8Array.of(200, 200, 1, 1) }],
    ["a title without the word", { titles: Uint8Array.of(0, 0) }],
  ])("refuses %s, and answers others as before", (_, lists) => {
    const other = scorerOf([1, 2, 3])
    const before = other.score(terms, 3)
    const damaged = scorerOf([1, 1, 1], lists)

    expect(() => damaged.score(terms, 3)).toThrow(IndexUnreadable)
    expect(() => damaged.score(terms, 3)).toThrow(/damaged: invalid lists for "word"/)
    expect(other.score(terms, 3)).toEqual(before)
  })

  it("finds nothing in an index without snippets", () => {
    expect(scorerOf([]).score(terms, 3)).toEqual([])
    expect(openTestIndex([]).scorer.score(terms, 3)).toEqual([])
  })
})
