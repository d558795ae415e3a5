import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseMarkdown } from "../parse-markdown.ts"

function read(text: string): readonly string[] {
  return parseMarkdown(text).document.blocks.map(shown)
}

it.each([
  ["[_ws::Koi_](koi.md)s swim.", "*ws::Koi*s swim."],
  ["[_ws::Koi_][koi]s swim.\n\n[koi]: koi.md", "*ws::Koi*s swim."],
  ["Very big[_Koi_](koi.md).", "Very big*Koi*."],
  ["[__Koi__](koi.md)s and [___tench___](koi.md)2.", "**Koi**s and *__tench__*2."],
  ["<u>_Koi_</u>s and [_a `b` c_]{.x}d", "*Koi*s and *a `b` c*d"],
  ["_x_<sub>i</sub>", "*x*i"],
  ["- [_é_](koi.md)é", "- *é*é"],
  ["::: note [_Koi_](koi.md)s\nA\n:::", "**Note: *Koi*s**\n\nA"],
])("writes underscores that would touch a letter or digit as asterisks: %s", (text, expected) => {
  expect(read(text).join("\n\n")).toBe(expected)
})

it.each([
  ["_Koi_ and __tench__, _carp_.", "_Koi_ and __tench__, _carp_."],
  ["[_Koi_](koi.md), (_tench_) **_carp_** [_a_](b.md) c", "_Koi_, (_tench_) **_carp_** _a_ c"],
  ["[_Koi_](koi.md)`s`", "_Koi_`s`"],
  ["snake_case_name and `_a_`b", "snake_case_name and `_a_`b"],
])("keeps other underscores: %s", (text, expected) => {
  expect(read(text).join("\n\n")).toBe(expected)
})
