import { describe, expect, it } from "vitest"

import { BEGINS_WITH_PLATFORM, CodeLanguages, HAS_CODE, languageBit, languageBitsIn } from "./code-languages.ts"

const codeIn = (...languages: readonly string[]) => ({
  content: "text",
  codes: languages.map((language) => ({ language, code: "a" })),
})

describe("CodeLanguages", () => {
  it("gives every language one bit, whatever it is called", () => {
    const languages = new CodeLanguages()

    const python = languages.bitsOf(codeIn("py"))
    const both = languages.bitsOf(codeIn("python3", "Rust"))

    expect(languages.names).toEqual(["python", "rust"])
    expect(python).toBe(HAS_CODE | languageBit(languages.names, "Python"))
    expect(both).toBe(python | languageBit(languages.names, "rs"))
  })

  it("does not tell apart what belongs to programs in any language", () => {
    const languages = new CodeLanguages()

    expect(languages.bitsOf(codeIn("bash", "json", ""))).toBe(HAS_CODE)
    expect(languages.bitsOf(codeIn())).toBe(0)
    expect(languages.names).toEqual([])
  })

  it("keeps the first 30 languages and takes more as code without a language", () => {
    const languages = new CodeLanguages()

    const bits = Array.from({ length: 40 }, (_, at) => languages.bitsOf(codeIn(`language${at}`)))

    expect(new Set(bits.slice(0, 30)).size).toBe(30)
    expect(bits.slice(30)).toEqual(Array.from({ length: 10 }, () => HAS_CODE))
    expect(bits.every((bit) => bit > 0)).toBe(true)
  })

  it("marks code below the name of a platform", () => {
    const languages = new CodeLanguages()

    const bits = languages.bitsOf({ ...codeIn("ts"), content: "**Next.js**\n\n```ts\na\n```" })

    expect(bits).toBe((languages.bitsOf(codeIn("ts")) | BEGINS_WITH_PLATFORM) >>> 0)
    expect(languageBitsIn(bits)).toBe(languageBit(languages.names, "ts"))
    expect(languages.bitsOf({ codes: [], content: "**Next.js**\n\nText" })).toBe(0)
  })

  it("knows no bit for a language that is not there", () => {
    expect(languageBit(["python"], "ruby")).toBe(0)
  })
})
