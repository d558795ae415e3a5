/** The list of chapters of mdBook. */
const SUMMARY = "src/SUMMARY.md"
const README = /^readme\b[^/]*$/i

/** Distinguishes the pages of a book from other files of its repository. */
export interface BookPages {
  /** Returns the list of chapters if a file is not part of the book. */
  outsideOf(path: string): string | undefined
}

/**
 * Recognises a repository that is one book of mdBook: its pages are in `src`. The other files, such as output that pages include or the
 * manuscript of a printed edition, mostly repeat them.
 *
 * @param paths all documentation files of the source.
 */
export function findBookPages(paths: readonly string[]): BookPages {
  if (!paths.includes(SUMMARY)) return { outsideOf: () => undefined }
  return { outsideOf: (path) => (path.startsWith("src/") || README.test(path) ? undefined : SUMMARY) }
}
