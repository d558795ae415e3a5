/** The properties of a page that the page order and the references of its site depend on. */
export interface SitePage {
  readonly path: string
  /** Title of the page: from front matter, or its first heading where that is cheap to find. */
  readonly title?: string | undefined
  /** Position among its siblings, from front matter: lower comes first. */
  readonly position?: number | undefined
  readonly toctrees: readonly Toctree[]
  /** Files of API descriptions whose operations the page shows, as they are written. */
  readonly descriptions?: readonly string[] | undefined
  /** Labels of reStructuredText, MyST and AsciiDoc in lower case, with the titles of their sections. */
  readonly labels?: ReadonlyMap<string, string> | undefined
  /** Former names of the page on an Antora site: `module:page.adoc`. */
  readonly aliases?: readonly string[] | undefined
}

/** One `toctree` directive of Sphinx or MyST. */
export interface Toctree {
  readonly caption?: string | undefined
  readonly isGlob: boolean
  readonly isReversed: boolean
  /** Names of documents as they are written, with the title that an entry sets. */
  readonly entries: readonly { readonly target: string; readonly title?: string | undefined }[]
}
