import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { InvalidInput } from "../base/errors.ts"
import { readQueryArguments, readResolveArguments } from "./tool-arguments.ts"

describe("readResolveArguments", () => {
  it("takes the name for the question when there is none", () => {
    expect(readResolveArguments({ libraryName: " Next.js " })).toEqual({ libraryName: "Next.js", query: "Next.js" })
  })

  it("reads the question under its other names, its own first", () => {
    expect(readResolveArguments({ libraryName: "a", userQuery: "q" }).query).toBe("q")
    expect(readResolveArguments({ libraryName: "a", question: "q", query: "" }).query).toBe("q")
    expect(readResolveArguments({ libraryName: "a", question: "other", query: "own" }).query).toBe("own")
  })

  it("names what is missing, of the wrong type or too long", () => {
    expect(() => readResolveArguments({ query: "q" })).toThrow("libraryName: is required")
    expect(() => readResolveArguments({ libraryName: 5 })).toThrow("libraryName: must be string")
    expect(() => readResolveArguments({ libraryName: "a", query: "q".repeat(501) })).toThrow(
      "query: must be at most 500 characters",
    )
  })
})

describe("readQueryArguments", () => {
  it.each(["libraryId", "libraryName", "context7CompatibleLibraryID", "libraryID"])(
    "reads the library under %s",
    (name) => {
      expect(readQueryArguments({ [name]: "/a/b", question: "q" })).toEqual({ libraryId: "/a/b", query: "q" })
    },
  )

  it("says which form an identifier has when it is given a name", () => {
    expect(() => readQueryArguments({ libraryId: "react", query: "q" })).toThrow(
      "libraryId: must have the form /owner/repo",
    )
  })

  it("refuses with a message, or gives texts within bounds, whatever arrives", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("libraryId", "libraryName", "query", "question", "__proto__"), fc.anything()),
        (given) => {
          try {
            const { libraryId, query } = readQueryArguments(given)
            expect(libraryId).toMatch(/^\//)
            expect(query.length).toBeGreaterThan(0)
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidInput)
          }
        },
      ),
    )
  })
})
