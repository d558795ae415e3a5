import { compileGlob } from "./match-glob.ts"

/** Returns true if a list of patterns matches a path. */
export type PathTest = (path: string) => boolean

/** Longer patterns are compared literally. */
const MAX_PATTERN_CHARACTERS = 300

/**
 * Compiles folder patterns. A plain name matches every folder with that name at any depth; a path with `/` is relative
 * to the root. Both may be globs.
 *
 * @returns a function that returns true for file paths inside such a folder, at any depth. Undefined if the list is
 *   empty or contains the root itself, because nothing is restricted then.
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
 * Compiles file patterns. A plain name matches every file with that name at any depth; a path with `/` is relative to
 * the root. Both may be globs.
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

/** Lists the folders of a path: for `a/b/c.md`, `a` and `a/b` from the root, or else the names `a` and `b`. */
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
