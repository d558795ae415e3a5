import type { SitePage } from "./site/site-page.ts"

/** Longer beginnings of a page are not searched. */
const MAX_HEAD_CHARACTERS = 8_192
/** Tools that build HTML pages, whose texts may be in the same repository. */
const GENERATOR =
  /<meta\s[^>]{0,40}\bname="generator"[^>]{0,20}\bcontent="(?:GitBook|mkdocs|Docusaurus|Sphinx|Docutils|Hugo|Jekyll|mdBook|Antora|VitePress|VuePress|Hexo|Pelican|Asciidoctor|Eleventy|pkgdown|quarto|pandoc|Gatsby|Starlight|Astro|rustdoc|DocFX)\b/i
const TITLE = /<title>([^<]{1,300})<\/title>/i
/** Between the title of a page and the name of its site. */
const SITE_NAME = /\s[·|—–«»-]\s.*$/s
/** Minimum number of built pages that have a source of the same title. */
const MIN_PAIRS = 3

/** Returns the title of an HTML page that a documentation tool has made, without the name of its site; undefined for other pages. */
export function titleOfBuiltPage(html: string): string | undefined {
  const head = html.slice(0, MAX_HEAD_CHARACTERS)
  return GENERATOR.test(head) ? TITLE.exec(head)?.[1]?.replace(SITE_NAME, "").trim() : undefined
}

/**
 * Finds HTML pages that a tool has built from other pages of the same source, often long ago. At least half of the built pages in the
 * same top folder have the title of a page in another format.
 *
 * @returns for each built page, the path of a page with its title, or else with the title of another built page.
 */
export function findBuiltPages(pages: readonly SitePage[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const built = pages.filter(({ builtTitle }) => builtTitle !== undefined)
  if (built.length < MIN_PAIRS) return found
  const sources = new Map(pages.flatMap(({ title, path }) => (title === undefined ? [] : [[keyOf(title), path]])))
  for (const folder of new Set(built.map(topFolderOf))) {
    const group = built.filter((page) => topFolderOf(page) === folder)
    const paired = group.flatMap(({ builtTitle = "" }) => sources.get(keyOf(builtTitle)) ?? [])
    const [source] = paired
    if (source === undefined || paired.length < MIN_PAIRS || paired.length * 2 < group.length) continue
    for (const { path, builtTitle = "" } of group) found.set(path, sources.get(keyOf(builtTitle)) ?? source)
  }
  return found
}

function topFolderOf({ path }: SitePage): string {
  return path.slice(0, path.indexOf("/") + 1)
}

function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
