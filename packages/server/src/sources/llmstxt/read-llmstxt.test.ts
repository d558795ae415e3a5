import { describe, expect, it } from "vitest"
import { cutLlmsTxt, readLlmsTxt } from "./read-llmstxt.ts"

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

describe("an llms.txt that is larger than any page", () => {
  it.each(["[", `${"[".repeat(499)}](a{`, "[](a ", "[a](b)\n"])("is read in little time: many times %j", (part) => {
    const before = process.cpuUsage()
    readLlmsTxt(part.repeat(20_000_000 / part.length), ADDRESS)

    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000)
  })

  it("is split at any heading, or else at blank lines, and loses no text", () => {
    const section = (name: string) => `## ${name}\n\n${"Koi swim.\n\n".repeat(110_000)}`
    const text = `# Fish\n\n${section("Koi")}${section("Tench")}${"Carp\n\n".repeat(700_000)}`
    const parts = cutLlmsTxt(text, ADDRESS).map((part) => part.text)

    expect(parts.map((part) => /\w+/.exec(part)?.[0])).toEqual(["Fish", "Tench", "Carp", "Carp"])
    expect(parts.join("\n").length).toBe(text.length)
  })

  it("never has more parts than a library can have files", () => {
    expect(cutLlmsTxt("# A\n".repeat(100_000), ADDRESS)).toHaveLength(20_000)
  })
})

describe("the parts of an llms.txt", () => {
  it("start at top-level headings outside of code, with the address that each part names", () => {
    const text = "Intro\n\n# A\nSource: https://koi.example/a\n\n```\n# B\n```\n\n# C\n\nEnd"

    expect(cutLlmsTxt(text, ADDRESS).map((part) => [part.text, part.url?.pathname])).toEqual([
      ["Intro\n", undefined],
      ["# A\nSource: https://koi.example/a\n\n```\n# B\n```\n", "/a"],
      ["# C\n\nEnd", undefined],
    ])
  })
})
