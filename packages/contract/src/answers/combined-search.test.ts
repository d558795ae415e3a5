import { expect, it } from "vitest"
import { decodeHeaderText, encodeHeaderText } from "./combined-search.ts"

it.each([
  ["v1.2.0", "v1.2.0"],
  ["pkg@1.0 (beta)", "pkg@1.0 (beta)"],
  ["版本-1", "%E7%89%88%E6%9C%AC-1"],
  ["100%\u0007", "100%25%07"],
])("encodes %j for a header as %s, and decodes it", (text, encoded) => {
  expect([encodeHeaderText(text), decodeHeaderText(encoded)]).toEqual([encoded, text])
})

it("keeps a text of an earlier server that is not encoded", () => {
  expect(decodeHeaderText("100%")).toBe("100%")
})
