import { introduces } from "../snippets/cut-thoughts.ts"
import type { IndexedSnippet } from "../index/read/open-index.ts"
import type { AnswerBlock, AnswerSnippet } from "./pack-answer.ts"
import { GAP_TOKENS, SEPARATOR_TOKENS } from "./render.ts"

/**
 * Minimum share of the section's best score at which a snippet is put before a run that it directly precedes on the page. Readers would
 * otherwise have to go through worse text first. At 0.8, one jump backwards in nine remains instead of one in seven, but answers come
 * later; without a minimum, they come a third later (eval/log.md).
 */
const PRECEDING_SHARE = 0.9

/** Fragment for a page in a file with pages. */
const FILE_PAGE = /#page=\d+$/

function filePageOf(url: string): string | undefined {
  return url.includes("#page=") ? FILE_PAGE.exec(url)?.[0] : undefined
}

/** Returns true when both share a header: the same page and, in a file with pages, the same page there. */
function shareHeader(previous: IndexedSnippet, next: IndexedSnippet): boolean {
  return previous.page === next.page && filePageOf(previous.url) === filePageOf(next.url)
}

/** Snippets of one section. A run consists of snippets that directly follow each other on the page; the best run comes first. */
interface SectionGroup {
  readonly first: IndexedSnippet
  readonly bestScore: number
  readonly runs: AnswerSnippet[][]
  /** False when the group continues the block of the previous one. */
  readonly opensBlock: boolean
}

/**
 * Arranges the snippets of an answer while it is packed, best first. Snippets of one section that are direct neighbours on the page are put
 * into reading order. Neighbouring sections of a page share a header.
 */
export class SnippetArrangement {
  readonly #groups: SectionGroup[] = []

  /** Returns the tokens that a snippet adds besides its content: headings, addresses, separators and gap marks. */
  costOf(snippet: IndexedSnippet, score: number): number {
    const group = this.#groupFor(snippet)
    if (group === undefined) {
      if (this.#continuesBlock(snippet)) return snippet.headingTokens
      return snippet.headerTokens + (this.#groups.length === 0 ? 0 : SEPARATOR_TOKENS)
    }
    const run = runFor(group, snippet, score)
    if (run === undefined) return GAP_TOKENS
    const opening = group.opensBlock && run === group.runs[0] ? run[0] : undefined
    const isOpening = opening !== undefined && snippet.id < opening.id
    return isOpening ? Math.max(0, snippet.headerTokens - opening.headerTokens) : 0
  }

  /** Adds a snippet after all better ones, or next to its neighbours. */
  add(snippet: AnswerSnippet, score: number): void {
    const group = this.#groupFor(snippet)
    if (group === undefined) {
      const opensBlock = !this.#continuesBlock(snippet)
      this.#groups.push({ first: snippet, bestScore: score, runs: [[snippet]], opensBlock })
      return
    }
    const run = runFor(group, snippet, score)
    if (run === undefined) group.runs.push([snippet])
    else if (snippet.id < (run[0]?.id ?? 0)) run.unshift(snippet)
    else run.push(snippet)
  }

  /** Returns the blocks of the answer, in their order. */
  blocks(): readonly AnswerBlock[] {
    const blocks: AnswerSnippet[][] = []
    for (const { runs, opensBlock } of this.#groups) {
      if (opensBlock) blocks.push(runs.flat())
      else blocks.at(-1)?.push(...runs.flat())
    }
    return blocks.map((snippets) => ({ snippets }))
  }

  /** Returns the group that begins with what the snippet introduces, else the last group if the snippet belongs to its section. */
  #groupFor(snippet: IndexedSnippet): SectionGroup | undefined {
    const last = this.#groups.at(-1)
    const introduced = introduces(snippet.content) ? this.#groups.find((group) => isNext(group, snippet)) : undefined
    return introduced ?? (last !== undefined && isOfSection(last, snippet) ? last : undefined)
  }

  #continuesBlock(snippet: IndexedSnippet): boolean {
    const last = this.#groups.at(-1)
    return last !== undefined && shareHeader(last.first, snippet)
  }
}

function isOfSection({ first }: SectionGroup, snippet: IndexedSnippet): boolean {
  return first.section === snippet.section && shareHeader(first, snippet)
}

/** Returns true if a run of the group begins with the snippet that follows on the page. */
function isNext(group: SectionGroup, snippet: IndexedSnippet): boolean {
  return isOfSection(group, snippet) && group.runs.some((run) => run[0]?.id === snippet.id + 1)
}

/** Returns the run that a snippet directly follows, introduces, or directly precedes with a high enough score. */
function runFor(
  { runs, bestScore }: SectionGroup,
  { id, content }: IndexedSnippet,
  score: number,
): AnswerSnippet[] | undefined {
  const mayPrecede = score >= PRECEDING_SHARE * bestScore || introduces(content)
  return runs.find((run) => run.at(-1)?.id === id - 1 || (mayPrecede && run[0]?.id === id + 1))
}
