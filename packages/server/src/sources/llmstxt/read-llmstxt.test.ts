import { describe, expect, it } from "vitest"
import { readLlmsTxt } from "./read-llmstxt.ts"

const ADDRESS = new URL("https://koi.example/llms.txt")
const pathsOf = (text: string) => readLlmsTxt(text, ADDRESS).pages.map(({ url }) => url.pathname)

describe("an llms.txt", () => {
  it.each([
    ["[Koi](/koi.md): a fish", ["/koi.md"]],
    ["[Koi](https://koi.example/koi_(fish).md) and [Tench](</tench.md>)", ["/koi_(fish).md", "/tench.md"]],
    ['(see [Koi](/koi.md "A fish"), [again](/koi.md))', ["/koi.md"]],
    ["[Elsewhere](https://other.example/koi.md) [itself](/llms.txt) [broken](/koi(.md", []],
  ])("lists the pages of %s", (text, paths) => {
    expect(pathsOf(text)).toEqual(paths)
  })
})
