/**
 * Renders the first lines of a block of the text format: what it is and where it stands.
 *
 * @param headingPath outermost first; empty parts are left out, and the address stands in when nothing is left.
 */
export function renderHeader(headingPath: readonly string[], url: string): string {
  return renderTitle(headingPath, url) + renderSource(url)
}

/** Renders the line that says what a block is. */
export function renderTitle(headingPath: readonly string[], url: string): string {
  return `### ${headingPath.filter(Boolean).join(" > ") || url}\n`
}

/** Renders the line that says where a block stands, and the empty one after it. */
export function renderSource(url: string): string {
  return `Source: ${url}\n\n`
}

/** Renders the line that opens another section of the same page inside a block; nothing for a section without a heading. */
export function renderSectionHeading(headingPath: readonly string[]): string {
  const heading = headingPath.at(-1)
  return heading ? `#### ${heading}\n\n` : ""
}
