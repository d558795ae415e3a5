import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { stemWord, TextAnalyser } from "./analyse-text.ts"

const analyser = new TextAnalyser()
const termsOf = (text: string) =>
  analyser.analyse(text).flatMap((run) => (run.whole === undefined ? run.words : [...run.words, run.whole]))

describe("TextAnalyser", () => {
  it.each([
    ["Requests are validated", ["request", "valid"]],
    ["useState", ["us", "state", "usestate"]],
    ["HTTPException", ["http", "except", "httpexception"]],
    ["req.body", ["req", "bodi", "req.body"]],
    ["Route::get('x')", ["rout", "get", "route::get", "x"]],
    ["--no-cache", ["cach", "no-cache"]],
    ["max_form_parts", ["max", "form", "part", "max_form_parts"]],
    ["MAX_FORM_PARTS", ["max", "form", "part", "max_form_parts"]],
    ["oauth2", ["oauth", "2", "oauth2"]],
    ["don't", []],
    ["Größe", ["größe"]],
    ["数据库", ["数据", "据库"]],
    ["", []],
    ["!!! ---", []],
  ])("finds the terms of %j", (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it("finds the same runs as an expression does, in whatever text", () => {
    const run = /[\p{L}\p{M}\p{N}_$]+(?:(?:\.|::|->|-)[\p{L}\p{M}\p{N}_$]+)*/gu
    const pieces = [
      "a",
      "the",
      "Zeile",
      "x9",
      "_",
      "$",
      ".",
      ":",
      "::",
      "-",
      ">",
      "->",
      " ",
      "\n",
      "é",
      "e\u0301",
      "ß",
      "Ж",
    ]
    const rare = ["数据", "𝒳", "𠮷", "😀", "\ud835", "\udcb3", "\ufffd", "²", "٣", "ǅ", "abcdefghijklmnopqrstuvwxyz"]
    const text = fc.array(fc.constantFrom(...pieces, ...rare), { maxLength: 60 }).map((parts) => parts.join(""))
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary", maxLength: 60 })), (text) => {
        const surfaces = (text.match(run) ?? []).filter(
          (found) => found.length <= 80 && analyser.analyse(found).length > 0,
        )

        expect(analyser.analyse(text).map(({ surface }) => surface)).toEqual(
          surfaces.map((found) => found.toLowerCase()),
        )
      }),
      { numRuns: 500 },
    )
  })

  it("knows a run again by the same terms, and gives it a number until too many are known", () => {
    const [first] = analyser.analyse("someWord")
    const { generation } = analyser.readRuns("someWord")
    expect(analyser.analyse("and someWord")[0]).toBe(first)

    for (let at = 0; at <= 200_000; at++) analyser.readRuns(`n${at}`)
    const after = analyser.readRuns("someWord")

    expect(after.generation).toBeGreaterThan(generation)
    expect(after.terms[after.numbers[0]!]).toEqual(first)
  })

  it("leaves out runs that are data", () => {
    expect(termsOf("a".repeat(200))).toEqual([])
  })

  it("stems English words only", () => {
    expect([stemWord("connections"), stemWord("größen"), stemWord("is")]).toEqual(["connect", "größen", "is"])
  })
})
