import { describe, expect, it } from "vitest"

import { type RunOrder, SnippetArrangement } from "./arrange-snippets.ts"
import type { SectionLayout } from "./omitted/subsection-names.ts"
import type { AnswerSnippet } from "./answer.ts"
import { GAP_TOKENS, SEPARATOR_TOKENS } from "./render.ts"

const URL_OF_PAGE = "https://docs.example/guide"
const aSnippet = (id: number, section: number, given: Partial<AnswerSnippet> = {}): AnswerSnippet => ({
  id,
  page: 0,
  section,
  headingPath: ["Guide", `Part ${section}`],
  content: `Text ${id}.`,
  url: URL_OF_PAGE,
  contentTokens: 5,
  headingTokens: 8,
  headerTokens: 30,
  alsoAt: [],
  ...given,
})

/** Sections of ten snippets each. */
const layout: SectionLayout = {
  firstSnippetOfSection: Uint32Array.of(0, 10, 20, 30, 40),
  read: () => ({ page: 0, headingPath: ["Elsewhere"], headingTokens: 0 }),
}

/** Adds snippets with falling scores, and returns what the last one costs. */
function costOfLast(order: RunOrder, ...snippets: readonly AnswerSnippet[]): number {
  const arrangement = new SnippetArrangement(order, layout)
  let cost = 0
  for (const [at, snippet] of snippets.entries()) {
    cost = arrangement.costOf(snippet, 1 - at / 5)
    arrangement.add(snippet, 1 - at / 5)
  }
  return cost
}

const onOtherPage = aSnippet(35, 3, { page: 1 })

describe("the cost of a snippet with the order best first", () => {
  const cost = (...snippets: readonly AnswerSnippet[]) => costOfLast("best first", ...snippets)

  it("is that of its header, and of a separator after another block", () => {
    expect(cost(aSnippet(5, 0))).toBe(30)
    expect(cost(onOtherPage, aSnippet(5, 0))).toBe(30 + SEPARATOR_TOKENS)
  })

  it("is that of its heading in the block of another section", () => {
    expect(cost(aSnippet(5, 0), aSnippet(15, 1))).toBe(3 + 8)
    expect(cost(aSnippet(5, 0), aSnippet(15, 1), aSnippet(25, 2))).toBe(8)
    expect(cost(onOtherPage, aSnippet(5, 0), aSnippet(15, 1))).toBe(3 + 8)
  })

  it("is that of a mark unless it follows another snippet of its section", () => {
    expect(cost(aSnippet(5, 0), aSnippet(6, 0, { headerTokens: 99 }))).toBe(0)
    expect(cost(aSnippet(5, 0), aSnippet(7, 0, { headerTokens: 99 }))).toBe(GAP_TOKENS)
    expect(cost(aSnippet(5, 0), aSnippet(3, 0, { headerTokens: 99 }))).toBe(GAP_TOKENS)
  })

  it("contains the longer address if it opens the block", () => {
    const introduction = { content: "Like so:", headerTokens: 37 }

    expect(cost(aSnippet(5, 0), aSnippet(4, 0, introduction))).toBe(7)
    expect(cost(aSnippet(5, 0), aSnippet(4, 0, { ...introduction, headerTokens: 20 }))).toBe(0)
    expect(cost(aSnippet(5, 0), aSnippet(15, 1), aSnippet(14, 1, introduction))).toBe(0)
    expect(cost(aSnippet(5, 0), aSnippet(8, 0), aSnippet(7, 0, introduction))).toBe(0)
    expect(cost(aSnippet(5, 0), aSnippet(3, 0), aSnippet(2, 0, introduction))).toBe(0)
  })
})

describe("the cost of a snippet in reading order", () => {
  const cost = (...snippets: readonly AnswerSnippet[]) => costOfLast("reading order", ...snippets)

  it("contains marks where its section begins and ends", () => {
    expect(cost(aSnippet(5, 0))).toBe(30 + 2 * GAP_TOKENS)
    expect(cost(aSnippet(0, 0))).toBe(30 + GAP_TOKENS)
    expect(cost(aSnippet(9, 0, { content: "It is so." }))).toBe(30 + GAP_TOKENS)
    expect(cost(aSnippet(9, 0, { content: "Like so:" }))).toBe(30 + 2 * GAP_TOKENS)
    expect(cost(aSnippet(9, 0, { content: "Like so:", page: 1 }))).toBe(30 + GAP_TOKENS)
  })

  it("contains the longer address if it opens the block", () => {
    expect(cost(aSnippet(5, 0), aSnippet(3, 0, { headerTokens: 37 }))).toBe(GAP_TOKENS + 7)
    expect(cost(aSnippet(5, 0), aSnippet(8, 0, { headerTokens: 37 }))).toBe(GAP_TOKENS)
    expect(cost(aSnippet(5, 0), aSnippet(15, 1), aSnippet(13, 1, { headerTokens: 37 }))).toBe(GAP_TOKENS)
  })

  const inner = (url: string) => aSnippet(15, 1, { headingPath: ["Guide", "Part 0", "Inner"], url })
  const outer = (url: string) => aSnippet(5, 0, { url })
  /** Without the split of the title, the heading and the marks. */
  const costOfAddress = (from: string, to: string) => cost(inner(from), outer(to)) - 3 - 8 - 2 * GAP_TOKENS

  it.each([
    ["the same", URL_OF_PAGE, URL_OF_PAGE, 0],
    ["another fragment", `${URL_OF_PAGE}#fly`, `${URL_OF_PAGE}#food`, "#food".length + 1],
    ["another page", "https://docs.example/a/owls#food", "https://docs.example/a/ravens#x", "/ravens#x".length + 1],
    ["another host", "https://a.example/", "http://b.example/", "http://b.example/".length + 1],
  ])("contains what differs in its address if it may go before other sections: %s", (_, from, to, expected) => {
    expect(costOfAddress(from, to)).toBe(expected)
  })

  it("contains the most that its address differs from one of the block, and nothing if it comes after all", () => {
    const other = aSnippet(25, 2, { url: "https://docs.example/other" })
    const own = `${URL_OF_PAGE}#own`

    expect(cost(other, inner(`${URL_OF_PAGE}#fly`), outer(own)) - 8 - 2 * GAP_TOKENS).toBe("/guide#own".length + 1)
    expect(cost(outer(own), inner(URL_OF_PAGE))).toBe(8 + 2 * GAP_TOKENS)
    expect(costOfLast("best first", inner(URL_OF_PAGE), outer(own))).toBe(3 + 8)
  })
})
