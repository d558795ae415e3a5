import { expect, it } from "vitest"

import type { Gap, SectionGroup } from "./arrange-snippets.ts"
import { snippetsToFill } from "./fill-gaps.ts"

const aGap = (given: Partial<Gap>): Gap => ({ group: {} as SectionGroup, from: 0, to: 2, isAtStart: true, ...given })
const ofTokens = (...tokens: readonly number[]) => ({ snippetTokens: Uint16Array.from(tokens) })
const SENTENCE = "Ravens carry posts."

it.each([
  ["the start of a section up to 160 tokens", ofTokens(80, 80), aGap({}), [1, 0]],
  ["no longer start", ofTokens(80, 81), aGap({}), []],
  ["up to 120 tokens between two snippets", ofTokens(60, 60), aGap({ isAtStart: false }), [1, 0]],
  ["no more between two snippets", ofTokens(60, 61), aGap({ isAtStart: false }), []],
])("fills %s", (_, layout, gap, expected) => {
  expect(snippetsToFill(gap, layout, () => SENTENCE)).toEqual(expected)
})

it.each([
  ["refers back", "This keeps them dry."],
  ["may refer back", "To feed such a raven, send bread."],
  ["continues a list", "- by sea"],
  ["continues a sentence", "and come back."],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```"],
])("adds the previous snippet before one that %s", (_, text) => {
  const contents = ["Ravens fly.", SENTENCE, text]
  const fill = (...tokens: readonly number[]) =>
    snippetsToFill(aGap({}), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(300, 250)).toEqual([1])
  expect(fill(10, 251)).toEqual([])
})

it("adds snippets as long as each depends on the one before it", () => {
  const contents = ["Ravens fly.", "Ravens eat.", "They eat bread.", "This keeps them busy."]
  const layout = ofTokens(100, 100, 60, 10)

  expect(snippetsToFill(aGap({ to: 3 }), layout, (id) => contents[id] ?? "")).toEqual([2, 1])
})
