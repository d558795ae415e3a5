import { folderOf } from "./page-lookup.ts"
import type { FolderConfig, FolderConfigReader, ReadText } from "./site-config.ts"
import { foldersOf, inFolder } from "./site-folders.ts"
import type { SitePage } from "./site-page.ts"

/** Order and labels of pages, from front matter and from configuration files in their folders. */
export interface FolderOrder {
  /** Compares two pages: index pages first, then by position, then by name. */
  compare(left: string, right: string): number
  /** Returns the label of a page or folder, if the configuration of its folder sets one. */
  labelOf(path: string): string | undefined
}

const INDEX = /(?:^|\/)(?:_?index|readme)\.\w+$/i

/** Orders all pages of a source by the configuration files in their folders. */
export function readFolderOrder(
  pages: readonly SitePage[],
  readers: readonly FolderConfigReader[],
  read: ReadText,
): FolderOrder {
  const positions = new Map<string, number>()
  const labels = new Map<string, string>()
  for (const page of pages) {
    if (page.position === undefined) continue
    positions.set(INDEX.test(page.path) ? folderOf(page.path) : page.path, page.position)
  }
  const byBareName = new Map(pages.map(({ path }) => [path.replace(/\.[^./]+$/, ""), path]))
  for (const folder of foldersOf(pages.map(({ path }) => path))) {
    let hasEntries = false
    for (const { position, label, entries } of configsIn(folder, readers, read)) {
      if (position !== undefined) positions.set(folder, position)
      if (label !== undefined) labels.set(folder, label)
      if (entries === undefined || hasEntries) continue
      hasEntries = true
      for (const [at, entry] of entries.entries()) {
        const full = inFolder(folder, entry.name)
        const path = byBareName.get(full) ?? full
        positions.set(path, at)
        if (entry.label !== undefined) labels.set(path, entry.label)
      }
    }
  }
  return {
    compare: (left, right) => compareSegments(left.split("/"), right.split("/"), positions),
    labelOf: (path) => labels.get(path),
  }
}

function configsIn(folder: string, readers: readonly FolderConfigReader[], read: ReadText): readonly FolderConfig[] {
  return readers.flatMap(({ files, readConfig }) =>
    files.flatMap((name) => {
      const path = inFolder(folder, name)
      const text = read(path)
      return text === undefined ? [] : (readConfig({ path, folder, text, read }) ?? [])
    }),
  )
}

function compareSegments(
  left: readonly string[],
  right: readonly string[],
  positions: ReadonlyMap<string, number>,
): number {
  const shared = Math.min(left.length, right.length)
  let at = 0
  while (at < shared && left[at] === right[at]) at++
  const keyOf = (segments: readonly string[]) => {
    const path = segments.slice(0, at + 1).join("/")
    const isIndex = at === segments.length - 1 && INDEX.test(path)
    return { position: isIndex ? -Infinity : (positions.get(path) ?? Infinity), name: segments[at] ?? "" }
  }
  const one = keyOf(left)
  const other = keyOf(right)
  if (one.position !== other.position) return one.position < other.position ? -1 : 1
  return one.name === other.name ? left.length - right.length : one.name < other.name ? -1 : 1
}
