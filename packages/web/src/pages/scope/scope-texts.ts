import type { PreviewedFolder } from "@lectern/contract"
import { linesOf } from "../../components/form.tsx"

/** Patterns as the user types them, one per line. */
export interface ScopeTexts {
  readonly folders: string
  readonly excludeFolders: string
  readonly excludeFiles: string
}

/** Patterns in the form that the server expects. */
export interface Scope {
  readonly folders: string[]
  readonly excludeFolders: string[]
  readonly excludeFiles: string[]
}

export function scopeOf({ folders, excludeFolders, excludeFiles }: ScopeTexts): Scope {
  return { folders: linesOf(folders), excludeFolders: linesOf(excludeFolders), excludeFiles: linesOf(excludeFiles) }
}

/** Returns the pattern that matches only one folder: a name without a slash would match at any depth. */
export function patternOf(path: string): string {
  const literal = path.replaceAll(/[*?[\]{}\\]/g, String.raw`\$&`)
  return literal.includes("/") ? literal : `/${literal}`
}

/** Returns the path of a pattern without globs. */
function pathOf(pattern: string): string {
  const names = pattern.split("/").filter((name) => name !== "" && name !== ".")
  return names.join("/").replaceAll(/\\(.)/g, "$1")
}

const isFolder = (path: string) => (pattern: string) => pathOf(pattern) === path
const isBelow = (path: string) => (pattern: string) => pathOf(pattern).startsWith(`${path}/`)
const textOf = (lines: readonly string[]) => lines.join("\n")

/** Returns true if only this folder is included. */
export function isOnly({ folders }: ScopeTexts, path: string): boolean {
  const lines = linesOf(folders)
  return lines.length === 1 && lines.every(isFolder(path))
}

/** Includes only this folder, or everything again if that is already the case. */
export function withOnly(texts: ScopeTexts, path: string): ScopeTexts {
  if (isOnly(texts, path)) return { ...texts, folders: "" }
  const excludeFolders = linesOf(texts.excludeFolders).filter((pattern) => !isFolder(path)(pattern))
  return { ...texts, folders: patternOf(path), excludeFolders: textOf(excludeFolders) }
}

/**
 * Includes a folder that is left out, or leaves out one that is included.
 *
 * @returns undefined if the folder is left out by something that another pattern cannot undo, such as a default exclusion.
 */
export function withToggled(texts: ScopeTexts, folder: PreviewedFolder): ScopeTexts | undefined {
  const { path, includedCount, knownCount } = folder
  const folders = linesOf(texts.folders)
  const excluded = linesOf(texts.excludeFolders)
  if (includedCount === 0) {
    const without = excluded.filter((pattern) => !isFolder(path)(pattern))
    if (without.length < excluded.length) return { ...texts, excludeFolders: textOf(without) }
    if (folders.length === 0 || folders.some(isFolder(path))) return undefined
    return { ...texts, folders: textOf([...folders, patternOf(path)]) }
  }
  if (includedCount < knownCount && excluded.some(isBelow(path))) {
    return { ...texts, excludeFolders: textOf(excluded.filter((pattern) => !isBelow(path)(pattern))) }
  }
  const others = folders.filter((pattern) => !isFolder(path)(pattern))
  if (others.length > 0 && others.length < folders.length) return { ...texts, folders: textOf(others) }
  return { ...texts, excludeFolders: textOf([...excluded, patternOf(path)]) }
}
