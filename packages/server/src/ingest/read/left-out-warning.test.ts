import { describe, expect, it } from "vitest"
import { LeftOutWarning } from "./left-out-warning.ts"

describe("LeftOutWarning", () => {
  it("says why more than three documentation files in ten were left out, most frequent reason first", () => {
    const share = new LeftOutWarning()
    share.add("changelog")
    share.add("translation", 594)
    for (let count = 0; count < 9; count++) share.add("boilerplate")

    expect(share.note(238)).toBe(
      "604 of 842 documentation files (71%) were left out: 594 translations of other pages, " +
        "9 boilerplate such as licences, 1 changelog",
    )
  })

  it("says nothing of three in ten and less", () => {
    const share = new LeftOutWarning()
    share.add("empty", 3)

    expect(share.note(7)).toBeUndefined()
    expect(share.note(6)).toContain("3 of 9")
    expect(new LeftOutWarning().note(0)).toBeUndefined()
  })

  it("does not count what is no documentation", () => {
    const share = new LeftOutWarning()
    for (const reason of ["not_documentation", "symbolic_link", "submodule", "not_found"] as const)
      share.add(reason, 99)

    expect(share.note(1)).toBeUndefined()
  })

  it("adds up the reasons that it does not name", () => {
    const share = new LeftOutWarning()
    for (const [at, reason] of (
      ["empty", "robots", "noindex", "duplicate", "too_large", "changelog"] as const
    ).entries()) {
      share.add(reason, 1_000 - at)
    }

    expect(share.note(0)).toMatch(
      /: 1,000 files without text.*, 997 duplicates of other pages, 1,991 for other reasons$/,
    )
  })
})
