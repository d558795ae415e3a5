import { describe, expect, it } from "vitest"

import type { Gap, SectionGroup } from "./arrange-snippets.ts"
import { snippetsToFill } from "./fill-gaps.ts"

const aGap = (to: number): Gap => ({ group: {} as SectionGroup, from: 0, to })
const ofTokens = (...tokens: readonly number[]) => ({ snippetTokens: Uint16Array.from(tokens) })
const SENTENCE = "Ravens carry posts."
const CODE = "```js\nraven.send()\n```"

const idsToFill = (...given: Parameters<typeof snippetsToFill>) =>
  snippetsToFill(...given).map(({ snippet }) => snippet)

it("fills gaps of up to 120 tokens", () => {
  expect(idsToFill(aGap(2), ofTokens(60, 60), () => SENTENCE)).toEqual([1, 0])
  expect(idsToFill(aGap(2), ofTokens(60, 61), () => SENTENCE)).toEqual([])
})

it.each([
  ["refers back", "This keeps them dry.", 300],
  ["continues a list", "- by sea", 300],
  ["continues a sentence", "and come back.", 300],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```", 300],
  ["may refer back", "A raven of such a size sends bread.", 200],
])("adds the previous snippet before one that %s", (_, text, maxTokens) => {
  const contents = ["Ravens fly.", SENTENCE, text]
  const fill = (...tokens: readonly number[]) => idsToFill(aGap(2), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(400, maxTokens)).toEqual([1])
  expect(fill(400, maxTokens + 1)).toEqual([])
})

it("adds snippets as long as each depends on the one before it", () => {
  const contents = ["Ravens fly.", "Ravens eat.", "They eat bread.", "This keeps them busy."]
  const layout = ofTokens(150, 100, 160, 10)

  expect(idsToFill(aGap(3), layout, (id) => contents[id] ?? "")).toEqual([2, 1])
})

it("adds nothing from before the gap", () => {
  const gap: Gap = { group: {} as SectionGroup, from: 2, to: 4 }

  expect(idsToFill(gap, ofTokens(10, 10, 10, 10), () => SENTENCE)).toEqual([3, 2])
})

describe("code far below its sentence", () => {
  const sentence = `Examples of **correct** code:\n\n${CODE}`
  const fill = (...tokens: readonly number[]) => {
    const contents = [SENTENCE, sentence, CODE, CODE, CODE]
    return idsToFill(aGap(4), ofTokens(...tokens), (id) => contents[id] ?? "")
  }

  it("gets it without the code in between", () => {
    expect(fill(200, 120, 200, 200)).toEqual([3, 1])
    expect(fill(200, 121, 200, 200)).toEqual([3])
  })

  it("gets no sentence that is about something else", () => {
    const contents = ["Code:", SENTENCE, CODE, CODE, CODE]

    expect(idsToFill(aGap(4), ofTokens(9, 9, 200, 200), (id) => contents[id] ?? "")).toEqual([3])
  })

  it("is told from its sentence", () => {
    const contents = [sentence, `${CODE}\n\n${SENTENCE}`, CODE, CODE]

    expect(snippetsToFill(aGap(3), ofTokens(9, 9, 9), (id) => contents[id] ?? "")).toEqual([
      { snippet: 2, isCode: true, isSentence: false },
      { snippet: 1, isCode: false, isSentence: true },
      { snippet: 0, isCode: false, isSentence: true },
    ])
  })
})
