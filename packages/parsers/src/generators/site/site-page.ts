/** The properties of a page that its site's page order and references depend on. */
export interface SitePage {
  readonly path: string
  /** Title of the page: from front matter, or from its first heading if that is cheap to find. */
  readonly title?: string | undefined
  /** Title of an HTML page that a documentation tool has made, without the name of its site. */
  readonly builtTitle?: string | undefined
  /** Position among its siblings, from front matter; lower values come first. */
  readonly position?: number | undefined
  readonly toctrees: readonly Toctree[]
  /** Files of API descriptions whose operations the page shows, as written. */
  readonly descriptions?: readonly string[] | undefined
  /** Titles of sections by their lower-case label in reStructuredText, MyST or AsciiDoc. */
  readonly labels?: ReadonlyMap<string, string> | undefined
  /** Former names of the page on an Antora site: `module:page.adoc`. */
  readonly aliases?: readonly string[] | undefined
}

/** A `toctree` directive of Sphinx or MyST. */
export interface Toctree {
  readonly caption?: string | undefined
  readonly isGlob: boolean
  readonly isReversed: boolean
  /** Names of documents as written, with the title that an entry sets. */
  readonly entries: readonly { readonly target: string; readonly title?: string | undefined }[]
}

/** What an entry takes in memory besides its text, in characters. */
const ENTRY_CHARACTERS = 32

/** Returns the size of the texts that a page contributes to its site, in characters. */
export function sizeOfSitePage({
  title = "",
  builtTitle = "",
  toctrees,
  labels,
  descriptions = [],
  aliases = [],
}: SitePage): number {
  let size = title.length + builtTitle.length
  for (const { caption = "", entries } of toctrees) {
    size += ENTRY_CHARACTERS + caption.length
    for (const { target, title: shown = "" } of entries) size += ENTRY_CHARACTERS + target.length + shown.length
  }
  for (const [label, section] of labels ?? []) size += ENTRY_CHARACTERS + label.length + section.length
  for (const text of [...descriptions, ...aliases]) size += ENTRY_CHARACTERS + text.length
  return size
}
