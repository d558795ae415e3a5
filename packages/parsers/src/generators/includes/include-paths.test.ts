import { posix } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { amongSnippets, aroundPage, joinInside } from "./include-paths.ts"

const folder = fc.array(fc.constantFrom("docs", "en", "guide"), { maxLength: 3 }).map((parts) => parts.join("/"))
const relative = fc
  .array(fc.constantFrom("..", ".", "", "a", "b.md"), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("/"))

/** What a file system makes of it, if it does not lead out of the source. */
function joinedBySystem(base: string, target: string): string | undefined {
  const joined = posix.relative("/root", posix.join("/root", base, target))
  const leadsOut = target.split("/").reduce(
    ({ depth, isOut }, part) => {
      const next = part === ".." ? depth - 1 : part === "" || part === "." ? depth : depth + 1
      return { depth: next, isOut: isOut || next < 0 }
    },
    { depth: base === "" ? 0 : base.split("/").length, isOut: false },
  ).isOut
  return leadsOut || joined === "" ? undefined : joined
}

describe("paths of included files", () => {
  it("are joined like those of a file system, and never lead out of the source", () => {
    fc.assert(
      fc.property(folder, relative, (base, target) => {
        expect(joinInside(base, target)).toBe(joinedBySystem(base, target))
      }),
    )
  })

  it("are looked for around the page, the nearest first", () => {
    expect(aroundPage("../src/a.py", "docs/en/page.md")).toEqual(["docs/src/a.py", "src/a.py"])
    expect(aroundPage("a\0b", "docs/page.md")).toEqual([])
  })

  it("are looked for in the folders of snippets, too", () => {
    expect(amongSnippets("a.py", "docs/page.md")).toEqual([
      "docs/a.py",
      "a.py",
      "docs/docs/a.py",
      "docs/includes/a.py",
      "docs/snippets/a.py",
      "includes/a.py",
      "snippets/a.py",
    ])
  })
})
