/**
 * A documentation page: a title and a flat list of blocks in reading order. Nesting is flattened: code inside a list or an admonition is a
 * separate block, and the text around it is Markdown.
 */
export interface Document {
  /** Title of the page, from front matter or else its first top-level heading, if it has either. */
  readonly title?: string | undefined
  /** Short description from front matter, if there is one. */
  readonly description?: string | undefined
  readonly blocks: readonly Block[]
}

/** A part of a page. */
export type Block = HeadingBlock | ProseBlock | CodeBlock | TableBlock

/** First and last line of a block in the source file, counted from 1. In a PDF, lines are page numbers. */
export interface LineSpan {
  readonly start: number
  readonly end: number
}

/** A heading, which starts a section or an entry. */
export interface HeadingBlock {
  readonly kind: "heading"
  /** From 1 (top) to 9. Entries of an API description are one level below the heading they belong to. */
  readonly level: number
  /** Plain text, with inline code without backticks and links without targets. */
  readonly text: string
  /** Identifier for links to the heading, if the source has one. */
  readonly anchor?: string | undefined
  /** True for an entry of a reference: an option, a setting, a function of an API directive, a definition term. */
  readonly isEntry?: boolean | undefined
  /** True if entries interrupted the section of this heading and it continues here. */
  readonly isContinuation?: boolean
  /** True if the page has only something here that is not shown, such as an image. */
  readonly isEmptied?: boolean
  readonly lines: LineSpan
}

/** A block of text. */
export interface ProseBlock {
  readonly kind: "prose"
  /** Markdown of a paragraph, a list or part of one, a quotation, or an admonition (starting with its title in bold). */
  readonly markdown: string
  readonly role: "paragraph" | "list" | "admonition" | "quotation"
  /** True for a list that only links to headings of the same page: a hand-written table of contents. */
  readonly isContents?: boolean | undefined
  readonly lines: LineSpan
}

/** A block of code. */
export interface CodeBlock {
  readonly kind: "code"
  /** Lower-case language label; empty if the source has none. */
  readonly language: string
  readonly code: string
  /** File name or caption of the block in the source. */
  readonly title?: string | undefined
  readonly lines: LineSpan
}

/** A table without nested blocks. */
export interface TableBlock {
  readonly kind: "table"
  /** Cells as Markdown on one line; `header` is empty if the table has none. */
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly lines: LineSpan
}

/** A part of a file that could not be parsed as intended. The rest of the file is still parsed. */
export interface FormatProblem {
  readonly message: string
  readonly line?: number | undefined
  /** True if the file could not be parsed in its format at all, and its text was kept unchanged. */
  readonly isKeptAsText?: boolean
}

/** A text file to parse. */
export interface TextPage {
  readonly format: FormatName
  /** Text without a byte order mark, with LF line breaks (see `decodeText`). */
  readonly text: string
  /** Path of the file inside its source. */
  readonly path: string
}

/** Result of every parser. Parsers never throw on invalid input; the document then contains what could be parsed. */
export interface ParsedFile {
  readonly document: Document
  readonly problems: readonly FormatProblem[]
}

/** Names of the supported formats. */
export type FormatName =
  | "markdown"
  | "mdx"
  | "restructured-text"
  | "asciidoc"
  | "notebook"
  | "html"
  | "openapi"
  | "wiki-storage"
  | "notes-blocks"
  | "plain-text"
  | "man-page"
  | "r-documentation"
  | "source-code"
