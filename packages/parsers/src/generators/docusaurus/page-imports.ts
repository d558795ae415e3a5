import type { IncludeContext } from "../includes/include-context.ts"
import { aroundPage, besidePage } from "../includes/include-paths.ts"

/** An import of one file, with its name and path. */
export const IMPORT = /^import\s+(\w+)\s+from\s+(["'])([^"'\n]+)\2;?[ \t]*$/

/** Path of a page, beside the importing file or elsewhere in the site. */
const PAGE = /^(?:\.|\/|@\/|~\/|@site\/)/

/** Returns true if an import is a page of the same source. */
export function isPageImport(target: string, context: IncludeContext): boolean {
  return /\.mdx?$/.test(target) && (PAGE.test(target) || isAliased(target, context))
}

/**
 * Returns true for `@mdx/start/setup.mdx` if `@mdx` is the site's alias for one of its folders. Otherwise the page belongs to an npm
 * package.
 */
function isAliased(target: string, context: IncludeContext): boolean {
  return aliasPaths(target).some((path) => context.peek(path) !== undefined)
}

function aliasPaths(target: string): readonly string[] {
  const [, alias = "", rest = ""] = /^[@~#$]([\w-]+)\/(.+)$/.exec(target) ?? []
  return rest === "" ? [] : [`**/${alias}/${rest}`, `**/${rest}`]
}

/**
 * Resolves an imported path. `@site/` is the folder of the site's configuration; by convention, so are `@/` and `~/`, and
 * bundlers resolve a path that starts with `/` in it as well.
 */
export function pathsOf(path: string, page: string): readonly string[] {
  const inSite = /^(?:@site|@|~)?\/(.+)$/.exec(path)?.[1]
  if (inSite !== undefined) return aroundPage(inSite, page)
  return /^[@~#$]\w/.test(path) ? aliasPaths(path) : besidePage(path, page)
}
