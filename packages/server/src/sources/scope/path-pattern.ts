import { compileGlob } from "./match-glob.ts"

/** Tells whether a path is meant by a list of patterns. */
export type PathTest = (path: string) => boolean

/** Longer patterns are compared as they are written. */
const MAX_PATTERN_CHARACTERS = 300

/**
 * Reads folder patterns: a plain name means every folder of that name at any depth, a path with `/` one place counted
 * from the root, and both may be globs.
 *
 * @returns a test for file paths: does the file lie in such a folder, at any depth? Undefined when the list is empty or
 *   names the root itself, so that nothing is restricted.
 */
export function folderTest(patterns: readonly string[]): PathTest | undefined {
  const tests: PathTest[] = []
  for (const pattern of patterns) {
    const isAnchored = pattern.trim().replace(/\/+$/, "").includes("/")
    const name = tidy(pattern)
    if (name === "" || name === "**") return undefined
    const matches = nameTest(name)
    tests.push((path) => foldersOf(path, isAnchored).some(matches))
  }
  return tests.length === 0 ? undefined : anyOf(tests)
}

/**
 * Reads file patterns: a plain name means every file of that name at any depth, a path with `/` one place counted from
 * the root, and both may be globs.
 */
export function fileTest(patterns: readonly string[]): PathTest {
  const tests = patterns
    .filter((pattern) => tidy(pattern) !== "")
    .map((pattern): PathTest => {
      const matches = nameTest(tidy(pattern))
      return pattern.trim().includes("/") ? matches : (path) => matches(path.slice(path.lastIndexOf("/") + 1))
    })
  return anyOf(tests)
}

/** Folders a path lies in: `a/b/c.md` is in `a` and `a/b` from the root, or in folders named `a` and `b`. */
function foldersOf(path: string, fromRoot: boolean): readonly string[] {
  const names = path.split("/").slice(0, -1)
  return fromRoot ? names.map((_, depth) => names.slice(0, depth + 1).join("/")) : names
}

function nameTest(pattern: string): PathTest {
  const isGlob = /[*?[\]{}\\]/.test(pattern) && pattern.length <= MAX_PATTERN_CHARACTERS
  return isGlob ? compileGlob(pattern) : (name) => name === pattern
}

function tidy(pattern: string): string {
  return pattern
    .trim()
    .replace(/^(\.?\/)+/, "")
    .replace(/\/+$/, "")
    .replace(/^\.$/, "")
}

function anyOf(tests: readonly PathTest[]): PathTest {
  return (path) => tests.some((test) => test(path))
}
