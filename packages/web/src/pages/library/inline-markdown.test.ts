import { describe, expect, it } from "vitest"
import { inlineOf } from "./inline-markdown.ts"

const partsOf = (text: string) => inlineOf(text).map(({ kind, text: words }) => [kind, words])

describe("a line of a snippet", () => {
  it("has code and strong words in its lines", () => {
    expect(inlineOf("Use `npm` and **never** `rm`.")).toEqual([
      { kind: "text", text: "Use " },
      { kind: "code", text: "npm" },
      { kind: "text", text: " and " },
      { kind: "strong", text: "never" },
      { kind: "text", text: " " },
      { kind: "code", text: "rm" },
      { kind: "text", text: "." },
    ])
  })

  it("has emphasised words, and keeps other asterisks", () => {
    expect(partsOf("use *Preview files* here")).toEqual([
      ["text", "use "],
      ["emphasis", "Preview files"],
      ["text", " here"],
    ])
    expect(["2 * 3 * 4", "f(*args, **kwargs)", "a*b*c"].map((text) => partsOf(text).length)).toEqual([1, 1, 1])
  })

  it("has links and images with their addresses", () => {
    expect(inlineOf('See [the `otter` **guide**](https://otter.example/a "Guide"), ![a map](map.png).')).toEqual([
      { kind: "text", text: "See " },
      { kind: "link", text: "the `otter` **guide**", address: "https://otter.example/a" },
      { kind: "text", text: ", " },
      { kind: "link", text: "a map", address: "map.png" },
      { kind: "text", text: "." },
    ])
    expect(partsOf("<https://otter.example>")).toEqual([["text", "https://otter.example"]])
    expect(["calls[0](x)", "[1] (x)", "[a b](c d)", "a < b > c"].map((text) => partsOf(text).length)).toEqual([
      1, 1, 1, 1,
    ])
  })

  it("has struck words, and keeps other tildes", () => {
    expect(partsOf("~~old~~ new")).toEqual([
      ["struck", "old"],
      ["text", " new"],
    ])
    expect(["~/docs and ~~/x", "~~~", "a ~ b"].map((text) => partsOf(text).length)).toEqual([1, 1, 1])
  })
})
