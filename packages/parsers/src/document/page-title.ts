import type { Block, HeadingBlock } from "./document.ts"

/** Headings of the parts of a manual page, which do not name the page: `Name`, `1. Overview`, `OPTIONS`. */
const PART_OF_MANUAL =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]? )?(?:name|synopsis|syntax|descriptions?|overview|introduction|background|examples?|usage|options|flags|arguments|parameters|reference|format|prerequisites|requirements|notes|see also)[:.]?$/i

/**
 * Chooses the heading that is the title of a page: the first one if all others are below it, otherwise the first of the highest level,
 * reference entries aside. If that level is not 1 and has several headings, the page has no title. Nor has a page whose only heading is
 * that of a part: it is below the text of the page and not of level 1, or is the first of the parts of a manual page.
 */
export function titleAmong(blocks: readonly Block[]): string | undefined {
  const headings = blocks.filter((block): block is HeadingBlock => block.kind === "heading")
  const [first, ...others] = headings
  if (first !== undefined && others.every((heading) => heading.level > first.level)) {
    const isPart = others.length === 0 && first.level > 1 && first !== blocks[0]
    return isPart ? undefined : first.text
  }
  const sections = headings.filter((heading) => heading.isEntry !== true)
  const top = sections.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  const named = sections.filter((heading) => heading.level === top && heading.isContinuation !== true)
  const [title] = named
  if (title === undefined || named.length === 1) return title?.text
  return top > 1 || PART_OF_MANUAL.test(title.text) ? undefined : title.text
}
