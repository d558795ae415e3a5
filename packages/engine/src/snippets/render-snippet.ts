/**
 * Renders the first lines of a block of the text format: its title and its source.
 *
 * @param headingPath outermost first; empty parts are skipped, and the URL is used if none remains.
 */
export function renderHeader(headingPath: readonly string[], url: string): string {
  return renderTitle(headingPath, url) + renderSource(url)
}

/** Renders the title line of a block. */
export function renderTitle(headingPath: readonly string[], url: string): string {
  return `### ${headingPath.filter(Boolean).join(" > ") || url}\n`
}

/** Renders the source line of a block and the empty line after it. */
export function renderSource(url: string): string {
  return `Source: ${url}\n\n`
}

/**
 * Renders the line that opens a section inside a block of several sections.
 *
 * @param path the part of its heading path that other sections of the block do not share; without headings, there is no line.
 */
export function renderSectionHeading(path: readonly string[]): string {
  const heading = path.filter(Boolean).join(" > ")
  return heading === "" ? "" : `#### ${heading}\n\n`
}

/** Returns the longest part of its heading path that a section may need in a block: all but the first heading, which the title has. */
export function longestSectionPath(headingPath: readonly string[]): readonly string[] {
  return headingPath.length > 1 ? headingPath.slice(1) : headingPath
}
