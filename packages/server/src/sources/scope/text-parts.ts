/** Tells text files that pages include from those that are pages. */
export interface TextParts {
  /** The folder of pages of reStructuredText that a text file is a part of. */
  partOf(path: string): string | undefined
}

const TEXT = /(?<!(?:^|\/)readme)\.(?:txt|text)$/i

/**
 * Finds the text files that lie among pages of reStructuredText: Sphinx makes no pages of them, and what they say stands
 * where it is included.
 *
 * Pages of reStructuredText may end in `.txt`, too: then the contents do, `index.txt`, or most pages.
 *
 * @param paths all documentation files of the source.
 */
export function findTextParts(paths: readonly string[]): TextParts {
  const roots = new Set(paths.filter((path) => /(?:^|\/)(?:\w+_)?index\.rst$/.test(path)).map(folderOf))
  for (const path of paths) if (/(?:^|\/)index\.txt$/.test(path)) roots.delete(folderOf(path))
  if (roots.size === 0 || !paths.some((path) => TEXT.test(path))) return { partOf: () => undefined }
  const surplus = new Map<string, number>()
  for (const path of paths) {
    const more = path.endsWith(".rst") ? 1 : TEXT.test(path) ? -1 : 0
    if (more !== 0) for (const folder of foldersOf(path)) surplus.set(folder, (surplus.get(folder) ?? 0) + more)
  }
  return {
    partOf(path) {
      if (!TEXT.test(path)) return undefined
      return foldersOf(path).find((folder) => roots.has(folder) && (surplus.get(folder) ?? 0) > 0)
    },
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

/** The folders that a file lies in, the outermost first; the source itself is the empty one. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split("/").slice(0, -1)
  return ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))]
}
