import { describe, expect, it } from "vitest"

import { CodeLanguages, HAS_CODE, languageBit } from "./code-languages.ts"

describe("CodeLanguages", () => {
  it("gives every language one bit, whatever it is called", () => {
    const languages = new CodeLanguages()

    const python = languages.bitsOf(["py"])
    const both = languages.bitsOf(["python3", "Rust"])

    expect(languages.names).toEqual(["python", "rust"])
    expect(python).toBe(HAS_CODE | languageBit(languages.names, "Python"))
    expect(both).toBe(python | languageBit(languages.names, "rs"))
  })

  it("does not tell apart what belongs to programs in any language", () => {
    const languages = new CodeLanguages()

    expect(languages.bitsOf(["bash", "json", ""])).toBe(HAS_CODE)
    expect(languages.bitsOf([])).toBe(0)
    expect(languages.names).toEqual([])
  })

  it("keeps the first 31 languages and takes more as code without a language", () => {
    const languages = new CodeLanguages()

    const bits = Array.from({ length: 40 }, (_, at) => languages.bitsOf([`language${at}`]))

    expect(new Set(bits.slice(0, 31)).size).toBe(31)
    expect(bits.slice(31)).toEqual(Array.from({ length: 9 }, () => HAS_CODE))
    expect(bits.every((bit) => bit > 0)).toBe(true)
  })

  it("knows no bit for a language that is not there", () => {
    expect(languageBit(["python"], "ruby")).toBe(0)
  })
})
