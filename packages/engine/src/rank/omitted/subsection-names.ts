import type { Layout } from "../../index/format/layout.ts"
import type { IndexedSnippet } from "../../index/read/open-index.ts"
import { contains } from "../leads/section-path.ts"

/** More names say no more than that there are many subsections. */
const MAX_NAMES = 8
/** Maximum number of sections that are read for the names of direct subsections. */
const MAX_SECTIONS = 24
/** A longer heading is not a name. */
const MAX_NAME_CHARACTERS = 80
/** Tokens of the words around the names, and of the sign after each of them. */
const FRAME_TOKENS = 6
const SIGN_TOKENS = 1

interface ShownSection {
  readonly first: Pick<IndexedSnippet, "section">
}

/** The sections of an index. */
export interface SectionLayout extends Pick<Layout, "firstSnippetOfSection"> {
  /** Returns where a snippet belongs. */
  read(snippet: number): Pick<IndexedSnippet, "page" | "headingPath" | "headingTokens" | "finding">
}

/** Names the subsections that an answer leaves out after the text that introduces them: `There are three ways:`. */
export class SubsectionNames {
  readonly #layout: SectionLayout
  readonly #groups: readonly ShownSection[]
  readonly #roomTokens: number
  #tokens = 0

  /** @param groups of the answer. @param roomTokens the most tokens that the names may have. */
  constructor(layout: SectionLayout, groups: readonly ShownSection[], roomTokens: number) {
    this.#layout = layout
    this.#groups = groups
    this.#roomTokens = roomTokens
  }

  /** Upper bound of the tokens of all names so far. */
  get tokens(): number {
    return this.#tokens
  }

  /** Returns the headings of the direct subsections that the answer leaves out; none if they do not fit. */
  omittedBelow(snippet: IndexedSnippet): readonly string[] {
    const names: string[] = []
    let tokens = FRAME_TOKENS
    for (const { heading, headingTokens } of this.#subsectionsOf(snippet)) {
      if (names.length === MAX_NAMES || heading.length > MAX_NAME_CHARACTERS) break
      names.push(heading)
      tokens += headingTokens + SIGN_TOKENS
    }
    return names.length > 0 && this.take(tokens) ? names : []
  }

  /** Takes tokens from the room, also for other names. @returns false if they do not fit. */
  take(tokens: number): boolean {
    if (this.#tokens + tokens > this.#roomTokens) return false
    this.#tokens += tokens
    return true
  }

  #shows(section: number): boolean {
    return this.#groups.some(({ first }) => first.section === section)
  }

  *#subsectionsOf(snippet: IndexedSnippet): Generator<{ readonly heading: string; readonly headingTokens: number }> {
    const { firstSnippetOfSection } = this.#layout
    // The last number is where the last section ends.
    const end = Math.min(firstSnippetOfSection.length - 1, snippet.section + 1 + MAX_SECTIONS)
    for (let section = snippet.section + 1; section < end; section++) {
      const { page, headingPath, headingTokens, finding } = this.#layout.read(firstSnippetOfSection[section] ?? 0)
      if (page !== snippet.page || !contains(snippet, { headingPath })) return
      const isDirect = headingPath.length === snippet.headingPath.length + 1
      const heading = headingPath.at(-1) ?? ""
      // The suspicious text may be in the heading.
      const isUsable = heading !== "" && finding === undefined
      if (isDirect && isUsable && !this.#shows(section)) yield { heading, headingTokens }
    }
  }
}
