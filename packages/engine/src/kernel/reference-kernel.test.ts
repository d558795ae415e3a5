import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex, type TestSection } from "../index/index.testing.ts"
import { RankingSession } from "../rank/ranking-session.ts"
import type { QueryTerm } from "../rank/score-snippets.ts"
import { createScoringKernel, hasSimd } from "./create-kernel.ts"
import { ReferenceKernel } from "./reference-kernel.ts"
import { WasmKernel } from "./wasm-kernel.ts"

const WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
const anyText = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 14 }).map((words) => words.join(" "))
const anySection: fc.Arbitrary<TestSection> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), anyText, fc.array(anyText, { maxLength: 3 }), anyText)
  .map(([level, heading, texts, code]) => [level, heading, ...texts, `\`${code}\``])
const anyPages = fc.array(fc.array(anySection, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 9 })
const anyTerms: fc.Arbitrary<readonly QueryTerm[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...WORDS, "unknown"), fc.double({ min: 0.01, max: 2, noNaN: true })), {
    selector: ([term]) => term,
    maxLength: 6,
  })
  .map((terms) => terms.map(([term, weight]) => ({ term, weight })))

const withSimd = new RankingSession({ useSimd: true })
const withoutSimd = new RankingSession({ useSimd: false })

describe("the reference kernel", () => {
  it("finds the same snippets with the same scores, bit by bit, as the WebAssembly kernel", () => {
    fc.assert(
      fc.property(anyPages, anyTerms, fc.integer({ min: 1, max: 60 }), (pages, terms, limit) => {
        const { index } = openTestIndex(
          pages.map((sections, number) => aPage(`${WORDS[number % 4]}/${number}.md`, WORDS[number % 5]!, sections)),
        )

        const expected = withSimd.scorerOf(index).score(terms, limit)
        const found = withoutSimd.scorerOf(index).score(terms, limit)
        index.close()

        expect(found).toStrictEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it("replaces the WebAssembly kernel where SIMD is missing", () => {
    expect(hasSimd()).toBe(true)
    expect(createScoringKernel()).toBeInstanceOf(WasmKernel)
    expect(createScoringKernel({ useSimd: false })).toBeInstanceOf(ReferenceKernel)
  })
})
