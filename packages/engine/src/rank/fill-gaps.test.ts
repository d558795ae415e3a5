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
  ["refers back", "This keeps them dry."],
  ["may refer back", "To feed such a raven, send bread."],
  ["continues a list", "- by sea"],
  ["continues a sentence", "and come back."],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```"],
])("adds the previous snippet before one that %s", (_, text) => {
  const contents = ["Ravens fly.", SENTENCE, text]
  const fill = (...tokens: readonly number[]) =>
    snippetsToFill(aGap(2), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(300, 200)).toEqual([1])
  expect(fill(10, 201)).toEqual([])
})

it("adds snippets as long as each depends on the one before it", () => {
  const contents = ["Ravens fly.", "Ravens eat.", "They eat bread.", "This keeps them busy."]
  const layout = ofTokens(100, 100, 60, 10)

  expect(snippetsToFill(aGap(3), layout, (id) => contents[id] ?? "")).toEqual([2, 1])
})
