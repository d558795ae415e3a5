/** Distinguishes text files that pages include from text files that are pages. */
export interface TextParts {
  /** Returns the folder of reStructuredText pages that a text file belongs to. */
  partOf(path: string): string | undefined
}

const TEXT = /(?<!(?:^|\/)readme)\.(?:txt|text)$/i

/**
 * Finds text files among reStructuredText pages. Sphinx does not create pages from them, and their text appears where
 * they are included.
 *
 * reStructuredText pages can also end in `.txt`. In that case, the index page is `index.txt`, or most pages end in
 * `.txt`.
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

/** Lists the folders of a file, outermost first; the root is the empty string. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split("/").slice(0, -1)
  return ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))]
}
