import { expect, it } from "vitest"
import { joinLines } from "./join-lines.ts"

it.each([
  ["after a dash", "Koi swim ---\nfor hours.", "Koi swim --- for hours."],
  ["before a dash", "Koi swim\n--- for hours.", "Koi swim --- for hours."],
  ["before bold italics", "Koi swim\n***for hours***.", "Koi swim ***for hours***."],
  ["after bold italics", "***Koi swim***\nfor hours.", "***Koi swim*** for hours."],
  ["before the number of an issue", "See\n#1335 for details.", "See #1335 for details."],
])("joins lines %s", (_, text, joined) => {
  expect(joinLines(text)).toBe(joined)
})

it.each([
  ["below a rule", "---\nKoi"],
  ["above a rule", "Koi\n--- "],
  ["of a table without outer borders", "Koi | Carp\n--- | ---\n1 | 2"],
  ["before a heading", "Koi\n# Carp"],
  ["before a word with a hash", "Koi\n#carp"],
])("keeps lines %s", (_, text) => {
  expect(joinLines(text)).toBe(text)
})
