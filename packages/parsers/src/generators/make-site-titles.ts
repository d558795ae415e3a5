import { sectionKey } from "../formats/asciidoc/labels.ts"
import { ancestorsOf, folderOf, makePageLookup } from "./site/page-lookup.ts"
import type { SitePage } from "./site/site-page.ts"
import type { SiteTitles } from "./site/site-titles.ts"

/**
 * Collects the titles of all pages; if labels are equal, the first one wins.
 *
 * @param included titles by label in text that pages include, for labels that no page itself has.
 */
export function makeSiteTitles(
  pages: readonly SitePage[],
  included: ReadonlyMap<string, string> = new Map(),
): SiteTitles {
  const byLabel = new Map<string, string>()
  const titleByPath = new Map<string, string>()
  for (const { path, title, labels } of pages) {
    if (title !== undefined) titleByPath.set(path, title)
    for (const [label, section] of labels ?? []) if (label !== "" && !byLabel.has(label)) byLabel.set(label, section)
  }
  const lookup = makePageLookup([...titleByPath.keys()])
  const asciidoc = asciidocPages(pages)
  return {
    ofLabel: (label) => byLabel.get(label.toLowerCase()) ?? included.get(label.toLowerCase()),
    ofPage(target, from) {
      const folder = folderOf(from)
      const path = lookup.find(target, target.startsWith("/") ? ancestorsOf(folder) : [folder])
      return path === undefined ? undefined : titleByPath.get(path)
    },
    ofSection(name, section) {
      const labels = asciidoc.get(name)?.labels
      const wanted = section ?? ""
      return labels?.get(wanted.toLowerCase()) ?? labels?.get(sectionKey(wanted)) ?? labels?.get("")
    },
  }
}

/** Maps AsciiDoc pages by their path without extension, and by the end of their path from the module on if that is unique. */
function asciidocPages(pages: readonly SitePage[]): ReadonlyMap<string, SitePage | undefined> {
  const found = new Map<string, SitePage | undefined>()
  for (const page of pages) {
    const [, name] = /^(.*)\.(?:adoc|asciidoc|asc)$/i.exec(page.path) ?? []
    if (name === undefined) continue
    found.set(name, page)
    const [end] = /(?<=^|\/)modules\/[^/]+\/pages\/.*/.exec(name) ?? []
    if (end !== undefined) found.set(`**/${end}`, found.has(`**/${end}`) ? undefined : page)
  }
  // The current name of a page takes precedence over a former name of another page.
  for (const page of pages) for (const name of formerNames(page)) if (!found.has(name)) found.set(name, page)
  return found
}

function formerNames({ path, aliases = [] }: SitePage): readonly string[] {
  const [, component = "", own = ""] = /^((?:.*\/)?)modules\/([^/]+)\/pages\//.exec(path) ?? []
  if (own === "") return []
  return aliases.map((alias) => {
    const parts = alias
      .replace(/^[^@:]*@/, "")
      .replace(/\.adoc$/, "")
      .split(":")
    return `${component}modules/${parts.at(-2) || own}/pages/${parts.at(-1) ?? ""}`
  })
}
