import fc from "fast-check"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"

import type { AnswerSnippet } from "./pack-answer.ts"
import { type RunOrder, SnippetArrangement } from "./arrange-snippets.ts"
import { renderContextText } from "./render.ts"

const aSnippet = (id: number, given: Partial<AnswerSnippet> = {}): AnswerSnippet => ({
  id,
  page: 0,
  section: 0,
  headingPath: ["Guide", "Use"],
  content: `Text ${id}.`,
  url: "https://docs.example/guide",
  contentTokens: encode(`Text ${id}.\n\n`).length,
  headingTokens: encode("#### Use\n\n").length,
  headerTokens: encode("### Guide > Use\nSource: https://docs.example/guide\n\n").length,
  alsoAt: [],
  ...given,
})

type Added = readonly (readonly [AnswerSnippet, number])[]

const arrangeInOrder = (order: RunOrder, added: Added) => {
  const arrangement = new SnippetArrangement(order)
  for (const [snippet, score] of added) arrangement.add(snippet, score)
  return arrangement.blocks()
}
const arrange = (...added: Added) => arrangeInOrder("best first", added)
const ids = (blocks: ReturnType<typeof arrange>) => blocks.map(({ snippets }) => snippets.map(({ id }) => id))

describe("the snippets of a section", () => {
  it("are put in reading order where they follow each other on the page", () => {
    expect(ids(arrange([aSnippet(4), 1], [aSnippet(5), 0.8], [aSnippet(3), 0.95]))).toEqual([[3, 4, 5]])
  })

  it("keep the best first when a much worse one precedes it on the page", () => {
    const blocks = arrange([aSnippet(4), 1], [aSnippet(3), 0.5], [aSnippet(5), 0.4])

    expect(ids(blocks)).toEqual([[4, 5, 3]])
    expect(renderContextText({ blocks })).toContain("Text 4.\n\nText 5.\n\n[…]\n\nText 3.")
  })

  it("go before the code that they introduce, even if other sections were added between", () => {
    const introduction = aSnippet(3, { content: "Call it like so:" })

    expect(ids(arrange([aSnippet(4), 1], [introduction, 0.5]))).toEqual([[3, 4]])
    expect(ids(arrange([aSnippet(4), 1], [aSnippet(9, { page: 3, section: 5 }), 0.8], [introduction, 0.5]))).toEqual([
      [3, 4],
      [9],
    ])
  })

  it("are marked where something is left out between them", () => {
    const text = renderContextText({ blocks: arrange([aSnippet(1), 1], [aSnippet(7), 0.9]) })

    expect(text).toBe("### Guide > Use\nSource: https://docs.example/guide\n\nText 1.\n\n[…]\n\nText 7.\n")
  })

  it("share a header with other sections of the page, and have their own in other pages", () => {
    const blocks = arrange(
      [aSnippet(1), 1],
      [aSnippet(4, { section: 2, headingPath: ["Guide", "More"] }), 0.9],
      [aSnippet(9, { page: 3, section: 5 }), 0.8],
    )

    expect(ids(blocks)).toEqual([[1, 4], [9]])
    expect(renderContextText({ blocks })).not.toContain("[…]")
  })
})

describe("the snippets of a section in reading order", () => {
  const added: Added = [
    [aSnippet(7), 1],
    [aSnippet(3), 0.5],
    [aSnippet(4), 0.4],
    [aSnippet(9, { section: 2, headingPath: ["Guide", "More"] }), 0.3],
  ]

  it("stand as on the page, whatever their scores", () => {
    const blocks = arrangeInOrder("reading order", added)

    expect(ids(blocks)).toEqual([[3, 4, 7, 9]])
    expect(renderContextText({ blocks })).toContain("Text 3.\n\nText 4.\n\n[…]\n\nText 7.")
  })

  it("have gaps before what is shown", () => {
    const arrangement = new SnippetArrangement("reading order")
    for (const [snippet, score] of added) arrangement.add(snippet, score)
    const gaps = arrangement.gaps({ firstSnippetOfSection: Uint32Array.of(2, 8, 9) })

    expect(gaps.map(({ from, to, isAtStart }) => [from, to, isAtStart])).toEqual([
      [2, 3, true],
      [5, 7, false],
    ])
  })

  it("are joined by what fills a gap", () => {
    const arrangement = new SnippetArrangement("reading order")
    for (const [snippet, score] of added) arrangement.add(snippet, score)
    const [gap] = arrangement.gaps({ firstSnippetOfSection: Uint32Array.of(3, 8, 9) })
    for (const id of [6, 5]) arrangement.add(aSnippet(id), 1, gap?.group)

    expect(ids(arrangement.blocks())).toEqual([[3, 4, 5, 6, 7, 9]])
    expect(renderContextText({ blocks: arrangement.blocks() })).not.toContain("[…]")
  })
})

it.each<RunOrder>(["reading order", "best first"])("counts at least the tokens that the text has, %s", (order) => {
  const given = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0.1, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(given, (added) => {
      const arrangement = new SnippetArrangement(order)
      let tokens = 0
      for (const [id, score] of new Map(added)) {
        const url = `https://docs.example/guide${"/part".repeat(id % 7)}`
        const headerTokens = encode(`### Guide > Use\nSource: ${url}\n\n`).length
        const snippet = aSnippet(id, { section: Math.floor(id / 5), page: Math.floor(id / 10), url, headerTokens })
        tokens += arrangement.costOf(snippet, score) + snippet.contentTokens
        arrangement.add(snippet, score)
      }
      expect(encode(renderContextText({ blocks: arrangement.blocks() })).length).toBeLessThanOrEqual(tokens)
    }),
  )
})
