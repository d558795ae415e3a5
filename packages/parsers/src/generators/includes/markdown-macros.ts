import type { IncludeContext, SourceLine } from "./include-context.ts"

/** Expands the includes inside an included page, with paths resolved from that page. */
export type ExpandPage = (path: string, lines: readonly SourceLine[]) => readonly SourceLine[]

/** One use of an include on a page. */
export interface MacroCall {
  /** Match of the macro's pattern. */
  readonly match: RegExpExecArray
  /** Line that the include is on. */
  readonly line: SourceLine
  readonly isInFence: boolean
  readonly context: IncludeContext
  readonly expandPage: ExpandPage
}

/** An include on a single line of Markdown. */
export interface LineMacro {
  readonly pattern: RegExp
  /** True for includes that documentation tools also expand inside code fences. */
  readonly worksInFences?: boolean
  /** Expands the include. @returns undefined to leave the line as it is. */
  expand(call: MacroCall): readonly SourceLine[] | undefined
}

/** The lines of a page, and the line at which a block macro may start. */
export interface BlockCursor {
  readonly lines: readonly SourceLine[]
  readonly index: number
  readonly isInFence: boolean
  readonly context: IncludeContext
  readonly expandPage: ExpandPage
}

/** An include on several lines of Markdown. */
export interface BlockMacro {
  /** Expands the include. @returns undefined if no such include starts here; `end` is the index of its last line. */
  expand(cursor: BlockCursor): { readonly lines: readonly SourceLine[]; readonly end: number } | undefined
}

/** The includes of one documentation tool. */
export interface MarkdownMacros {
  /** Checks quickly whether a page may use any of them. */
  readonly isUsedIn: (text: string) => boolean
  readonly lines?: readonly LineMacro[]
  readonly blocks?: readonly BlockMacro[]
}
