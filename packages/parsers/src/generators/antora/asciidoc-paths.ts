import { antoraPlaceOf } from "../includes/asciidoc-attributes.ts"
import { besidePage, joinInside } from "../includes/include-paths.ts"

const RESOURCE = /^(?:[^@:$]+@)?(?:([^:$]*):)?(?:([^:$]*):)?(partial|example|page|attachment)\$(.+)$/

/** Finds where the target of an AsciiDoc include may lie: a path beside the page, or a resource of an Antora site. */
export function asciidocPaths(target: string, page: string): readonly string[] {
  const resource = RESOURCE.exec(target)
  if (resource === null) return besidePage(target, page)
  const [, first, second, family = "", relative = ""] = resource
  const place = antoraPlaceOf(page)
  const module = second ?? first ?? place?.module ?? "ROOT"
  const folder = `modules/${module === "" ? "ROOT" : module}/${family}s`
  const inside = joinInside("", relative)
  if (inside === undefined) return []
  const own = place === undefined ? [] : [joinInside(place.component, `${folder}/${inside}`)]
  const old = place === undefined ? [] : [joinInside(place.component, `modules/${module}/pages/_${family}s/${inside}`)]
  // Other components of the same repository, and files that the build of the site collects from elsewhere.
  const elsewhere = [`**/${folder}/${inside}`, ...(inside.includes("/") ? [`**/${inside}`] : [])]
  return [...own, ...old, ...elsewhere].filter((path) => path !== undefined)
}

/** Tells whether a file of AsciiDoc is there to be included: a partial of an Antora site, a name that begins with `_`. */
export function isPartOfPages(path: string): boolean {
  return /(?:^|\/)(?:modules\/[^/]+\/(?:partials|examples)\/.*|_[^/]*(?:\/.*)?)\.(?:adoc|asciidoc|asc)$/i.test(path)
}

/** Finds a file by the end of its path. */
export function anywhere(path: string): readonly string[] {
  const inside = joinInside("", path)
  return inside === undefined || /[{}]/.test(inside) ? [] : [`**/${inside}`]
}

/** What `include-code::` of Spring's documentation may show, in the order in which the languages are shown. */
const CODE_KINDS = [
  ["java", "Java"],
  ["kt", "Kotlin"],
  ["groovy", "Groovy"],
  ["xml", "XML"],
  ["yaml", "YAML"],
  ["properties", "Properties"],
] as const

/** A file that may show what `include-code::` asks for. */
export interface CodeCandidate {
  readonly path: string
  readonly label: string
}

/**
 * Finds where the code of `include-code::Name[]` may lie: in the folders that the identifier of its section spells, dots for
 * slashes and without hyphens.
 */
export function codePaths(target: string, section: string): readonly CodeCandidate[] {
  const folder = section.replaceAll("-", "").replaceAll(".", "/")
  const path = joinInside("", `${folder}/${target}`)
  return path === undefined ? [] : CODE_KINDS.map(([ending, label]) => ({ path: `**/${path}.${ending}`, label }))
}

/** Finds where the code of a class may lie, in each of the languages that it may be written in. */
export function classPaths(name: string): readonly CodeCandidate[] {
  const path = name.replaceAll(".", "/")
  return CODE_KINDS.slice(0, 3).map(([ending, label]) => ({ path: `**/${path}.${ending}`, label }))
}
