import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../index/index.testing.ts"
import { answerQuestion } from "./answer-question.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { packAnswer } from "./pack-answer.ts"
import { rankCandidates } from "./rank-candidates.ts"

const aCandidate = (snippet: number, page: number, score: number) =>
  ({ snippet, section: 0, page, score, baseScore: score, rerankScore: 0, signals: {} }) as unknown as RankedCandidate

/** Returns words that no other text has. */
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `w${(from + at) * 7919}`).join(" ")

describe("a section of which some snippets match", () => {
  const library = openTestIndex([
    aPage("posts.md", "Posts", [
      [
        1,
        "Sending posts",
        `The saddlebag carries posts. ${words(0, 60)}`,
        words(100, 60),
        words(200, 60),
        `Wet saddlebag: send it again. ${words(300, 50)}`,
      ],
      [1, "Nothing", words(700, 40)],
    ]),
  ])
  const beginnings = (length: "auto" | "full") =>
    answerQuestion(library, { query: "wet saddlebag again", tokens: 5_000, length })
      .blocks.flatMap(({ snippets }) => snippets)
      .map(({ content }) => content.slice(0, 10))

  it("is shown once, in the order of the page", () => {
    expect(beginnings("auto")).toEqual(["The saddle", "Wet saddle"])
  })

  it("is shown with its best snippet first if the answer fills the budget", () => {
    expect(beginnings("full")).toEqual(["Wet saddle", "The saddle"])
  })
})

describe("a snippet that begins or ends inside a thought", () => {
  const filler = "Ravens sleep in tall trees near the river and leave at dawn. "
  const steps = [
    `- Feed the raven. ${words(0, 90)}`,
    `- Wake the raven. ${words(100, 90)}`,
    `- Send the raven with a saddlebag. ${words(200, 20)}`,
  ]
  const library = openTestIndex([
    aPage("posts.md", "Posts", [
      [1, "Sending posts", `The steps are: ${filler.repeat(3)}`, steps.join("\n")],
      [1, "Units", "These are the units of weight, the smallest first:", `- ounce ${words(300, 125)}`],
      [1, "Nothing", filler.repeat(4)],
    ]),
  ])
  const textOf = (query: string, limit?: number) =>
    answerQuestion(library, { query, tokens: 5_000, length: "auto", limit })
      .blocks.flatMap(({ snippets }) => snippets)
      .map(({ content }) => content)

  it("comes after the beginning of its list", () => {
    const texts = textOf("saddlebag")
    const at = texts.findIndex((text) => text.includes("saddlebag"))

    expect(texts[at - 1]).toContain("- Wake the raven.")
  })

  it("comes alone when the limit of snippets leaves room for one", () => {
    expect(textOf("saddlebag", 1)).toEqual([expect.stringContaining("saddlebag")])
  })

  it("is followed by what its last sentence introduces", () => {
    const { candidates } = rankCandidates(library, { query: "units of weight, the smallest first" })
    const [best] = candidates
    const answer = packAnswer(library, [best as RankedCandidate], { maxTokens: 5_000, maxSnippets: 5 })

    const texts = answer.blocks.flatMap(({ snippets }) => snippets).map(({ content }) => content)
    expect(texts).toEqual([expect.stringContaining("the smallest first:"), expect.stringContaining("- ounce")])
  })
})

it("is not followed by the next snippet unless it introduces that", () => {
  const words = (from: number) => Array.from({ length: 125 }, (_, at) => `w${(from + at) * 7919}`).join(" ")
  const library = openTestIndex([aPage("a.md", "Ravens", [[1, "Food", `Seeds. ${words(0)}.`, `Nuts. ${words(200)}.`]])])
  const [best] = rankCandidates(library, { query: "seeds" }).candidates

  const { blocks } = packAnswer(library, [best as RankedCandidate], { maxTokens: 5_000, maxSnippets: 5 })

  const texts = blocks.flatMap(({ snippets }) => snippets).map(({ content }) => content)
  expect(texts).toEqual([expect.stringContaining("Seeds.")])
})

