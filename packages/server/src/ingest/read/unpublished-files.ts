import type { SitePage } from "@lectern/parsers"
import { mayBeChangelog } from "../../sources/scope/default-exclusions.ts"

/** The title of a page that says what to do instead of what was changed. */
const GUIDE = /\b(?:migrat|upgrad|porting|breaking changes)/i

/**
 * Finds the changelogs inside documentation. A page with such a name is kept if its title is that of a guide, such as `changelog.mdx` with the
 * title `Migration guide`.
 *
 * @returns their paths, but no paths if no other page would remain.
 */
export function findChangelogs(pages: readonly SitePage[]): readonly string[] {
  const changelogs = pages.filter(({ path, title = "" }) => mayBeChangelog(path) && !GUIDE.test(title))
  return changelogs.length === pages.length ? [] : changelogs.map(({ path }) => path)
}
