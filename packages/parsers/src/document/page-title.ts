import type { HeadingBlock } from "./document.ts"

/**
 * Chooses the heading that is the title of a page: the first one if all others are below it, otherwise the first of the highest level,
 * reference entries aside. If that level is not 1 and has several headings, the page has no title.
 */
export function titleAmong(headings: readonly HeadingBlock[]): string | undefined {
  const [first, ...others] = headings
  if (first !== undefined && others.every((heading) => heading.level > first.level)) return first.text
  const sections = headings.filter((heading) => heading.isEntry !== true)
  const top = sections.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  const named = sections.filter((heading) => heading.level === top && heading.isContinuation !== true)
  return top > 1 && named.length > 1 ? undefined : named[0]?.text
}
