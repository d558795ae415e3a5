import fc from "fast-check"
import { expect, it } from "vitest"

import { areNearDuplicates, Sketcher } from "./sketch.ts"
import { NearDuplicateFinder } from "./near-duplicate-finder.ts"

const sketcher = new Sketcher()
const sketchOf = (text: string) => sketcher.sketch(text)

it("finds exactly the twins among the texts kept, in their order", () => {
  const text = fc.array(fc.constantFrom("get", "set", "map", "key"), { maxLength: 12 }).map((words) => words.join(" "))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), text, (texts, asked) => {
      const sketch = sketchOf(asked)
      const finder = new NearDuplicateFinder<{ readonly number: number; readonly sketch: Uint32Array }>(0.55)
      for (const [number, kept] of texts.entries()) finder.add({ number, sketch: sketchOf(kept) })

      const twins = [...texts.keys()].filter((number) => areNearDuplicates(sketch, sketchOf(texts[number]!), 0.55))
      expect(finder.find(sketch).map(({ number }) => number)).toEqual(twins)
    }),
  )
})
