import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseLibraryConfig } from "./library-config.ts"

describe("manifest of a library", () => {
  it("takes every field that has the right form and notes the others", () => {
    const text = `\uFEFF${JSON.stringify({ projectTitle: "FastAPI", rules: ["use async"], folders: "docs", redirectTo: "/a/b", unknown: 1 })}`

    const { manifest, notes } = parseLibraryConfig(text)

    expect(manifest).toEqual({ projectTitle: "FastAPI", rules: ["use async"], redirectTo: "/a/b" })
    expect(notes).toEqual([expect.stringContaining("folders in the library config was ignored")])
  })

  it("notes a manifest that is no object, and is silent when there is none", () => {
    expect(parseLibraryConfig("[1]")).toEqual({ manifest: {}, notes: [expect.stringContaining("not a JSON object")] })
    expect(parseLibraryConfig("{ nonsense")).toMatchObject({
      manifest: {},
      notes: [expect.stringContaining("not a JSON object")],
    })
    expect(parseLibraryConfig(undefined)).toEqual({ manifest: {}, notes: [] })
  })

  it("never throws, whatever stands in it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(parseLibraryConfig(text).manifest).toBeTypeOf("object")
        },
      ),
    )
    const fields = fc.constantFrom(
      "projectTitle",
      "description",
      "branch",
      "folders",
      "rules",
      "redirectTo",
      "previousVersions",
      "__proto__",
    )
    fc.assert(
      fc.property(fc.dictionary(fields, fc.anything()), (value) => {
        expect(parseLibraryConfig(JSON.stringify(value) ?? "").notes).toBeInstanceOf(Array)
      }),
    )
  })
})
