/** Titles that references between pages show. */
export interface SiteTitles {
  /** Returns the title of the section with a label, anywhere in the source. */
  ofLabel(label: string): string | undefined
  /** Returns the title of a page by the path with which another page refers to it. */
  ofPage(target: string, from: string): string | undefined
  /**
   * Returns the title of a section of an AsciiDoc page, or of the page itself if it has no such section.
   *
   * @param page path without extension; `**` + `/modules/a/pages/b` stands for the only page of an Antora site with this ending.
   */
  ofSection(page: string, section?: string): string | undefined
}

/** Titles for a page that is parsed without its site. */
export const NO_TITLES: SiteTitles = { ofLabel: () => undefined, ofPage: () => undefined, ofSection: () => undefined }
