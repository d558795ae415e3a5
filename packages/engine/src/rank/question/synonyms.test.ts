import { describe, expect, it } from "vitest"
import { stemWord } from "../../index/terms/analyse-text.ts"
import { synonymsOf } from "./synonyms.ts"

describe("synonyms", () => {
  it.each([
    ["addr", "address"],
    ["len", "length"],
    ["tmp", "temporary"],
    ["yml", "yaml"],
  ])("find for %s what it is short for, and the other way round", (short, long) => {
    expect(synonymsOf(stemWord(short))).toContain(stemWord(long))
    expect(synonymsOf(stemWord(long))).toContain(stemWord(short))
  })

  it("never contain the word itself, and most words have none", () => {
    expect(synonymsOf(stemWord("configuration"))).not.toContain(stemWord("configuration"))
    expect(synonymsOf(stemWord("pond"))).toEqual([])
  })
})
