/** Titles that references between pages show. */
export interface SiteTitles {
  /** Title of the section that a label marks, anywhere in the source. */
  ofLabel(label: string): string | undefined
  /** Title of the page that another page refers to by its path. */
  ofPage(target: string, from: string): string | undefined
  /**
   * Title of a section of an AsciiDoc page, or of the page itself when it has no such section.
   *
   * @param page path without ending; `**` + `/modules/a/pages/b` stands for the one page of an Antora site that ends so.
   */
  ofSection(page: string, section?: string): string | undefined
}

/** Titles for a page that is parsed without its site. */
export const NO_TITLES: SiteTitles = { ofLabel: () => undefined, ofPage: () => undefined, ofSection: () => undefined }
