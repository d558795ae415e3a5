import { ancestorsOf, folderOf, resolvePath } from "./page-lookup.ts"
import { type Data, isRecord } from "./script-data.ts"

/** A description of an API that a site shows, as its configuration or a page names it. */
export interface NamedDescription {
  /** Paths inside the source at which it may lie, the likeliest first; at least one. */
  readonly paths: readonly string[]
  /** True: the configuration of the site names it, so that it should be there. */
  readonly isOfSite: boolean
}

const FILE = /^(?![a-z][\w+.-]*:)[^\n?#]+\.(?:json|ya?ml)$/i
/** Tells fast that a page names none. */
const MAY_NAME = /openapi|swagger|APIPage|<redoc|<elements-api|<rapi-doc/
/** Front matter of Mintlify, blocks of GitBook, components of Fumadocs and of what shows descriptions in browsers, Sphinx. */
const NAMES = [
  /^openapi(?:-schema)?[ \t]*:[ \t]*["']?([^\s"']+)[ \t]/gm,
  /\{%[ \t]*(?:openapi|swagger)[\w-]*[ \t][^%\n]{0,500}?\bsrc="([^"\n]+)"/g,
  /<(?:APIPage|swagger-ui|redoc|elements-api|rapi-doc)\s[^>]{0,500}?\b(?:document|src|spec-url|apiDescriptionUrl)=\{?["']([^"'\n]+)["']/g,
  /^[ \t]*\.\. openapi::[ \t]+(\S+)/gm,
]
/** Names that one page may give. */
const MAX_NAMES = 100
const MAX_DEPTH = 12

/** Lists the files of descriptions that a page names, as they are written. */
export function descriptionsOfPage(text: string): readonly string[] {
  if (!MAY_NAME.test(text)) return []
  const found = NAMES.flatMap((name) => [...text.matchAll(name)].slice(0, MAX_NAMES).map(([, file = ""]) => file))
  return [...new Set(found.filter((file) => FILE.test(file)))]
}

/** Finds where a file may lie that a page names: beside it, or seen from a folder above. */
export function placesOfDescription(file: string, pagePath: string): NamedDescription | undefined {
  const paths = ancestorsOf(folderOf(pagePath)).flatMap((folder) => resolvePath(folder, file) ?? [])
  return paths.length === 0 ? undefined : { paths: [...new Set(paths)], isOfSite: false }
}

/**
 * Lists the files of descriptions that settings of Mintlify name under `openapi`, wherever they stand.
 *
 * @param folder that the settings lie in.
 */
export function descriptionsOfSettings(data: Data, folder: string, depth = 0): readonly NamedDescription[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(data))
    return (data as readonly Data[]).flatMap((item) => descriptionsOfSettings(item, folder, depth + 1))
  if (!isRecord(data)) return []
  return Object.entries(data).flatMap(([key, value]) => {
    if (key !== "openapi") return descriptionsOfSettings(value, folder, depth + 1)
    const files = Array.isArray(value) ? (value as readonly Data[]) : [isRecord(value) ? value["source"] : value]
    return files.flatMap((file) => {
      const path = typeof file === "string" && FILE.test(file) ? resolvePath(folder, file) : undefined
      return path === undefined ? [] : [{ paths: [path], isOfSite: true }]
    })
  })
}
