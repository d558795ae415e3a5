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

/** Renders the line that opens another section of the same page inside a block; empty for a section without a heading. */
export function renderSectionHeading(headingPath: readonly string[]): string {
  const heading = headingPath.at(-1)
  return heading ? `#### ${heading}\n\n` : ""
}
