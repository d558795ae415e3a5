import { antoraLocationOf } from "../../generators/antora/attributes.ts"
import { besidePage } from "../../generators/includes/include-paths.ts"
import type { SiteTitles } from "../../generators/site/site-titles.ts"

/** Titles of the targets of references without text, by `referenceKey`. */
export type ReferenceTitles = Readonly<Record<string, string>>

const WITHOUT_TEXT = /xref:([^\s[\]]{1,300})\[\]|<<([^\s<>,]{1,300})>>/g
/** Maximum number of references per page. */
const MAX_REFERENCES = 2_000

/** Normalises a target: removes the version and the file extension of the page. */
export function referenceKey(target: string): string {
  return target
    .replace(/^[^@:#/]*@/, "")
    .replace(/\.(?:adoc|asciidoc|html)(?=#|$)/, "")
    .replace(/^#/, "")
}

/**
 * Finds the titles of other pages and their sections for references without text, which a site generator would fill in.
 */
export function referenceTitles(text: string, path: string, titles: SiteTitles): ReferenceTitles {
  const found: Record<string, string> = {}
  let count = 0
  for (const [, macro, short] of text.matchAll(WITHOUT_TEXT)) {
    if (++count > MAX_REFERENCES) break
    const key = referenceKey(macro ?? short ?? "")
    const title = Object.hasOwn(found, key) ? undefined : titleOf(key, path, titles)
    if (title !== undefined) found[key] = title
  }
  return found
}

function titleOf(key: string, path: string, titles: SiteTitles): string | undefined {
  const [page = "", section] = key.split("#", 2)
  if (section === undefined && !/[/:]/.test(page)) return pageTitle(page, path, titles) ?? titles.ofLabel(page)
  return pageTitle(page, path, titles, section)
}

/**
 * Tries the page in the same folder, or in the same module of an Antora site, then a page in a module of that name in
 * any component.
 */
function pageTitle(page: string, path: string, titles: SiteTitles, section?: string): string | undefined {
  const location = antoraLocationOf(path)
  if (location === undefined || page.startsWith("./")) {
    const [beside] = besidePage(page, path)
    return beside === undefined ? undefined : titles.ofSection(beside, section)
  }
  const parts = page.split(":")
  const relative = (parts.at(-1) ?? "").replace(/^page\$/, "")
  const module = parts.length === 1 ? location.module : parts.at(-2) || "ROOT"
  const end = `modules/${module}/pages/${relative}`
  const own = location.component === "" ? end : `${location.component}/${end}`
  return titles.ofSection(own, section) ?? titles.ofSection(`**/${end}`, section)
}
