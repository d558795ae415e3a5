import { antoraLocationOf } from "./attributes.ts"
import { besidePage, joinInside } from "../includes/include-paths.ts"

const RESOURCE = /^(?:[^@:$]+@)?(?:([^:$]*):)?(?:([^:$]*):)?(partial|example|page|attachment)\$(.+)$/

/** Lists the possible paths of an AsciiDoc include: beside the page, or as a resource of an Antora site. */
export function asciidocPaths(target: string, page: string): readonly string[] {
  const resource = RESOURCE.exec(target)
  if (resource === null) return besidePage(target, page)
  const [, first, second, family = "", relative = ""] = resource
  const location = antoraLocationOf(page)
  const module = second ?? first ?? location?.module ?? "ROOT"
  const folder = `modules/${module === "" ? "ROOT" : module}/${family}s`
  const inside = joinInside("", relative)
  if (inside === undefined) return []
  const own = location === undefined ? [] : [joinInside(location.component, `${folder}/${inside}`)]
  const old =
    location === undefined ? [] : [joinInside(location.component, `modules/${module}/pages/_${family}s/${inside}`)]
  // Files of other components in the same repository, and files that the site's build copies from elsewhere.
  const elsewhere = [`**/${folder}/${inside}`, ...(inside.includes("/") ? [`**/${inside}`] : [])]
  return [...own, ...old, ...elsewhere].filter((path) => path !== undefined)
}

/** Returns the pattern that finds a file by the end of its path. */
export function anywhere(path: string): readonly string[] {
  const inside = joinInside("", path)
  return inside === undefined || /[{}]/.test(inside) ? [] : [`**/${inside}`]
}
