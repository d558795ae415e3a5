import type { Page, PageSection } from "../../snippets/snippet.ts"
import type { Layout } from "../format/layout.ts"

/**
 * Finds the level whose headings open the subtrees of a page: the highest level, unless it has a single heading, which is the page's title.
 *
 * @returns a heading level; 0 when the page has no headings.
 */
function topLevelOf(sections: readonly PageSection[]): number {
  const levels = sections.map((section) => section.level).filter((level) => level > 0)
  const distinct = [...new Set(levels)].toSorted((a, b) => a - b)
  const highest = distinct[0] ?? 0
  const isAlone = levels.filter((level) => level === highest).length === 1
  return isAlone ? (distinct[1] ?? highest) : highest
}

/** Returns for every section the first one after its descendants. Text before the first heading has no descendants. */
function endsOfSections(sections: readonly PageSection[]): readonly number[] {
  const ends = sections.map((_, index) => index + 1)
  const open: number[] = []
  for (const [index, { level }] of sections.entries()) {
    while (open.length > 0 && (sections[open.at(-1) ?? 0]?.level ?? 0) >= level) {
      ends[open.pop() ?? 0] = index
    }
    if (level > 0) {
      open.push(index)
    }
  }
  for (const index of open) {
    ends[index] = sections.length
  }
  return ends
}

/** What the layout stores about one snippet. */
export interface SnippetEntry {
  readonly lengthWords: number
  readonly tokens: number
  /** Bits of the languages of the snippet's code. */
  readonly codeBits: number
}

/** Numbers pages, sections, subtrees and snippets in the order in which they are added. */
export class LayoutBuilder {
  readonly sectionOfSnippet: number[] = []
  readonly pageOfSection: number[] = []
  readonly subtreeOfSection: number[] = []
  readonly endOfSection: number[] = []
  readonly firstSnippetOfSection: number[] = []
  readonly firstSectionOfPage: number[] = []
  readonly snippetLength: number[] = []
  readonly headingLength: number[] = []
  readonly snippetTokens: number[] = []
  readonly snippetCode: number[] = []
  subtrees = 0

  get pages(): number {
    return this.firstSectionOfPage.length
  }

  get sections(): number {
    return this.pageOfSection.length
  }

  get snippets(): number {
    return this.sectionOfSnippet.length
  }

  /** Starts a page. @returns the numbers of the page and of its first section. */
  openPage(page: Page): { readonly page: number; readonly firstSection: number } {
    const pageNumber = this.pages
    const firstSection = this.sections
    this.firstSectionOfPage.push(firstSection)
    const top = topLevelOf(page.sections)
    const ends = endsOfSections(page.sections)
    for (const [index, section] of page.sections.entries()) {
      if (index === 0 || (section.level > 0 && section.level <= top)) {
        this.subtrees++
      }
      this.pageOfSection.push(pageNumber)
      this.subtreeOfSection.push(this.subtrees - 1)
      this.endOfSection.push(firstSection + (ends[index] ?? index + 1))
      this.headingLength.push(0)
    }
    return { page: pageNumber, firstSection }
  }

  /** Adds a snippet. @returns its number. */
  addSnippet(section: number, { lengthWords, tokens, codeBits }: SnippetEntry): number {
    this.sectionOfSnippet.push(section)
    this.snippetLength.push(lengthWords)
    this.snippetTokens.push(Math.min(tokens, 65_535))
    this.snippetCode.push(codeBits)
    return this.snippets - 1
  }

  /** Sums the lengths and returns the layout. */
  finish(): Layout {
    const sectionLength = new Float32Array(this.sections)
    const subtreeLength = new Float32Array(this.subtrees)
    const pageLength = new Float32Array(this.pages)
    const firstSnippetOfSection = new Uint32Array(this.sections + 1).fill(this.snippets)
    for (let snippet = this.snippets - 1; snippet >= 0; snippet--) {
      const section = this.sectionOfSnippet[snippet] ?? 0
      const length = this.snippetLength[snippet] ?? 0
      sectionLength[section] = (sectionLength[section] ?? 0) + length
      const subtree = this.subtreeOfSection[section] ?? 0
      subtreeLength[subtree] = (subtreeLength[subtree] ?? 0) + length
      const page = this.pageOfSection[section] ?? 0
      pageLength[page] = (pageLength[page] ?? 0) + length
      firstSnippetOfSection[section] = snippet
    }
    for (let section = this.sections - 1; section >= 0; section--) {
      const first = firstSnippetOfSection[section] ?? this.snippets
      firstSnippetOfSection[section] = Math.min(first, firstSnippetOfSection[section + 1] ?? this.snippets)
    }
    return {
      sectionOfSnippet: Uint32Array.from(this.sectionOfSnippet),
      pageOfSection: Uint32Array.from(this.pageOfSection),
      subtreeOfSection: Uint32Array.from(this.subtreeOfSection),
      endOfSection: Uint32Array.from(this.endOfSection),
      firstSnippetOfSection,
      firstSectionOfPage: Uint32Array.from([...this.firstSectionOfPage, this.sections]),
      snippetLength: Float32Array.from(this.snippetLength),
      sectionLength,
      subtreeLength,
      pageLength,
      headingLength: Float32Array.from(this.headingLength),
      snippetTokens: Uint16Array.from(this.snippetTokens),
      snippetCode: Uint32Array.from(this.snippetCode),
    }
  }
}
