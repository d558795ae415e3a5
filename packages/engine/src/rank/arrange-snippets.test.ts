import fc from "fast-check"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"

import type { AnswerSnippet } from "./answer.ts"
import { type RunOrder, SnippetArrangement } from "./arrange-snippets.ts"
import type { SectionLayout } from "./omitted/subsection-names.ts"
import { longestSectionPath, renderSectionHeading } from "../snippets/render-snippet.ts"
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

/** Ten sections of five snippets each, unless the first snippets are given. */
const sections = (...firstSnippets: readonly number[]): SectionLayout => ({
  firstSnippetOfSection: Uint32Array.from(
    firstSnippets.length === 0 ? Array.from({ length: 11 }, (_, at) => at * 5) : firstSnippets,
  ),
  read: () => ({ page: 0, headingPath: ["Elsewhere"], headingTokens: 0 }),
})

type Added = readonly (readonly [AnswerSnippet, number])[]

const arrangeInOrder = (order: RunOrder, added: Added, layout = sections()) => {
  const arrangement = new SnippetArrangement(order, layout)
  for (const [snippet, score] of added) arrangement.add(snippet, score)
  return arrangement.arrange(0).blocks
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

  it("follow better ones that are not their neighbours", () => {
    expect(ids(arrange([aSnippet(4), 1], [aSnippet(8), 0.9], [aSnippet(1), 0.5]))).toEqual([[4, 8, 1]])
  })

  it("are not put before those of a section that they do not directly precede", () => {
    const introduction = aSnippet(3, { content: "Call it like so:" })
    const elsewhere = aSnippet(9, { page: 3, section: 5 })

    expect(ids(arrange([elsewhere, 1], [introduction, 0.5]))).toEqual([[9], [3]])
    expect(ids(arrange([aSnippet(1), 1], [elsewhere, 0.9], [introduction, 0.5]))).toEqual([[1], [9], [3]])
    expect(ids(arrange([aSnippet(1), 1], [aSnippet(4), 0.9], [elsewhere, 0.8], [introduction, 0.5]))).toEqual([
      [1, 3, 4],
      [9],
    ])
    expect(ids(arrange([aSnippet(1), 1], [elsewhere, 0.9], [aSnippet(2), 0.5]))).toEqual([[1], [9], [2]])
  })

  it("compare their scores with the best of the section", () => {
    expect(ids(arrange([aSnippet(4), 2], [aSnippet(3), 1.7]))).toEqual([[4, 3]])
    expect(ids(arrange([aSnippet(4), 2], [aSnippet(3), 1.9]))).toEqual([[3, 4]])
  })

  it("have a header for each page of a file with pages", () => {
    const onPage = (id: number, page: number) =>
      aSnippet(id, { section: id, url: `https://docs.example/a.pdf#page=${page}` })

    expect(ids(arrange([onPage(1, 1), 1], [onPage(2, 1), 0.9], [onPage(3, 2), 0.8]))).toEqual([[1, 2], [3]])
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
    const blocks = arrangeInOrder("reading order", added, sections(3, 8, 9, 10))

    expect(ids(blocks)).toEqual([[3, 4, 7, 9]])
    expect(renderContextText({ blocks })).toContain(
      "### Guide\nSource: https://docs.example/guide\n\n#### Use\n\nText 3.\n\nText 4.\n\n[…]\n\nText 7.\n\n#### More\n\nText 9.\n",
    )
  })

  it("are put between others, also after another section was added", () => {
    const others: Added = [1, 7, 9].map((id) => [aSnippet(id), 1])
    const section = aSnippet(12, { section: 1, headingPath: ["Guide", "More"] })

    expect(
      ids(arrangeInOrder("reading order", [...others, [section, 0.9], [aSnippet(4), 0.5]], sections(0, 10, 20))),
    ).toEqual([[1, 4, 7, 9, 12]])
  })

  it("have gaps after a run of several snippets", () => {
    const arrangement = new SnippetArrangement("reading order", sections(0, 10))
    for (const id of [0, 1, 2, 5]) arrangement.add(aSnippet(id), 1)

    expect(arrangement.gaps().map(({ from, to }) => [from, to])).toEqual([[3, 5]])
  })

  it("have gaps before what is shown", () => {
    const arrangement = new SnippetArrangement("reading order", sections(2, 8, 9, 10))
    for (const [snippet, score] of added) arrangement.add(snippet, score)
    const gaps = arrangement.gaps()

    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [2, 3],
      [5, 7],
    ])
  })

  it("are joined by what fills a gap", () => {
    const arrangement = new SnippetArrangement("reading order", sections(3, 8, 9, 10))
    for (const [snippet, score] of added) arrangement.add(snippet, score)
    const [gap] = arrangement.gaps()
    for (const id of [6, 5]) arrangement.add(aSnippet(id), 1, gap?.group)

    expect(ids(arrangement.arrange(0).blocks)).toEqual([[3, 4, 5, 6, 7, 9]])
    expect(renderContextText({ blocks: arrangement.arrange(0).blocks })).not.toContain("[…]")
  })
})

