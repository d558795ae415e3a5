import { codeExclusionOf } from "./code-kind.ts"
import { folderTest } from "./path-pattern.ts"
import { chosenDepth, type LeftOutPath, type PathScope, scopeTest, type FilteredPaths } from "./filter-paths.ts"

/**
 * Decides by path which source files are the library's own code.
 *
 * If the selected folders contain no code, they were selected for documentation, so code from the whole source is used.
 *
 * @param paths source files (see `isCodePath`), unique.
 */
export function filterCode(paths: readonly string[], scope: PathScope): FilteredPaths {
  const reasonOf = scopeTest(scope)
  const isInside = folderTest(scope.folders)
  const hasCodeInside = isInside === undefined || paths.some((path) => isInside(path))
  if (!hasCodeInside) {
    const whole = filterCode(paths, { ...scope, folders: [] })
    const note = `the folders ${scope.folders.join(", ")} contain no source code: the whole source was searched`
    return { ...whole, notes: [note, ...whole.notes] }
  }
  const leftOut: LeftOutPath[] = []
  const kept: string[] = []
  for (const path of paths) {
    const asked = reasonOf(path)
    const exclusion = codeExclusionOf(path, isInside === undefined ? 0 : chosenDepth(path, isInside))
    if (asked !== undefined) leftOut.push({ path, reason: asked })
    else if (exclusion !== undefined) leftOut.push({ path, ...exclusion })
    else kept.push(path)
  }
  return { kept, leftOut, notes: [] }
}
