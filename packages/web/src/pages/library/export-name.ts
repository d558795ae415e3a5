/**
 * Returns the name of a file that is exported from the page of a library.
 *
 * @param tag of the version; empty for the default one.
 */
export function exportName(libraryId: string, tag: string, what: string): string {
  const parts = [libraryId.slice(1), tag, what].filter((part) => part !== "")
  return `${parts.join("-").replaceAll("/", "-")}.csv`
}
