import { OPERATION_LANGUAGE, operationPath } from "@lectern/parsers/openapi"
import { describe, expect, it } from "vitest"

import { codeLabelOf } from "./code-label.ts"

const codes = [
  { language: "json", code: "{}" },
  { language: "js", code: "1" },
]

describe("codeLabelOf", () => {
  it("is the language of the first block of code", () => {
    expect(codeLabelOf({ pagePath: "guide.md", codes })).toBe("json")
    expect(codeLabelOf({ pagePath: "guide.md", codes: [] })).toBe("")
  })

  it("is the label of the OpenAPI parser on the pages of its operations", () => {
    expect(codeLabelOf({ pagePath: operationPath("pets/get"), codes })).toBe(OPERATION_LANGUAGE)
  })
})