describe("a section in reading order", () => {
  const textOf = (added: Added, layout = sections()) =>
    renderContextText({ blocks: arrangeInOrder("reading order", added, layout) })

  it("is marked where its beginning or its end is left out", () => {
    expect(textOf([[aSnippet(2), 1]], sections(0, 5))).toMatch(/\n\n\[…\]\n\nText 2\.\n\n\[…\]\n$/)
    expect(textOf([[aSnippet(0), 1]], sections(0, 5))).toMatch(/guide\n\nText 0\.\n\n\[…\]\n$/)
    expect(textOf([[aSnippet(4), 1]], sections(0, 5))).toMatch(/\n\n\[…\]\n\nText 4\.\n$/)
    expect(textOf([[aSnippet(0), 1]], sections(0, 1))).not.toContain("[…]")
  })

  it("is marked where it continues after its subsections", () => {
    const layout = (page: number) => ({
      ...sections(0, 1, 2),
      read: () => ({ page, headingPath: ["Guide", "Use", "Fly"], headingTokens: 4 }),
    })

    expect(textOf([[aSnippet(1, { section: 1 }), 1]], layout(0))).toMatch(/\n\n\[…\]\n\nText 1\.\n$/)
    expect(textOf([[aSnippet(1, { section: 1 }), 1]], layout(1))).not.toContain("[…]")
  })

  it("is marked at its own ends only, and not where it continues after a subsection that is shown", () => {
    const marks = (added: Added, layout: SectionLayout) =>
      arrangeInOrder("reading order", added, layout)
        .flatMap(({ snippets }) => snippets)
        .map(({ omitsBefore = false, omitsAfter = false }) => [omitsBefore, omitsAfter])
    const resuming = {
      ...sections(0, 1, 2),
      read: () => ({ page: 0, headingPath: ["Guide", "Use", "Fly"], headingTokens: 4 }),
    }
    const inside = aSnippet(0, { headingPath: ["Guide", "Use", "Fly"], headingTokens: 4 })

    expect(
      marks(
        [
          [aSnippet(1), 1],
          [aSnippet(3), 0.9],
        ],
        sections(0, 5),
      ),
    ).toEqual([
      [true, false],
      [false, true],
    ])
    expect(
      marks(
        [
          [inside, 1],
          [aSnippet(1, { section: 1, contentTokens: 200 }), 0.9],
        ],
        resuming,
      ),
    ).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it("is marked where subsections that its last sentence introduces are left out", () => {
    const added: Added = [[aSnippet(0, { content: "Ravens do this:" }), 1]]
    const inner = aSnippet(1, { section: 1, headingPath: ["Guide", "Use", "Fly"], headingTokens: 4 })

    const layout = { ...sections(0, 1, 2), read: () => inner }

    expect(textOf(added, layout)).toMatch(/Ravens do this:\n\n\[…\]\n$/)
    expect(textOf([...added, [inner, 0.9]], layout)).not.toContain("[…]")
    expect(textOf(added, { ...layout, read: () => ({ ...inner, page: 1 }) })).not.toContain("[…]")
    expect(textOf(added, sections(0, 1, 2))).toMatch(/Ravens do this:\n\n\[…\]\n$/)
    expect(textOf(added, sections(0, 1))).not.toContain("[…]")
  })

  it("has one mark where its code was cut as well", () => {
    const content = "[…]\n\n```js\nend()\n```\n\n[…]"

    expect(textOf([[aSnippet(2, { content }), 1]], sections(0, 5)).match(/\[…\]/g)).toHaveLength(2)
  })

  const inner = aSnippet(5, { section: 1, headingPath: ["Guide", "Use", "Alone"] })
  const other = aSnippet(10, { section: 2, headingPath: ["Guide", "More"] })

  it("is placed in the order of the page in a block of up to 400 tokens, and by its score in a longer one", () => {
    const added = (contentTokens: number): Added => [
      [{ ...other, contentTokens: 200 }, 1],
      [{ ...inner, contentTokens }, 0.9],
    ]

    expect(ids(arrangeInOrder("reading order", added(200)))).toEqual([[5, 10]])
    expect(ids(arrangeInOrder("reading order", added(201)))).toEqual([[10, 5]])
    expect(ids(arrangeInOrder("best first", added(200)))).toEqual([[10, 5]])
  })

  it("is named by the headings that it does not share with the others of its block", () => {
    const added: Added = [
      [inner, 1],
      [other, 0.9],
      [aSnippet(15, { section: 3, headingPath: ["Guide"], contentTokens: 200 }), 0.8],
    ]
    const headings = textOf(added, sections(0, 5, 6, 11, 16)).match(/^#+ .*$/gm)

    expect(headings).toEqual(["### Guide", "#### Use > Alone", "#### More", "#### Guide"])
  })

  it("opens a block if it shares no heading with the one before", () => {
    const blocks = arrangeInOrder("reading order", [
      [inner, 1],
      [aSnippet(10, { section: 2, headingPath: ["Reference"] }), 0.9],
    ])

    expect(ids(blocks)).toEqual([[5], [10]])
  })
})

describe("a section of a page that the answer already contains", () => {
  const added = (betweenTokens: number): Added => [
    [aSnippet(5, { section: 1 }), 1],
    [aSnippet(30, { page: 3, section: 6, contentTokens: betweenTokens }), 0.9],
    [aSnippet(10, { section: 2 }), 0.8],
  ]

  it("joins its block in reading order if little text is between", () => {
    expect(ids(arrangeInOrder("reading order", added(300)))).toEqual([[5, 10], [30]])
    expect(ids(arrangeInOrder("reading order", added(301)))).toEqual([[5], [30], [10]])
    expect(ids(arrangeInOrder("best first", added(10)))).toEqual([[5], [30], [10]])
  })
})

describe("snippets after gaps that need omitted text", () => {
  const drop = (added: Added, useless: readonly number[], kept?: number) => {
    const arrangement = new SnippetArrangement("reading order", sections())
    for (const [snippet, score] of added) arrangement.add(snippet, score)
    const { dropped, savedTokens } = arrangement.dropAfterGaps(({ id }) => useless.includes(id), kept)
    return { dropped: dropped.map(({ id }) => id), savedTokens, left: ids(arrangement.arrange(0).blocks) }
  }
  const added = [0, 2, 3, 4].map((id) => [aSnippet(id), 1] as const)

  it("are removed from the beginning of their run on", () => {
    expect(drop(added, [2, 4])).toEqual({ dropped: [2], savedTokens: aSnippet(2).contentTokens, left: [[0, 3, 4]] })
    expect(drop(added, [2, 3, 4])).toMatchObject({ dropped: [2, 3, 4], left: [[0]] })
  })

  it("stay in the run of the snippet that is kept, and where nothing is omitted before them", () => {
    expect(drop(added, [0, 2, 3, 4], 4)).toMatchObject({ dropped: [], left: [[0, 2, 3, 4]] })
    const withoutGap = [0, 1, 2].map((id) => [aSnippet(id), 1] as const)
    expect(drop(withoutGap, [1, 2])).toMatchObject({ dropped: [] })
  })

  it("are removed before the snippet that is kept if that does not need them", () => {
    expect(drop(added, [2, 3], 4)).toMatchObject({ dropped: [2, 3], left: [[0, 4]] })
    expect(drop(added, [2], 3)).toMatchObject({ dropped: [2], left: [[0, 3, 4]] })
  })

  it("leave their header to the next section of the block, if they are long enough for a longer one", () => {
    const next = aSnippet(5, { section: 1, headingPath: ["Guide", "Clean"], headerTokens: 14 })
    const begin = (contentTokens: number): Added => [
      [aSnippet(2, { contentTokens }), 1],
      [next, 0.5],
    ]

    expect(drop(begin(20), [2])).toEqual({ dropped: [2], savedTokens: 6, left: [[5]] })
    expect(drop(begin(13), [2])).toEqual({ dropped: [], savedTokens: 0, left: [[2, 5]] })
  })
})

const PATHS = [
  ["Guide", "How to use it"],
  ["Guide", "How to use it", "Alone, at night!", "`raven.send()` (fast)"],
  ["Guide"],
  ["Guide", "How to use it", "Alone, at night!"],
  ["Guide", "", "数据 > more"],
  ["Reference", "raven"],
]

it.each<RunOrder>(["reading order", "best first"])("counts at least the tokens that the text has, %s", (order) => {
  const given = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0.1, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(given, fc.nat({ max: 2 }), (added, useless) => {
      const arrangement = new SnippetArrangement(order, sections())
      let tokens = 0
      for (const [id, score] of new Map(added)) {
        const section = Math.floor(id / 5)
        const headingPath = PATHS[section % PATHS.length] ?? []
        const url = `https://docs.example/guide${["", "/part", "#L1-L20", "#L120-L2000", "#at-night"][id % 5]}`
        const headerTokens = encode(`### ${headingPath.join(" > ")}\nSource: ${url}\n\n`).length
        const headingTokens = encode(renderSectionHeading(longestSectionPath(headingPath))).length
        const page = Math.floor(id / 25)
        const content = `Text ${id}.${" And so on.".repeat(id % 2 === 0 ? 0 : 12)}`
        const contentTokens = encode(`${content}\n\n`).length
        const lengths = { headerTokens, headingTokens, contentTokens }
        const snippet = aSnippet(id, { section, headingPath, page, url, content, ...lengths })
        tokens += arrangement.costOf(snippet, score) + snippet.contentTokens
        arrangement.add(snippet, score)
      }
      expect(encode(renderContextText({ blocks: arrangement.arrange(0).blocks })).length).toBeLessThanOrEqual(tokens)
      if (order === "best first") return
      tokens -= arrangement.dropAfterGaps(({ id }) => id % 3 === useless, undefined).savedTokens
      expect(encode(renderContextText({ blocks: arrangement.arrange(0).blocks })).length).toBeLessThanOrEqual(tokens)
    }),
    { numRuns: 500 },
  )
})
