import { ancestorsOf, folderOf, makePageLookup } from "./page-lookup.ts"
import type { SitePage } from "./site-page.ts"

/** What references between pages of Sphinx show: titles of sections and pages. */
export interface SiteTitles {
  /** Title of the section that a label stands above, anywhere in the source. */
  ofLabel(label: string): string | undefined
  /** Title of the page that another one refers to by its path. */
  ofPage(target: string, from: string): string | undefined
}

/** Titles that a source of one page has. */
export const NO_TITLES: SiteTitles = { ofLabel: () => undefined, ofPage: () => undefined }

/** Collects the titles of all pages; the first of equal labels wins. */
export function makeSiteTitles(pages: readonly SitePage[]): SiteTitles {
  const byLabel = new Map<string, string>()
  const titleByPath = new Map<string, string>()
  for (const { path, title, labels } of pages) {
    if (title !== undefined) titleByPath.set(path, title)
    for (const [label, section] of labels ?? []) if (!byLabel.has(label)) byLabel.set(label, section)
  }
  const lookup = makePageLookup([...titleByPath.keys()])
  return {
    ofLabel: (label) => byLabel.get(label.toLowerCase()),
    ofPage(target, from) {
      const folder = folderOf(from)
      const path = lookup.find(target, target.startsWith("/") ? ancestorsOf(folder) : [folder])
      return path === undefined ? undefined : titleByPath.get(path)
    },
  }
}
