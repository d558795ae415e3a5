import { ancestorsOf, folderOf, resolvePath } from "./page-lookup.ts"

/** An API description that a site shows, as named in its configuration or on a page. */
export interface NamedDescription {
  /** Possible paths inside the source, the likeliest first; at least one. */
  readonly paths: readonly string[]
  /** True if the site's configuration names it, so the file should exist. */
  readonly isOfSite: boolean
}

const FILE = /^(?![a-z][\w+.-]*:)[^\n?#]+\.(?:json|ya?ml)$/i
/** Quick test for pages that may name a description. */
const HAS_NAMES = /openapi|swagger|APIPage|<redoc|<elements-api|<rapi-doc/
/** Ways in which pages name descriptions, with the file in the first group. */
const NAMES = {
  frontMatterOfMintlify: /^openapi(?:-schema)?[ \t]*:[ \t]*["']?([^\s"']+)[ \t]/gm,
  blockOfGitBook: /\{%[ \t]*(?:openapi|swagger)[\w-]*[ \t][^%\n]{0,500}?\bsrc="([^"\n]+)"/g,
  componentOfFumadocsOrViewer:
    /<(?:APIPage|swagger-ui|redoc|elements-api|rapi-doc)\s[^>]{0,500}?\b(?:document|src|spec-url|apiDescriptionUrl)=\{?["']([^"'\n]+)["']/g,
  directiveOfSphinx: /^[ \t]*\.\. openapi::[ \t]+(\S+)/gm,
}
/** Maximum number of descriptions that a page may name in one way. */
const MAX_NAMES = 100

/** Returns true if a name is a file of the source that may contain a description. */
export function isDescriptionFile(name: string): boolean {
  return FILE.test(name)
}

/** Lists the description files that a page names, as written. */
export function descriptionsOfPage(text: string): readonly string[] {
  if (!HAS_NAMES.test(text)) return []
  const found = Object.values(NAMES).flatMap((name) =>
    [...text.matchAll(name)].slice(0, MAX_NAMES).map(([, file = ""]) => file),
  )
  return [...new Set(found.filter((file) => FILE.test(file)))]
}

/** Lists the possible paths of a file that a page names, relative to the page's folder or to a folder above it. */
export function pathsOfDescription(file: string, pagePath: string): readonly string[] {
  const paths = ancestorsOf(folderOf(pagePath)).flatMap((folder) => resolvePath(folder, file) ?? [])
  return [...new Set(paths)]
}
