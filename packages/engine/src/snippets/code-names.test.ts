import { describe, expect, it } from "vitest"

import { areSimilarCode, declaresAnyOf, explainsCode, namesUsedIn } from "./code-names.ts"

const fenced = (code: string, language = "js") => `Text with rookery = 1.\n\n\`\`\`${language}\n${code}\n\`\`\``
const uses = namesUsedIn(fenced("feed(rookery)"))

it("finds the names that code uses and does not declare", () => {
  expect([...uses]).toEqual(["feed", "rookery"])
  expect([...namesUsedIn(fenced("const rookery = build()\nfeed(rookery)"))]).toEqual(["const", "build", "feed"])
  expect([...namesUsedIn("rookery in a text")]).toEqual([])
})

it.each([
  "const rookery = build()",
  "export const rookery = build()",
  "  let rookery = 1",
  "var rookery",
  "function rookery() {}",
  "class rookery {",
  "def rookery():",
  "fn rookery() {}",
  "type rookery = Bird[]",
  ">>> rookery = build()",
  "rookery := build()",
])("finds the declaration %s", (code) => {
  expect(declaresAnyOf(fenced(code), uses)).toBe(true)
})

it.each(["rookery == 1", "rookery => 1", "rookery()", "hall = rookery", "// const of rookery"])(
  "finds no declaration in %s",
  (code) => {
    expect(declaresAnyOf(fenced(code), uses)).toBe(false)
    expect(declaresAnyOf("rookery = 1", uses)).toBe(false)
  },
)

it("is similar from half of its words on", () => {
  const old = `${fenced("other(thing)")}\n\n${fenced("const raven = build(hall, nest)")}`

  expect(areSimilarCode(old, fenced("const raven = make(hall, nests)"))).toBe(false)
  expect(areSimilarCode(old, fenced("const raven = make(hall, nest)"))).toBe(true)
  expect(areSimilarCode("Text.", "Text.")).toBe(false)
})

describe("a text that explains the code before it", () => {
  const code = "Feed:\n\n```js\nfeed(koi, { max_food: 3 })\n```"

  it.each([
    ["Here `koi` is a fish.", true],
    ["The colon (`:koi`) is a parameter,\nand so on.", true],
    ["Set `max_food`.", true],
    ["Here `carp` is a fish.", false],
    ["Here koi is a fish.", false],
    ["Fish swim.\n\nHere `koi` is one.", false],
  ])("mentions its names in the first paragraph: %s", (text, expected) => {
    expect(explainsCode(text, code)).toBe(expected)
  })

  it("follows the code directly", () => {
    expect(explainsCode("Here `koi` is a fish.", `${code}\n\nThen wait.`)).toBe(false)
    expect(explainsCode("Here `koi` is a fish.", "No code.")).toBe(false)
  })
})
