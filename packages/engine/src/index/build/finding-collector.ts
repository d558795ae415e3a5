import type { SuspiciousTextFinder } from "../../findings/suspicious-text-finder.ts"
import type { Snippet } from "../../snippets/snippet.ts"
import type { IndexSummary, ListedFinding } from "./index-builder.ts"

/** Flagged snippets beyond this number are counted but not listed. */
const MAX_LISTED = 200
/**
 * Snippets are searched this many at a time. Collecting terms and searching both need tables that fill the processor's caches. When they took
 * turns for every snippet, building an index took 5% longer.
 */
const SEARCHED_TOGETHER = 500

/** A snippet that has not been searched yet. */
interface WaitingSnippet {
  readonly number: number
  readonly path: string
  readonly snippet: Snippet
}

/** Writes a finding into the index file. */
type InsertFinding = (snippet: number, kinds: string, rules: string, score: number) => void

/** Searches the snippets of an index for text that attacks the agent that reads it. */
export class FindingCollector {
  readonly #finder: SuspiciousTextFinder
  readonly #insert: InsertFinding
  readonly #listed: ListedFinding[] = []
  #waiting: WaitingSnippet[] = []
  #count = 0

  constructor(finder: SuspiciousTextFinder, insert: InsertFinding) {
    this.#finder = finder
    this.#insert = insert
  }

  /** Adds a snippet of the page at a path. Numbers must ascend. */
  add(snippet: Snippet, path: string, number: number): void {
    this.#waiting.push({ number, path, snippet })
    if (this.#waiting.length === SEARCHED_TOGETHER) this.#searchWaiting()
  }

  /** Searches the remaining snippets. @returns the number of flagged snippets, and the first 200 of them. */
  finish(): IndexSummary["findings"] {
    this.#searchWaiting()
    return { count: this.#count, listed: this.#listed }
  }

  #searchWaiting(): void {
    for (const waiting of this.#waiting) this.#search(waiting)
    this.#waiting = []
  }

  #search({ number, path, snippet: { headingPath, content, url } }: WaitingSnippet): void {
    const finding = this.#finder.find(`${headingPath.join("\n")}\n${content}`)
    if (finding === undefined) return
    this.#count++
    this.#insert(number, finding.kinds.join(" "), finding.rules.join(" "), finding.score)
    if (this.#listed.length < MAX_LISTED) this.#listed.push({ path, url, headingPath, ...finding })
  }
}
