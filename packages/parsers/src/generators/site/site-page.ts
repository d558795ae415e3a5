/** The properties of a page that its site's page order and references depend on. */
export interface SitePage {
  readonly path: string
  /** Title of the page: from front matter, or from its first heading if that is cheap to find. */
  readonly title?: string | undefined
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
