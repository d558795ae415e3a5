/**
 * Names a file that the page of a library exports.
 *
 * @param tag of the version; empty for the default one.
 */
export function exportName(libraryId: string, tag: string, what: string): string {
  const parts = [libraryId.slice(1), tag, what].filter((part) => part !== "")
  return `${parts.join("-").replaceAll("/", "-")}.csv`
}
