import { describe, expect, it } from "vitest"
import { isOnly, patternOf, type ScopeTexts, withOnly, withToggled } from "./scope-texts.ts"

const NOTHING: ScopeTexts = { folders: "", excludeFolders: "", excludeFiles: "" }
const folder = (path: string, includedCount: number, knownCount = 4) => ({ path, includedCount, knownCount })

describe("folders that are clicked", () => {
  it("become patterns that match nothing else", () => {
    expect(["docs", "docs/a", "app/[slug]", String.raw`a\b`].map(patternOf)).toEqual([
      "/docs",
      "docs/a",
      String.raw`app/\[slug\]`,
      String.raw`/a\\b`,
    ])
  })

  it("are left out, and included again", () => {
    const without = withToggled(NOTHING, folder("docs", 4))
    const again = withToggled(without ?? NOTHING, folder("docs", 0))

    expect(without).toEqual({ ...NOTHING, excludeFolders: "/docs" })
    expect(again).toEqual(NOTHING)
  })

  it("are included again by removing the pattern as it was written", () => {
    const texts = { ...NOTHING, excludeFolders: "docs/\ntests" }

    expect(withToggled(texts, folder("docs", 0))).toEqual({ ...NOTHING, excludeFolders: "tests" })
  })

  it("include excluded subfolders first", () => {
    const texts = { ...NOTHING, excludeFolders: "docs/a\ndocsets" }

    expect(withToggled(texts, folder("docs", 3))).toEqual({ ...NOTHING, excludeFolders: "docsets" })
  })

  it("join the chosen folders, and leave them while others remain", () => {
    const two = withToggled({ ...NOTHING, folders: "/docs" }, folder("guide", 0))

    expect(two).toEqual({ ...NOTHING, folders: "/docs\n/guide" })
    expect(withToggled(two ?? NOTHING, folder("guide", 4))).toEqual({ ...NOTHING, folders: "/docs" })
  })

  it("do not change if no pattern in the form excludes them", () => {
    expect(withToggled(NOTHING, folder("tests", 0))).toBeUndefined()
    expect(withToggled({ ...NOTHING, folders: "/tests" }, folder("tests", 0))).toBeUndefined()
  })

  it("can be the only ones, and then all are included again", () => {
    const only = withOnly({ ...NOTHING, folders: "a\nb", excludeFolders: "docs" }, "docs")

    expect(only).toEqual({ ...NOTHING, folders: "/docs" })
    expect([isOnly(only, "docs"), isOnly(only, "guide")]).toEqual([true, false])
    expect(withOnly(only, "docs")).toEqual(NOTHING)
  })
})
