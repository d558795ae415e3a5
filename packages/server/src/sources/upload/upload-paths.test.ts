import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../base/errors.ts"
import { assignPaths } from "./upload-paths.ts"

describe("paths of uploaded files", () => {
  it("are their names, numbered where several have the same", () => {
    expect(assignPaths(["a.pdf", "a.pdf", "a-2.pdf", "b.docx", "a.pdf"], undefined)).toEqual([
      "a.pdf",
      "a-3.pdf",
      "a-2.pdf",
      "b.docx",
      "a-4.pdf",
    ])
  })

  it("are those that were sent for them", () => {
    expect(assignPaths(["a.pdf", "b.docx"], ["./guides/a.pdf", "guides/b.docx"])).toEqual([
      "guides/a.pdf",
      "guides/b.docx",
    ])
  })

  it.each([
    ["../a.pdf"],
    ["/etc/a.pdf"],
    ["a/../../b.pdf"],
    ["a//b.pdf"],
    ["a\\..\\b.pdf"],
    ["C:/a.pdf"],
    ["a\u0000.pdf"],
    ["a\n.pdf"],
    [" /a.pdf"],
    ["a.txt"],
    [""],
    [`${"a".repeat(600)}.pdf`],
  ])("are refused as %j", (path) => {
    expect(() => assignPaths(["a.pdf"], [path])).toThrow(InvalidInput)
  })

  it("have to be as many as the files, and differ", () => {
    expect(() => assignPaths(["a.pdf"], [])).toThrow(/0 paths for 1 files/)
    expect(() => assignPaths(["a.pdf", "b.pdf"], ["x.pdf", "x.pdf"])).toThrow(/duplicate path x\.pdf/)
  })

  it("never leave the library and never coincide, whatever is sent", () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("a", "..", "a/b", "a-2")).map((text) => `${text}.pdf`)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), fc.boolean(), (names, areSent) => {
        let paths: readonly string[]
        try {
          paths = assignPaths(names, areSent ? names : undefined)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInput)
          return
        }
        expect(new Set(paths).size).toBe(names.length)
        expect(paths.flatMap((path) => path.split("/")).filter((segment) => /^\.{0,2}$/.test(segment))).toEqual([])
      }),
    )
  })
})
