import { expect, it } from "vitest"

import type { Gap, SectionGroup } from "./arrange-snippets.ts"
import { snippetsToFill } from "./fill-gaps.ts"

const aGap = (given: Partial<Gap>): Gap => ({ group: {} as SectionGroup, from: 0, to: 2, isAtStart: true, ...given })
const ofTokens = (...tokens: readonly number[]) => ({ snippetTokens: Uint16Array.from(tokens) })
const SENTENCE = "Ravens carry posts."

it.each([
  ["the start of a section up to 60 tokens", ofTokens(30, 30), aGap({}), [1, 0]],
  ["no longer start", ofTokens(30, 31), aGap({}), []],
  ["up to 120 tokens between two snippets", ofTokens(60, 60), aGap({ isAtStart: false }), [1, 0]],
  ["no more between two snippets", ofTokens(60, 61), aGap({ isAtStart: false }), []],
])("fills %s", (_, layout, gap, expected) => {
  expect(snippetsToFill(gap, layout, SENTENCE)).toEqual(expected)
})

it.each([
  ["refers back", "This keeps them dry."],
  ["continues a list", "- by sea"],
  ["continues a sentence", "and come back."],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```"],
])("adds the previous snippet before one that %s", (_, text) => {
  expect(snippetsToFill(aGap({}), ofTokens(300, 200), text)).toEqual([1])
  expect(snippetsToFill(aGap({}), ofTokens(10, 201), text)).toEqual([])
})
