import { describe, expect, it } from "vitest"

import { analyseText, stemWord } from "./analyse-text.ts"

const termsOf = (text: string) =>
  analyseText(text).flatMap((run) => (run.whole === undefined ? run.words : [...run.words, run.whole]))

describe("analyseText", () => {
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

  it("leaves out runs that are data", () => {
    expect(termsOf("a".repeat(200))).toEqual([])
  })

  it("stems English words only", () => {
    expect([stemWord("connections"), stemWord("größen"), stemWord("is")]).toEqual(["connect", "größen", "is"])
  })
})
