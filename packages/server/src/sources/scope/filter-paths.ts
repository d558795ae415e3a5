import { defaultExclusions, type DefaultExclusion } from "./default-exclusions.ts"
import { fileTest, folderTest, type PathTest } from "./path-pattern.ts"
import type { LeftOutReason } from "../base/source-file.ts"

/** The part of a source to index, from the request and the library config. */
export interface PathScope {
  /** Only these folders; all folders if empty. */
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  /** True to keep folders of old versions. */
  readonly skipVersionFiltering: boolean
}

/** A file that was left out. */
export interface LeftOutPath {
  readonly path: string
  readonly reason: LeftOutReason
  readonly detail?: string
}

/** Included and excluded files; together every path once, in the given order. */
export interface FilteredPaths {
  readonly kept: readonly string[]
  readonly leftOut: readonly LeftOutPath[]
  /** Remarks for the report about default exclusions that were not applied. */
  readonly notes: readonly string[]
}

/**
 * Minimum share of the documentation that the default exclusions must keep: one in twenty. If they would keep less,
 * they are considered wrong for this library, such as one README beside a manual in Chinese.
 */
const MIN_KEPT_SHARE = 0.05

/**
 * Decides by path which documentation files of a source are indexed.
 *
 * The requested scope is applied exactly. Then the default exclusions are applied, except those that would leave out
 * all or nearly all files; the notes list these.
 *
 * @param paths documentation files (see `documentKind`), unique.
 * @param placeOf how the scope applies to a path, if that is already known.
 */
export function filterPaths(
  paths: readonly string[],
  scope: PathScope,
  placeOf: (path: string) => ScopePlace = scopePlaces(scope),
): FilteredPaths {
  const places = new Map(paths.map((path) => [path, placeOf(path)]))
  const inScope = paths.filter((path) => places.get(path)?.reason === undefined)
  const exclusions = defaultExclusions(paths, { keepVersions: scope.skipVersionFiltering })
  const chosenDepthOf = (path: string) => places.get(path)?.chosenDepth ?? 0
  const { byDefault, notes } = applyDefaultExclusions(inScope, (path) =>
    exclusions.exclusionsOf(path, chosenDepthOf(path)),
  )
  const kept: string[] = []
  const leftOut: LeftOutPath[] = []
  for (const path of paths) {
    const reason = places.get(path)?.reason
    const exclusion = byDefault.get(path)
    if (reason !== undefined) leftOut.push({ path, reason })
    else if (exclusion === undefined) kept.push(path)
    else leftOut.push({ path, reason: exclusion.reason, detail: exclusion.detail })
  }
  return { kept, leftOut, notes }
}

/** How the requested scope applies to a path. */
export interface ScopePlace {
  /** Why the path is left out; undefined if it is included. */
  readonly reason: LeftOutReason | undefined
  /** Number of leading folders after which the path is inside the selected folders; 0 if no folders are selected. */
  readonly chosenDepth: number
}

/** Returns a function that applies the requested scope to a path. */
export function scopePlaces(scope: PathScope): (path: string) => ScopePlace {
  const isInside = folderTest(scope.folders)
  const reasonOf = scopeTest(scope)
  return (path) => {
    const reason = reasonOf(path)
    const isChosen = isInside !== undefined && reason === undefined
    return { reason, chosenDepth: isChosen ? chosenDepth(path, isInside) : 0 }
  }
}

/** Returns a function that applies the requested scope: it returns why a path is left out, or undefined. */
export function scopeTest(
  scope: Pick<PathScope, "folders" | "excludeFolders" | "excludeFiles">,
): (path: string) => LeftOutReason | undefined {
  const isInside = folderTest(scope.folders)
  const isExcludedFolder = folderTest(scope.excludeFolders.filter((pattern) => !/^[./\s]*$/.test(pattern)))
  const isExcludedFile = fileTest(scope.excludeFiles)
  return (path) => {
    if (isInside !== undefined && !isInside(path)) return "outside_folders"
    if (isExcludedFolder?.(path) === true) return "excluded_folder"
    return isExcludedFile(path) ? "excluded_file" : undefined
  }
}

/** Returns the number of leading folders after which a path is inside the selected folders. */
export function chosenDepth(path: string, isInside: PathTest): number {
  const folders = path.split("/").slice(0, -1)
  const depth = folders.findIndex((_, at) => isInside(`${folders.slice(0, at + 1).join("/")}/file`))
  return depth + 1
}

/** Name that the report gives the rule of all certain exclusions. */
const CERTAIN = "foreign"

/** Returns the rule of a default exclusion. A rule is applied or skipped as a whole, so that the report can name it. */
function ruleOf(exclusion: DefaultExclusion): string {
  return exclusion.isCertain ? CERTAIN : exclusion.reason
}

/**
 * Applies the default exclusions, except the rules that would leave out all or nearly all files. A file that one rule would leave out is
 * still left out if another one applies to it.
 */
function applyDefaultExclusions(
  inScope: readonly string[],
  exclusionsOf: (path: string) => Iterable<DefaultExclusion>,
): { readonly byDefault: ReadonlyMap<string, DefaultExclusion>; readonly notes: readonly string[] } {
  const skipped = new Set<string>()
  const notes: string[] = []
  for (;;) {
    const byDefault = firstExclusions(inScope, exclusionsOf, skipped)
    const rule = excessiveRule(inScope.length, byDefault)
    if (rule === undefined) return { byDefault, notes }
    skipped.add(rule.name)
    const share = `${rule.count} of ${inScope.length} documentation files`
    const kept = inScope.length - byDefault.size
    notes.push(`the default exclusion "${rule.name}" was not applied: it would leave out ${share} and keep ${kept}`)
  }
}

function firstExclusions(
  inScope: readonly string[],
  exclusionsOf: (path: string) => Iterable<DefaultExclusion>,
  skipped: ReadonlySet<string>,
): ReadonlyMap<string, DefaultExclusion> {
  const found = new Map<string, DefaultExclusion>()
  for (const path of inScope) {
    for (const exclusion of exclusionsOf(path)) {
      if (skipped.has(ruleOf(exclusion))) continue
      found.set(path, exclusion)
      break
    }
  }
  return found
}

/** Returns the rule that leaves out most files if all rules keep too few, with the number of them. */
function excessiveRule(
  total: number,
  byDefault: ReadonlyMap<string, DefaultExclusion>,
): { readonly name: string; readonly count: number } | undefined {
  const countByRule = new Map<string, number>()
  for (const exclusion of byDefault.values()) {
    countByRule.set(ruleOf(exclusion), (countByRule.get(ruleOf(exclusion)) ?? 0) + 1)
  }
  const certainCount = countByRule.get(CERTAIN) ?? 0
  const kept = total - byDefault.size
  if (kept > 0 && kept >= (total - certainCount) * MIN_KEPT_SHARE) return undefined
  const others = [...countByRule].filter(([name]) => name !== CERTAIN).toSorted(([, left], [, right]) => right - left)
  const [name, count] = others[0] ?? [CERTAIN, certainCount]
  return count === 0 ? undefined : { name, count }
}
