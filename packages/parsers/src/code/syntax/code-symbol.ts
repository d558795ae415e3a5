import type { LineSpan } from "../../document/document.ts"

/** A parameter or error in a documentation comment. */
export interface CommentEntry {
  readonly name: string
  /** Type as written in the comment; empty if there is none. */
  readonly type: string
  /** Markdown. */
  readonly text: string
}

/** A documentation comment, with its markup converted to Markdown. */
export interface DocComment {
  readonly description: string
  readonly parameters: readonly CommentEntry[]
  /** `name` is empty. */
  readonly returns?: CommentEntry | undefined
  readonly throws: readonly CommentEntry[]
  readonly examples: readonly string[]
  /** Paragraphs about versions, related symbols and other things. */
  readonly notes: readonly string[]
  /** What to use instead; empty if the comment only says that it is deprecated. */
  readonly deprecated?: string | undefined
  /** True if the comment marks the symbol as internal. */
  readonly isInternal: boolean
  /** True if the comment is about the file. */
  readonly isAboutFile: boolean
}

/** A public name that source code declares. */
export interface CodeSymbol {
  /** Name without the class that it belongs to. */
  readonly name: string
  /** A `type` has members; a `value` is a constant, a field, a property or an alternative of an enumeration. */
  readonly kind: "function" | "type" | "value"
  /** Declaration without its body. */
  readonly signature: string
  readonly comment?: DocComment | undefined
  /** Deprecation according to the code itself, in languages with a keyword for it. */
  readonly deprecated?: string | undefined
  readonly lines: LineSpan
  readonly members: readonly CodeSymbol[]
}

/** The public symbols of one file. */
export interface CodeModule {
  /** The comment about the file. */
  readonly comment?: DocComment | undefined
  /** Lines of that comment. */
  readonly commentLines?: LineSpan | undefined
  readonly symbols: readonly CodeSymbol[]
}

/** A comment without content. */
export const EMPTY_COMMENT: DocComment = {
  description: "",
  parameters: [],
  throws: [],
  examples: [],
  notes: [],
  isInternal: false,
  isAboutFile: false,
}
