import type { HeadingBlock } from "./document.ts"

/**
 * Chooses the heading that is the title of a page: the first one when all others are below it, otherwise the first of the
 * highest level that is not an entry of a reference. Several sections of a lower level than the first give no title.
 */
export function titleAmong(headings: readonly HeadingBlock[]): string | undefined {
  const [first, ...others] = headings
  if (first !== undefined && others.every((heading) => heading.level > first.level)) return first.text
  const sections = headings.filter((heading) => heading.isEntry !== true)
  const top = sections.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  const named = sections.filter((heading) => heading.level === top && heading.isContinuation !== true)
  return top > 1 && named.length > 1 ? undefined : named[0]?.text
}
