import fc from "fast-check"
import { expect, it } from "vitest"

import { areNearDuplicates, Sketcher } from "./sketch.ts"
import { NearDuplicateFinder } from "./near-duplicate-finder.ts"

const sketcher = new Sketcher()
const sketchOf = (text: string) => sketcher.sketch(text)

type Text = { readonly number: number; readonly sketch: Uint32Array }

function expectExact(texts: readonly string[], asked: string): void {
  const sketch = sketchOf(asked)
  const finder = new NearDuplicateFinder<Text>(0.55)
  for (const [number, kept] of texts.entries()) finder.add({ number, sketch: sketchOf(kept) })
  const duplicates = [...texts.keys()].filter((number) => areNearDuplicates(sketch, sketchOf(texts[number]!), 0.55))
  expect(finder.find(sketch).map(({ number }) => number)).toEqual(duplicates)
}

it("finds exactly the near-duplicates among the texts that were added, in their order", () => {
  const text = fc.array(fc.constantFrom("get", "set", "map", "key"), { maxLength: 12 }).map((words) => words.join(" "))
  fc.assert(fc.property(fc.array(text, { maxLength: 12 }), text, expectExact))
})

it("finds exactly the near-duplicates among long texts that differ in some words", () => {
  const base = Array.from({ length: 60 }, (_, at) => `word${at}`)
  const text = fc
    .array(fc.record({ at: fc.nat(59), word: fc.constantFrom("other", "else", "") }), { maxLength: 12 })
    .map((changes) => changes.reduce((words, { at, word }) => words.with(at, word), base).join(" "))
  fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), text, expectExact))
})
