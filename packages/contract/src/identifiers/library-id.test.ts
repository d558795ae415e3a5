import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  foldLibraryId,
  formatLibraryReference,
  LIBRARY_ID_PATTERN,
  libraryIdOf,
  numberedLibraryId,
  parseChosenLibraryId,
  parseLibraryId,
  parseLibraryReference,
} from "./library-id.ts"

const segment = fc.stringMatching(/^[^/@]+$/)
const version = fc.stringMatching(/^[^/]+$/)

describe("library identifier", () => {
  it("has the pattern that the interface gives", () => {
    expect(LIBRARY_ID_PATTERN.source).toBe("^\\/[^/]+\\/[^/]+([/@][^/]+)?$")
  })

  it.each([
    ["/honojs/website", "/honojs/website", undefined],
    ["/honojs/website/v4", "/honojs/website", "v4"],
    ["/honojs/website@v4.1", "/honojs/website", "v4.1"],
    ["/owner/repo@pkg@1.2.3", "/owner/repo", "pkg@1.2.3"],
    ["/owner/repo/pkg@1.2.3", "/owner/repo", "pkg@1.2.3"],
    ["/websites/nextjs", "/websites/nextjs", undefined],
  ])("reads %s as library %s and version %s", (text, id, versionTag) => {
    expect(parseLibraryReference(text)).toEqual(versionTag === undefined ? { id } : { id, versionTag })
  })

  it.each(["", "honojs/website", "/honojs", "/honojs/", "//x", "/a/b/c/d", "/a/b@", "/a/b/"])("refuses %j", (text) => {
    expect(parseLibraryReference(text)).toBeUndefined()
  })

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(segment, segment, fc.option(version, { nil: undefined }), (owner, name, versionTag) => {
        const reference = { id: libraryIdOf(owner, name), ...(versionTag === undefined ? {} : { versionTag }) }

        expect(parseLibraryReference(formatLibraryReference(reference))).toEqual(reference)
      }),
    )
  })

  it("reads nothing that the pattern refuses", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("/", "@", "a", ".", " ") }), (text) => {
        if (parseLibraryReference(text) !== undefined) expect(text).toMatch(LIBRARY_ID_PATTERN)
      }),
    )
  })

  it("takes no version where only a library is meant", () => {
    expect([parseLibraryId("/a/b"), parseLibraryId("/a/b/1"), parseLibraryId("b")]).toEqual([
      "/a/b",
      undefined,
      undefined,
    ])
  })

  it.each(["/a/b c", "/a/b\nLibrary: /c/d", "/a/\u202Eb", "/a\u200B/b", "/a/b\u0007", "/a/b/1", "b"])(
    "is not chosen as %j, which could look like other text",
    (text) => {
      expect(parseChosenLibraryId(text)).toBeUndefined()
      expect(parseChosenLibraryId("/Größe/c++.日本-1_x")).toBe("/Größe/c++.日本-1_x")
    },
  )

  it("looks up in lower case, and folding twice changes nothing", () => {
    expect(foldLibraryId("/HonoJS/Website")).toBe("/honojs/website")
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => foldLibraryId(foldLibraryId(text)) === foldLibraryId(text)),
    )
  })

  it("numbers a later source of the same name from 2", () => {
    const id = libraryIdOf("docs", "handbook")

    expect([1, 2, 3].map((ordinal) => numberedLibraryId(id, ordinal))).toEqual([
      "/docs/handbook",
      "/docs/handbook-2",
      "/docs/handbook-3",
    ])
  })
})
