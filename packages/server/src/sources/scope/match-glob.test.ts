import fc from "fast-check"
import picomatch from "picomatch"
import { describe, expect, it } from "vitest"
import { compileGlob } from "./match-glob.ts"

describe("a glob", () => {
  it.each([
    ["*.md", "a.md", true],
    ["*.md", "docs/a.md", false],
    ["docs/*.md", "docs/a.md", true],
    ["docs/**", "docs", true],
    ["docs/**", "docs/a/b.md", true],
    ["docs/**", "docsa", false],
    ["**/a.md", "a.md", true],
    ["**/a.md", "x/y/a.md", true],
    ["**/a.md", "x/ya.md", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["[a-c]1", "b1", true],
    ["[!a-c]1", "b1", false],
    ["[!a-c]1", "d1", true],
    ["[a", "[a", true],
    ["{docs,src/guide}/*.md", "src/guide/a.md", true],
    ["{docs,src/guide}/*.md", "src/a.md", false],
    ["v{1..12}.md", "v11.md", true],
    ["v{1..12}.md", "v13.md", false],
    ["a{b", "a{b", true],
    ["{a}", "{a}", true],
    ["a{,x{y,z}}b", "axzb", true],
    ["a{,x{y,z}}b", "ab", true],
    ["\\*.md", "*.md", true],
    ["\\*.md", "a.md", false],
    ["!a", "!a", true],
    ["a/*b/**/**", "a/ab", true],
    ["**/**/a.md", "a.md", true],
    [".*", ".hidden", true],
    ["*", ".hidden", true],
  ])("%s on %s is %s", (pattern, path, isMatch) => {
    expect(compileGlob(pattern)(path)).toBe(isMatch)
  })

  it("means the same as for the usual library", () => {
    const part = fc.constantFrom("a", "b", "*", "**", "?", "[ab]", "{a,b}", "{a,b*}", "a*", "*b", "*.md", "a?b")
    const name = fc.constantFrom("a", "b", "ab", "aab", "a.md", "bb", "c")
    const join = (parts: readonly string[]) => parts.join("/")

    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }).map(join),
        fc.array(name, { minLength: 1, maxLength: 5 }).map(join),
        (pattern, path) => {
          const expected = picomatch(pattern, { dot: true, noextglob: true, nonegate: true })(path)
          expect([pattern, path, compileGlob(pattern)(path)]).toEqual([pattern, path, expected])
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it.each([
    [`${"**/a/".repeat(8)}b`, `${"a/".repeat(40)}c.md`],
    [`${"**/a/".repeat(50)}b`, `${"a/".repeat(2_000)}c.md`],
    [`${"*a".repeat(140)}b`, "a".repeat(4_000)],
    [`${"{a,a}".repeat(58)}b`, "a".repeat(4_000)],
    [`${"{*,*a}".repeat(48)}b`, "a".repeat(4_000)],
    ["{".repeat(300), "{".repeat(4_000)],
    ["{a,".repeat(99), "a".repeat(4_000)],
    ["[".repeat(300), "a".repeat(4_000)],
  ])("made to be slow, such as %s, takes little time", (pattern, path) => {
    const usedBefore = process.cpuUsage()
    compileGlob(pattern)(path)

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(500)
  })
})
