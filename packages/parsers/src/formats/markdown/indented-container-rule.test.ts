import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "docs/a.md" }).document.blocks.map(shown)

it.each([
  ['!!!tip "Koi"\n    Feed them.', ["**Tip: Koi**\n\nFeed them."]],
  ["Text.\n!!!note\n\n    Feed them.\n\nEnd.", ["Text.", "**Note**\n\nFeed them.", "End."]],
  ["!!!note inline end\n    Feed them.", ["**Note**\n\nFeed them."]],
  ["???tip\n    Feed them.", ["**Tip**\n\nFeed them."]],
  ['???+ tip "Koi"\n    Feed them.', ["**Tip: Koi**\n\nFeed them."]],
  ['???+tip "Koi"\n    Feed them.', ["**Tip: Koi**\n\nFeed them."]],
])("reads a box without a space after its sign: %j", (text, blocks) => {
  expect(read(text)).toEqual(blocks)
})

it.each([
  ["!!!wow this", ["!!!wow this"]],
  ["!!!wow\nThe pond.", ["!!!wow The pond."]],
  ["!!!wow\n\nThe pond.", ["!!!wow", "The pond."]],
  ["!!!\n    koi", ["!!! koi"]],
  ["Look!!!\n!!!!koi\n    eat", ["Look!!! !!!!koi eat"]],
  ["!!!info if you feed them, wait:\n    koi", ["!!!info if you feed them, wait: koi"]],
  ["???why", ["???why"]],
  ['==="Koi"\n    eat', ['==="Koi" eat']],
])("reads other lines that start with such a sign as text: %j", (text, blocks) => {
  expect(read(text).map((block) => block.replaceAll(/\n\s*/g, " "))).toEqual(blocks)
})
