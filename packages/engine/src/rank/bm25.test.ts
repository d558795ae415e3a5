import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex, type TestSection } from "../index/index.testing.ts"
import { readPostings } from "../index/format/postings.testing.ts"
import { inverseFrequency, LEVELS } from "./bm25.ts"
import type { QueryTerm } from "./score-snippets.ts"
import type { RankableIndex } from "./ranking-session.ts"

const FREQUENT = ["alpha", "beta", "gamma", "delta"]
const RARE = Array.from(
  { length: 36 },
  (_, number) => `word${"abcdefghij"[number % 10]}${"klmn"[Math.floor(number / 10)]}x`,
)
const anyWord = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FREQUENT) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
)
const anyText = fc.array(anyWord, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "))
const anySection: fc.Arbitrary<TestSection> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), anyText, fc.array(anyText, { maxLength: 3 }), anyText)
  .map(([level, heading, texts, code]) => [level, heading, ...texts, `\`${code}\``])
const anyPages = fc.array(fc.array(anySection, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })

const average = (lengths: Float32Array) => lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1

function sumBy<Key>(entries: Iterable<readonly [Key, number]>): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0) + value)
  return sums
}

/** Adds one term to the scores of all snippets, place by place: the formula of DESIGN-search.md. */
function addPlainly({ index }: RankableIndex, { term, weight }: QueryTerm, own: number[], around: number[]): void {
  const { layout, meta } = index
  const postings = index.postings(term)
  if (postings === undefined) return
  const rarity = weight * inverseFrequency(meta.sections, postings.sectionCount)
  const pageRarity = weight * inverseFrequency(meta.pages, postings.pageCount)
  const [texts, headings, titles] = [postings.snippets, postings.headings, postings.titles].map(readPostings) as [
    ReturnType<typeof readPostings>,
    ReturnType<typeof readPostings>,
    ReturnType<typeof readPostings>,
  ]
  const raws = [...texts].map(([snippet, [prose, code]]) => [snippet, prose + 0.7 * code] as const)
  const sectionOf = (snippet: number) => layout.sectionOfSnippet[snippet]!
  const subtreeOf = (snippet: number) => layout.subtreeOfSection[sectionOf(snippet)]!
  const pageOf = (snippet: number) => layout.pageOfSection[sectionOf(snippet)]!
  const ofSection = sumBy(raws.map(([snippet, raw]) => [sectionOf(snippet), raw]))
  const ofSubtree = sumBy(raws.map(([snippet, raw]) => [subtreeOf(snippet), raw]))
  const inTitles = [...titles].map(([page, [title, path]]) => [page, 2 * (title + path)] as const)
  const ofPage = sumBy([...raws.map(([snippet, raw]) => [pageOf(snippet), raw] as const), ...inTitles])
  const ofSnippet = new Map(raws)
  const share = (
    raw: number | undefined,
    lengths: Float32Array,
    place: number,
    level: keyof typeof LEVELS,
    more = 0,
  ) => {
    const { saturation, normalisation } = LEVELS[level]
    const norm = 1 - normalisation + (normalisation * lengths[place]!) / average(lengths)
    const frequency = (raw ?? 0) / norm + more
    return frequency / (saturation + frequency)
  }
  for (let snippet = 0; snippet < own.length; snippet++) {
    const [section, subtree, page] = [sectionOf(snippet), subtreeOf(snippet), pageOf(snippet)]
    const inHeading = Math.min(2, headings.get(section)?.[0] ?? 0)
    const isBelow = [...headings.keys()].some((above) => above < section && layout.endOfSection[above]! > section)
    const [title, path] = titles.get(page) ?? [0, 0]
    const head =
      (3.5 * inHeading) / (0.7 + (0.3 * layout.headingLength[section]!) / average(layout.headingLength)) +
      (isBelow ? 2 : 0) +
      Math.min(1, title) +
      Math.min(1, path)
    own[snippet]! += rarity * share(ofSnippet.get(snippet), layout.snippetLength, snippet, "snippet", head)
    around[snippet]! +=
      0.6 * rarity * share(ofSection.get(section), layout.sectionLength, section, "section") +
      0.3 * rarity * share(ofSubtree.get(subtree), layout.subtreeLength, subtree, "subtree") +
      1.8 * pageRarity * share(ofPage.get(page), layout.pageLength, page, "page")
  }
}

function expectPlainScores(shelved: RankableIndex, terms: readonly QueryTerm[], limit: number): void {
  const own = Array.from({ length: shelved.index.meta.snippets }, () => 0)
  const around = [...own]
  for (const term of terms) addPlainly(shelved, term, own, around)
  const plain = own.map((score, snippet) => (score > 0 ? score + around[snippet]! : 0))
  const best = plain.filter((score) => score > 0).toSorted((a, b) => b - a)

  const found = shelved.scorer.score(terms, limit)

  expect(found).toHaveLength(Math.min(limit, best.length))
  for (const [place, { snippet, score }] of found.entries()) {
    // Sums of single precision.
    expect(score / plain[snippet]!).toBeCloseTo(1, 5)
    expect(score / best[place]!).toBeCloseTo(1, 5)
  }
  expect(new Set(found.map(({ snippet }) => snippet)).size).toBe(found.length)
}

const once = (terms: readonly string[]) => terms.map((term, at): QueryTerm => ({ term, weight: 1 / (1 + (at % 3)) }))

describe("the scores of many terms", () => {
  it("are those of the formula computed place by place, whatever is asked and however many are kept", () => {
    fc.assert(
      fc.property(anyPages, fc.subarray(RARE), fc.integer({ min: 1, max: 12 }), (pages, some, limit) => {
        const shelved = openTestIndex(
          pages.map((sections, number) =>
            aPage(`${FREQUENT[number % 5] ?? "x"}/${number}.md`, RARE[number]!, sections),
          ),
        )
        expectPlainScores(shelved, once(FREQUENT), limit)
        expectPlainScores(shelved, once(["beta"]), 1_000)
        expectPlainScores(shelved, once(["nowhere", "alpha", "neither"]), limit)
        expectPlainScores(shelved, once(["nowhere"]), limit)
        expectPlainScores(shelved, once([...RARE, ...FREQUENT].slice(-32)), limit)
        expectPlainScores(shelved, once([...some, "gamma"]), limit)
        shelved.index.close()
      }),
      { numRuns: 40 },
    )
  })
})
