/**
 * A self-contained snippet: the unit that is indexed, ranked and shown. It never renders to more than
 * `MAX_SNIPPET_TOKENS` tokens, its fences are closed, and a code snippet contains the sentence that introduces it.
 */
export interface Snippet {
  readonly kind: "code" | "prose"
  /** Headings from the page's title down to the section the snippet stands in, outermost first. */
  readonly headingPath: readonly string[]
  /** Number of the section inside the page, from 0, in reading order; snippets of one section are neighbours. */
  readonly section: number
  /** Code snippets: a short title. Prose: the last heading. */
  readonly title: string
  /** Markdown in reading order: prose, tables and fenced code as they stand on the page. */
  readonly content: string
  /** Code snippets: the Markdown around the code that explains it; empty for prose. */
  readonly description: string
  /** The code entries of a code snippet in reading order; empty for prose. */
  readonly codes: readonly SnippetCode[]
  /** Source address of exactly this snippet (with line range where the host supports it). */
  readonly url: string
  /** Number of o200k tokens of the snippet rendered alone in the text format. */
  readonly tokens: number
  /** Number of o200k tokens of the content followed by an empty line: its cost inside a larger block. */
  readonly contentTokens: number
  /** Number of o200k tokens of the line with its last heading, where it opens a section inside a larger block. */
  readonly headingTokens: number
}

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

/** A section of a page: its own heading and how deep it stands. */
export interface PageSection {
  /** 0 for content before the first heading. */
  readonly level: number
  readonly heading: string
  readonly isEntry: boolean
}
