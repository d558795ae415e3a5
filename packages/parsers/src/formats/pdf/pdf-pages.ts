/** Text of one page of a PDF, as the libraries return it. */
export interface PdfPage {
  /** Number of the page, from 1. */
  readonly number: number
  /** Headings, lists, tables and code as simple Markdown, one block per line; empty for a page of images. */
  readonly markdown: string
}

/** A parsed PDF, or the reason why it is unreadable. */
export type ParsedPdf =
  | { readonly pages: readonly PdfPage[]; readonly problems: readonly string[] }
  | { readonly unreadable: string }
