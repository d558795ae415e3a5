import { describe, expect, it } from "vitest"

import type { AnswerSnippet } from "./answer.ts"
import type { SectionGroup } from "./arrange-snippets.ts"
import { orderSections } from "./order-sections.ts"

interface Given {
  readonly score: number
  readonly tokens: number
  /** Headings below the page's title. */
  readonly path?: readonly string[]
}

const sectionOf = (section: number, { score, tokens, path = [`Section ${section}`] }: Given): SectionGroup => {
  const snippet: AnswerSnippet = {
    id: section * 10,
    page: 0,
    section,
    headingPath: ["Guide", ...path],
    content: "Text.",
    url: "https://docs.example/guide",
    contentTokens: tokens,
    headingTokens: 5,
    headerTokens: 20,
    alsoAt: [],
  }
  return { first: snippet, bestScore: score, runs: [[snippet]], opensBlock: false }
}

/** Orders sections, given best first. */
const order = (...given: readonly (readonly [section: number, given: Given])[]): readonly number[] =>
  orderSections(given.map(([section, of]) => sectionOf(section, of))).map(({ first }) => first.section)

describe("the sections of a block", () => {
  it("are in the order of the page if the block has at most 400 tokens", () => {
    expect(
      order([7, { score: 1, tokens: 200 }], [9, { score: 0.9, tokens: 100 }], [2, { score: 0.8, tokens: 100 }]),
    ).toEqual([2, 7, 9])
    expect(
      order([7, { score: 1, tokens: 200 }], [9, { score: 0.9, tokens: 100 }], [2, { score: 0.8, tokens: 101 }]),
    ).toEqual([7, 9, 2])
  })

  it("stay together in a longer block where they directly follow each other on the page", () => {
    const steps = order(
      [5, { score: 1, tokens: 300 }],
      [9, { score: 0.9, tokens: 300 }],
      [7, { score: 0.8, tokens: 300 }],
      [6, { score: 0.7, tokens: 300 }],
    )

    expect(steps).toEqual([5, 6, 7, 9])
  })

  it("are in the order of the page if they are numbered steps, unless the steps before the best one are long", () => {
    const step = (number: number, score: number, tokens: number) =>
      [
        10 * number,
        { score, tokens, path: ["Install", number % 2 === 0 ? `${number}. Feed` : `Step ${number}: Feed`] },
      ] as const
    const between = [25, { score: 0.95, tokens: 200, path: ["Remarks"] }] as const

    expect(order(step(3, 1, 300), between, step(1, 0.9, 200), step(2, 0.8, 200))).toEqual([10, 20, 30, 25])
    expect(order(step(3, 1, 300), between, step(1, 0.9, 201), step(2, 0.8, 200))).toEqual([20, 30, 25, 10])
  })

  it("follow the section that contains them, although other sections between are left out", () => {
    const parent = [3, { score: 0.7, tokens: 60, path: ["Options"] }] as const
    const child = [8, { score: 1, tokens: 500, path: ["Options", "target"] }] as const
    const other = [20, { score: 0.9, tokens: 100, path: ["Examples"] }] as const

    expect(order(child, other, parent)).toEqual([3, 8, 20])
  })

  it("follow the section that contains them, even if its text is worse and not next to them", () => {
    const page = [1, { score: 0.6, tokens: 60, path: [] }] as const
    const parent = [3, { score: 0.7, tokens: 80, path: ["Options"] }] as const
    const better = [5, { score: 0.9, tokens: 150, path: ["Options", "koi"] }] as const
    const best = [9, { score: 1, tokens: 300, path: ["Options", "target"] }] as const

    expect(order(best, better, parent, page)).toEqual([1, 3, 9, 5])
  })

  it("do not follow a long section that contains them", () => {
    const long = [3, { score: 0.7, tokens: 401, path: ["Options"] }] as const
    const best = [9, { score: 1, tokens: 300, path: ["Pond"] }] as const
    const child = [5, { score: 0.9, tokens: 150, path: ["Options", "koi"] }] as const

    expect(order(best, child, long)).toEqual([9, 5, 3])
    expect(order(best, child, [3, { ...long[1], tokens: 400 }])).toEqual([9, 3, 5])
  })

  it("do not follow a section with the same headings, nor one with headings that only begin the same", () => {
    const alone = [3, { score: 0.7, tokens: 60, path: ["Options"] }] as const

    expect(order([8, { score: 1, tokens: 500, path: ["Options"] }], alone)).toEqual([8, 3])
    expect(order([8, { score: 1, tokens: 500, path: ["Options of the server"] }], alone)).toEqual([8, 3])
  })

  it("are preceded by at most 100 tokens if they are the best of those that belong together", () => {
    const best = [5, { score: 1, tokens: 500 }] as const
    const after = [6, { score: 0.5, tokens: 100 }] as const

    expect(order(best, [4, { score: 0.9, tokens: 100 }], after)).toEqual([4, 5, 6])
    expect(order(best, [4, { score: 0.9, tokens: 101 }], after)).toEqual([5, 6, 4])
    expect(order(best, [4, { score: 0.9, tokens: 60 }], [3, { score: 0.8, tokens: 60 }], after)).toEqual([4, 5, 6, 3])
  })
})
