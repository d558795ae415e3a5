import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  BadArguments,
  readAddArguments,
  readLibraryArguments,
  readQueryArguments,
  readResolveArguments,
  readSearchArguments,
} from "./tool-arguments.ts"

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
    expect(() => readResolveArguments({ libraryName: 5 })).toThrow("libraryName: must be a string")
    expect(() => readResolveArguments({ libraryName: "a", query: "q".repeat(501) })).toThrow(
      "query: must be at most 500 characters",
    )
  })
})

describe("readQueryArguments", () => {
  it.each(["libraryId", "libraryName", "context7CompatibleLibraryID", "libraryID"])(
    "reads the library under %s",
    (name) => {
      expect(readQueryArguments({ [name]: "/a/b", question: "q" })).toEqual({
        libraryId: "/a/b",
        query: "q",
        tokens: 5000,
        length: "auto",
      })
    },
  )

  it("reads the words expected in the answer as a list or as one text", () => {
    const termsOf = (terms: unknown) => readQueryArguments({ libraryId: "/a/b", query: "q", terms }).terms

    expect(termsOf([" app.use ", "", "next"])).toEqual(["app.use", "next"])
    expect(termsOf("app.use, next")).toEqual(["app.use", "next"])
    expect([termsOf([]), termsOf(""), termsOf(undefined)]).toEqual([undefined, undefined, undefined])
    expect(readSearchArguments({ query: "q", terms: "cors" }).terms).toEqual(["cors"])
  })

  it("says how many words are allowed, and how long they may be", () => {
    const read = (terms: unknown) => () => readQueryArguments({ libraryId: "/a/b", query: "q", terms })

    expect(read(Array.from({ length: 17 }, (_, at) => `w${at}`))).toThrow("terms: must be at most 16 entries")
    expect(read(["w".repeat(101)])).toThrow("terms.0: must be at most 100 characters")
  })

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
            expect(error).toBeInstanceOf(BadArguments)
          }
        },
      ),
    )
  })
})

describe("readSearchArguments", () => {
  it("reads libraries as a list, as one text and under their other name", () => {
    expect(readSearchArguments({ query: "q", libraries: ["react@19", " /a/b "] }).libraries).toEqual([
      "react@19",
      "/a/b",
    ])
    expect(readSearchArguments({ query: "q", libraries: "react, vue" }).libraries).toEqual(["react", "vue"])
    expect(readSearchArguments({ question: "q", library: "react" })).toMatchObject({ query: "q", libraries: ["react"] })
    expect(readSearchArguments({ query: "q", libraries: [] }).libraries).toBeUndefined()
    expect(readSearchArguments({ query: "q", libraries: " " }).libraries).toBeUndefined()
  })

  it("bounds the answer, by 5,000 tokens when nothing is said", () => {
    expect(readSearchArguments({ query: "q" }).tokens).toBe(5000)
    expect(readSearchArguments({ query: "q", tokens: "600" }).tokens).toBe(600)
    expect(() => readSearchArguments({ query: "q", tokens: 20_001 })).toThrow("tokens: must be at most 20000")
  })

  it("names what is wrong", () => {
    expect(() => readSearchArguments({})).toThrow("query: is required")
    expect(() => readSearchArguments({ query: "q".repeat(2001) })).toThrow("query: must be at most 2000 characters")
    expect(() => readSearchArguments({ query: "q", libraries: ["a", "b", "c", "d", "e"] })).toThrow(
      "libraries: must be at most 4 entries",
    )
    expect(() => readSearchArguments({ query: "q", libraries: [5] })).toThrow("libraries.0: must be a string")
    expect(() => readSearchArguments({ query: "q", version: "newest" })).toThrow("version: must be latest or a version")
  })
})

describe("readAddArguments and readLibraryArguments", () => {
  it("name what is wrong", () => {
    expect(() => readAddArguments({})).toThrow("url: is required")
    expect(() => readAddArguments({ url: "https://a.example", kind: "files" })).toThrow('kind: must be "git"')
    expect(() => readLibraryArguments({ libraryId: "hono" })).toThrow("libraryId: must have the form /owner/repo")
  })
})
