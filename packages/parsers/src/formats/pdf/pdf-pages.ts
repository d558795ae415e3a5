/** Text of one page of a PDF, as the readers give it. */
export interface PdfPage {
  /** Number of the page, from 1. */
  readonly number: number
  /** Headings, lists, tables and code as simple Markdown, one block a line; empty for a page of images. */
  readonly markdown: string
}

/** A PDF that was read, or why it cannot be. */
export type ParsedPdf =
  | { readonly pages: readonly PdfPage[]; readonly problems: readonly string[] }
  | { readonly unreadable: string }
