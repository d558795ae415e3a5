import { ancestorsOf, folderOf, resolvePath } from "./page-lookup.ts"

/** A description of an API that a site shows, as its configuration or a page names it. */
export interface NamedDescription {
  /** Paths inside the source at which it may be, the likeliest first; at least one. */
  readonly paths: readonly string[]
  /** True: the configuration of the site names it, so the file is expected to exist. */
  readonly isOfSite: boolean
}

const FILE = /^(?![a-z][\w+.-]*:)[^\n?#]+\.(?:json|ya?ml)$/i
/** Fast check whether a page may name a description. */
const HAS_NAMES = /openapi|swagger|APIPage|<redoc|<elements-api|<rapi-doc/
/** How pages name descriptions, with the file in the first group. */
const NAMES = {
  frontMatterOfMintlify: /^openapi(?:-schema)?[ \t]*:[ \t]*["']?([^\s"']+)[ \t]/gm,
  blockOfGitBook: /\{%[ \t]*(?:openapi|swagger)[\w-]*[ \t][^%\n]{0,500}?\bsrc="([^"\n]+)"/g,
  componentOfFumadocsOrViewer:
    /<(?:APIPage|swagger-ui|redoc|elements-api|rapi-doc)\s[^>]{0,500}?\b(?:document|src|spec-url|apiDescriptionUrl)=\{?["']([^"'\n]+)["']/g,
  directiveOfSphinx: /^[ \t]*\.\. openapi::[ \t]+(\S+)/gm,
}
/** Descriptions that one page may name in one way. */
const MAX_NAMES = 100

/** Returns true if a name is a file of the source that may contain a description. */
export function isDescriptionFile(name: string): boolean {
  return FILE.test(name)
}

/** Lists the description files that a page names, as they are written. */
export function descriptionsOfPage(text: string): readonly string[] {
  if (!HAS_NAMES.test(text)) return []
  const found = Object.values(NAMES).flatMap((name) =>
    [...text.matchAll(name)].slice(0, MAX_NAMES).map(([, file = ""]) => file),
  )
  return [...new Set(found.filter((file) => FILE.test(file)))]
}

/** Lists the paths that a file named by a page may have: relative to the page's folder or to one above it. */
export function pathsOfDescription(file: string, pagePath: string): readonly string[] {
  const paths = ancestorsOf(folderOf(pagePath)).flatMap((folder) => resolvePath(folder, file) ?? [])
  return [...new Set(paths)]
}
