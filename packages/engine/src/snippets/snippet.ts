/**
 * A self-contained snippet: the unit that is indexed, ranked and shown. It never renders to more than
 * `MAX_SNIPPET_TOKENS` tokens, its fences are closed, and a code snippet contains the sentence that introduces it.
 */
export interface Snippet {
  readonly kind: "code" | "prose"
  /** Headings from the page's title down to the snippet's section, outermost first. */
  readonly headingPath: readonly string[]
  /** Index of the section on the page, from 0, in reading order; the snippets of a section are consecutive. */
  readonly section: number
  /** For code snippets, a short title; for prose, the last heading. */
  readonly title: string
  /** Markdown in reading order: prose, tables and fenced code as on the page. */
  readonly content: string
  /** For code snippets, the Markdown that explains the code; empty for prose. */
  readonly description: string
  /** The code blocks of a code snippet in reading order; empty for prose. */
  readonly codes: readonly SnippetCode[]
  /** URL of exactly this snippet, with its line range if the host supports it. */
  readonly url: string
  /** Number of o200k tokens of the snippet rendered alone in the text format. */
  readonly tokens: number
  /** Number of o200k tokens of the content followed by an empty line: its cost inside a larger block. */
  readonly contentTokens: number
  /** Number of o200k tokens of the longest heading that it may have when it opens a section inside a larger block. */
  readonly headingTokens: number
}

/** A block of code in a snippet. */
export interface SnippetCode {
  readonly language: string
  readonly code: string
}

/** A page cut into snippets, ready for the index. */
export interface Page {
  readonly path: string
  readonly url: string
  readonly title: string
  readonly sections: readonly PageSection[]
  readonly snippets: readonly Snippet[]
}

/** A section of a page: its heading and nesting level. */
export interface PageSection {
  /** 0 for content before the first heading. */
  readonly level: number
  readonly heading: string
  readonly isEntry: boolean
}
