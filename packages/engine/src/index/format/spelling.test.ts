import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"

import { aPage, buildTestIndex } from "../index.testing.ts"
import { openIndex } from "../read/open-index.ts"

const text = "Ant ants antenna bee 𠮷野 𠮷 a.b.c 12345 éclair étude useAntFarm lone\ud842"

function terms(list: string): readonly string[] {
  return list.split("\n").filter(Boolean).toSorted()
}

describe("the spelling of an index", () => {
  it("lists the terms of a first letter and a length", () => {
    const index = openIndex(buildTestIndex([aPage("p.md", "Page", [[1, "H", text]])]).path)

    expect(terms(index.spelling("a", { min: 3, max: 4 }))).toEqual(["ant"])
    expect(terms(index.spelling("a", { min: 5, max: 7 }))).toEqual(["a.b.c", "antenna"])
    expect(terms(index.spelling("é", { min: 1, max: 40 }))).toEqual(["éclair", "étude"])
    expect(index.spelling("1", { min: 1, max: 40 })).toBe("")
    expect(index.spelling("\ud842", { min: 1, max: 40 })).toBe("")
    index.close()
  })

  it("is read from the terms themselves in a file of an early version", () => {
    const { path } = buildTestIndex([aPage("p.md", "Page", [[1, "H", text]])])
    const lists = openIndex(path)
    const earlyPath = buildTestIndex([aPage("p.md", "Page", [[1, "H", text]])]).path
    const database = new Database(earlyPath)
    database.exec("DROP TABLE term_list")
    database.close()
    const early = openIndex(earlyPath)

    for (const first of ["a", "b", "é", "u", "x", "\ud842"]) {
      const length = { min: 2, max: 12 }
      expect(terms(early.spelling(first, length))).toEqual(terms(lists.spelling(first, length)))
    }
    lists.close()
    early.close()
  })
})
