import { expect, it } from "vitest"

import type { Gap, SectionGroup } from "./arrange-snippets.ts"
import { snippetsToFill } from "./fill-gaps.ts"

const aGap = (to: number): Gap => ({ group: {} as SectionGroup, from: 0, to })
const ofTokens = (...tokens: readonly number[]) => ({ snippetTokens: Uint16Array.from(tokens) })
const SENTENCE = "Ravens carry posts."

it("fills gaps of up to 120 tokens", () => {
  expect(snippetsToFill(aGap(2), ofTokens(60, 60), () => SENTENCE)).toEqual([1, 0])
  expect(snippetsToFill(aGap(2), ofTokens(60, 61), () => SENTENCE)).toEqual([])
})

it.each([
  ["refers back", "This keeps them dry.", 300],
  ["continues a list", "- by sea", 300],
  ["continues a sentence", "and come back.", 300],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```", 300],
  ["may refer back", "A raven of such a size sends bread.", 200],
])("adds the previous snippet before one that %s", (_, text, maxTokens) => {
  const contents = ["Ravens fly.", SENTENCE, text]
  const fill = (...tokens: readonly number[]) =>
    snippetsToFill(aGap(2), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(400, maxTokens)).toEqual([1])
  expect(fill(400, maxTokens + 1)).toEqual([])
})

it("adds snippets as long as each depends on the one before it", () => {
  const contents = ["Ravens fly.", "Ravens eat.", "They eat bread.", "This keeps them busy."]
  const layout = ofTokens(150, 100, 160, 10)

  expect(snippetsToFill(aGap(3), layout, (id) => contents[id] ?? "")).toEqual([2, 1])
})

it("adds nothing from before the gap", () => {
  const gap: Gap = { group: {} as SectionGroup, from: 2, to: 4 }

  expect(snippetsToFill(gap, ofTokens(10, 10, 10, 10), () => SENTENCE)).toEqual([3, 2])
})
