import { setImmediate as nextTurn } from "node:timers/promises"
import { LIMITS, type PreviewedExclusion, type PreviewedFolder, type ScopeMatches } from "@lectern/contract"
import { InvalidInput } from "../../../base/errors.ts"
import { DEFAULT_SOURCE_LIMITS } from "../../../sources/base/source-limits.ts"
import { filterPaths, type LeftOutPath, type PathScope, scopePlaces } from "../../../sources/scope/filter-paths.ts"
import { limitFiles } from "../../../sources/scope/source-choice.ts"

/** Time after which other requests get a turn. */
const SLICE_MS = 10
/**
 * Time limit for matching all paths. A typical glob takes about 2 µs per path, but some patterns would take minutes.
 */
const MAX_MATCHING_MS = 5_000

/** A file that is left out. Records whether this was decided by a built-in default. */
export interface Exclusion extends LeftOutPath {
  readonly byDefault: boolean
}

/**
 * Counts the documentation files of a source that a scope would keep, in slices, so that other requests do not wait.
 *
 * @param paths documentation files, unique.
 * @throws {InvalidInput} if matching the patterns takes longer than 5 s. @throws the reason of `signal`.
 */
export async function matchScope(
  paths: readonly string[],
  scope: PathScope,
  signal: AbortSignal,
): Promise<ScopeMatches> {
  const places = await evaluate(paths, scopePlaces(scope), signal)
  const filtered = filterPaths(paths, scope, (path) => places.get(path) ?? { reason: undefined, chosenDepth: 0 })
  const limited = limitFiles(filtered.kept, DEFAULT_SOURCE_LIMITS.maxFiles)
  const included = new Set(limited.kept)
  const excluded = paths.filter((path) => !included.has(path))
  const { folders, folderCount } = countFolders(paths, included)
  const exclusions = [...filtered.leftOut, ...limited.leftOut].map((file) => ({
    ...file,
    byDefault: places.get(file.path)?.reason === undefined,
  }))
  return {
    knownCount: paths.length,
    includedCount: included.size,
    included: limited.kept.slice(0, LIMITS.scopePreviewMaxCount),
    excludedCount: excluded.length,
    excluded: excluded.slice(0, LIMITS.scopePreviewMaxCount),
    folderCount,
    folders,
    exclusions: groupExclusions(exclusions),
    notes: [...filtered.notes],
  }
}

async function evaluate<Value>(
  paths: readonly string[],
  valueOf: (path: string) => Value,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Value>> {
  const values = new Map<string, Value>()
  let usedMs = 0
  let sliceStart = performance.now()
  for (const path of paths) {
    values.set(path, valueOf(path))
    const sliceMs = performance.now() - sliceStart
    if (sliceMs < SLICE_MS) continue
    usedMs += sliceMs
    if (usedMs > MAX_MATCHING_MS) {
      const seconds = MAX_MATCHING_MS / 1000
      throw new InvalidInput(
        `cannot preview: matching the patterns takes longer than ${seconds} seconds. Use fewer or simpler patterns`,
      )
    }
    await nextTurn()
    signal.throwIfAborted()
    sliceStart = performance.now()
  }
  return values
}

/** Groups files by the reason why they are left out, most files first. */
export function groupExclusions(exclusions: readonly Exclusion[]): PreviewedExclusion[] {
  const groups = new Map<string, PreviewedExclusion>()
  for (const { path, reason, detail = null, byDefault } of exclusions) {
    const key = `${reason} ${byDefault}`
    const group = groups.get(key) ?? { reason, byDefault, fileCount: 0, files: [] }
    groups.set(key, group)
    group.fileCount += 1
    if (group.files.length < LIMITS.scopePreviewFilesPerReason) group.files.push({ path, detail })
  }
  return [...groups.values()].toSorted((left, right) => right.fileCount - left.fileCount)
}

/** Counts the files of every folder. Returns those closest to the root, ordered by path. */
function countFolders(
  paths: readonly string[],
  included: ReadonlySet<string>,
): { readonly folders: PreviewedFolder[]; readonly folderCount: number } {
  const byPath = new Map<string, PreviewedFolder>()
  const byDepth: PreviewedFolder[][] = []
  for (const path of paths) {
    const isIncluded = included.has(path)
    let depth = 0
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash)
      let counts = byPath.get(folder)
      if (counts === undefined) {
        counts = { path: folder, includedCount: 0, knownCount: 0 }
        byPath.set(folder, counts)
        byDepth[depth] ??= []
        byDepth[depth]?.push(counts)
      }
      depth += 1
      counts.knownCount += 1
      if (isIncluded) counts.includedCount += 1
    }
  }
  const folders = byDepth
    .flat()
    .slice(0, LIMITS.scopePreviewMaxFolders)
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
  return { folders, folderCount: byPath.size }
}