describe("packing", () => {
  const words = (from: number) => Array.from({ length: 40 }, (_, at) => `w${(from * 100 + at) * 7919}`).join(" ")
  const birds = openTestIndex([
    aPage("ravens.md", "Ravens", [
      [1, "Feeding", words(1)],
      [1, "Sleeping", words(2)],
      [1, "Flying", words(3)],
    ]),
    aPage("owls.md", "Owls", [[1, "Hunting", words(4)]]),
    aPage("terns.md", "Terns", [[1, "Fishing", words(5)]]),
  ])
  const OF_RAVENS = [0, 1, 2] as const
  const OF_OWLS = 3
  const OF_TERNS = 4
  const pack = (
    library: typeof birds,
    scores: readonly (readonly [snippet: number, score: number])[],
    limit: number,
  ) => {
    const candidates = scores.map(([snippet, score]) => {
      const { page, section } = library.index.indexedSnippet(snippet)
      return { ...aCandidate(snippet, page, score), section }
    })
    const { blocks } = packAnswer(library, candidates, { maxTokens: 5_000, maxSnippets: limit })
    return blocks.flatMap(({ snippets }) => snippets)
  }
  const idsOf = (...request: Parameters<typeof pack>) => pack(...request).map(({ id }) => id)

  it("adds the snippets that follow the best one and are nearly as good before those of other pages", () => {
    const [first, second, third] = OF_RAVENS
    const scores = [
      [first, 1],
      [OF_TERNS, 0.999],
      [second, 0.965],
      [third, 0.964],
    ] as const

    expect(idsOf(birds, scores, 3)).toEqual([first, second, third])
  })

  it("does not take the first snippet of the next page for one that follows", () => {
    const last = OF_RAVENS[2]

    expect(
      idsOf(
        birds,
        [
          [last, 1],
          [OF_TERNS, 0.999],
          [OF_OWLS, 0.965],
        ],
        2,
      ),
    ).toEqual([last, OF_TERNS])
  })

  it("takes as many small snippets as the bounds allow", () => {
    const pages = Array.from({ length: 20 }, (_, at) => aPage(`${at}.md`, `Bird ${at}`, [[1, "Food", words(at + 10)]]))
    const many = openTestIndex(pages)

    expect(
      idsOf(
        many,
        pages.map((_, at) => [at, 1 - at / 100] as const),
        30,
      ),
    ).toHaveLength(20)
  })

  it("counts what it omits, without what hardly matches", () => {
    const candidates = [
      [OF_OWLS, 1],
      [OF_TERNS, 0.9],
      [OF_RAVENS[0], 0.01],
    ] as const
    const { ending } = packAnswer(
      birds,
      candidates.map(
        ([snippet, score], page) => ({ ...aCandidate(snippet, page, score), signals: { lead: 0 } }) as never,
      ),
      { maxTokens: 5_000, maxSnippets: 1 },
    )

    expect(ending).toMatchObject({ reason: "bounds", snippets: 1, pages: 1 })
  })

  it("shows near-duplicates once, and names two of them", () => {
    const copies = openTestIndex(
      ["one", "two", "three", "four"].map((name) =>
        aPage(`${name}.md`, "Ravens", [[1, "Feeding", `${words(1)} ${name}.`]]),
      ),
    )

    const shown = pack(
      copies,
      [
        [0, 1],
        [1, 0.9],
        [2, 0.8],
        [3, 0.7],
      ],
      5,
    )

    expect(shown.map(({ id }) => id)).toEqual([0])
    expect(shown[0]?.alsoAt).toHaveLength(2)
  })

  it("names no copy whose code differs in one name", () => {
    const code = (name: string) => `${words(1)}\n\n\`\`\`js\n${name}({ ${words(2)} })\n\`\`\``
    const frameworks = openTestIndex([
      aPage("react.md", "Ravens", [[1, "Feeding", code("useRaven")]]),
      aPage("lit.md", "Ravens", [[1, "Feeding", code("litRaven")]]),
      aPage("old.md", "Ravens", [[1, "Feeding", code("useRaven")]]),
    ])
    const scores = [
      [0, 1],
      [1, 0.9],
      [2, 0.8],
    ] as const

    expect(pack(frameworks, scores, 5)).toMatchObject([{ id: 0, alsoAt: [expect.stringContaining("old.md")] }])
  })

  it("passes over what a longer text contains, with the length auto", () => {
    const part = words(1).split(" ").slice(0, 14).join(" ")
    const library = openTestIndex([
      aPage("listing.md", "Listing", [[1, "All", `${words(1)} ${words(6)}`]]),
      aPage("part.md", "Part", [[1, "Some", part]]),
    ])
    const candidates = [0, 1].map((id) => aCandidate(id, id, 1 - id / 100))
    const shown = (length: "auto" | "full") =>
      packAnswer(library, candidates, { maxTokens: 5_000, maxSnippets: 5, length }).blocks.length

    expect([shown("auto"), shown("full")]).toEqual([1, 2])
  })

  it("shows a text once whose end was rewritten", () => {
    const rewritten = openTestIndex([
      aPage("old.md", "Ravens", [[1, "Feeding", `${words(1)} They eat seeds.`]]),
      aPage("new.md", "Ravens", [[1, "Feeding", `${words(1)} Feed them twice a day.`]]),
    ])
    const scores = [
      [0, 1],
      [1, 0.9],
    ] as const

    // The texts differ, so the second one is not listed as a copy.
    expect(pack(rewritten, scores, 5)).toMatchObject([{ id: 0, alsoAt: [] }])
  })
})
