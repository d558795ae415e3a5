import { describe, expect, it } from "vitest"
import {
  compareLines,
  firstDifference,
  readExpected,
  readExpectedDescription,
  textOfDescription,
} from "./expectations.ts"
import { fixtureLibraries } from "./libraries.ts"
import { readOwnDescription } from "./pipeline.ts"
import { recordLibrary } from "./record.ts"

describe("the golden corpus", () => {
  it.each(fixtureLibraries())(
    "of $name gives the documents, snippets and answers that are checked in",
    async (library) => {
      const expected = readExpected(library.name)

      const { lines } = await recordLibrary(library, expected)

      expect(expected.length).toBeGreaterThan(0)
      expect(compareLines(expected, lines)).toEqual([])
    },
  )

  it("has the OpenAPI document of the server that is checked in", async () => {
    const text = textOfDescription(await readOwnDescription())

    expect(firstDifference(readExpectedDescription(), text)).toEqual([])
  })
})

describe("comparing lines", () => {
  const page = { kind: "page", id: "a.md", document: "0123456789abcdef", count: 2 } as const

  it("finds nothing between equal ones", () => {
    expect(compareLines([page], [{ ...page }])).toEqual([])
  })

  it("names what has changed, what is new and what is missing", () => {
    const now = [
      { ...page, document: "fedcba9876543210", count: 3 },
      { ...page, id: "new.md" },
    ]

    expect(compareLines([page, { ...page, id: "gone.md" }], now)).toEqual([
      "  page: missing (1)",
      "    gone.md",
      "  page: document changed (1)",
      "    a.md",
      "  page: count changed (1)",
      "    a.md: 2 -> 3",
      "  page: new (1)",
      "    new.md",
    ])
  })
})
