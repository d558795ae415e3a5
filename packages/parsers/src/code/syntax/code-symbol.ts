import type { LineSpan } from "../../document/document.ts"

/** A name of a parameter or an error in a documentation comment. */
export interface CommentEntry {
  readonly name: string
  /** Type as the comment writes it; empty when it gives none. */
  readonly type: string
  /** Markdown. */
  readonly text: string
}

/** A documentation comment, its markup turned into Markdown. */
export interface DocComment {
  readonly description: string
  readonly parameters: readonly CommentEntry[]
  /** `name` is empty. */
  readonly returns?: CommentEntry | undefined
  readonly throws: readonly CommentEntry[]
  readonly examples: readonly string[]
  /** Paragraphs about versions, related symbols and other things. */
  readonly notes: readonly string[]
  /** What to use instead; empty when the comment says no more than that it is deprecated. */
  readonly deprecated?: string | undefined
  /** True when the comment says that the symbol is not for others. */
  readonly isInternal: boolean
  /** True when the comment says that it is about the file. */
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
  /** What the code itself says about deprecation, where it has a word for that. */
  readonly deprecated?: string | undefined
  readonly lines: LineSpan
  readonly members: readonly CodeSymbol[]
}

/** The public side of one file. */
export interface CodeModule {
  /** What the file says of itself. */
  readonly comment?: DocComment | undefined
  /** Lines of that comment. */
  readonly commentLines?: LineSpan | undefined
  readonly symbols: readonly CodeSymbol[]
}

/** A comment that says nothing. */
export const EMPTY_COMMENT: DocComment = {
  description: "",
  parameters: [],
  throws: [],
  examples: [],
  notes: [],
  isInternal: false,
  isAboutFile: false,
}
