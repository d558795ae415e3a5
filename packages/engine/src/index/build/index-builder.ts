import type { Page } from "../../snippets/snippet.ts"

/**
 * What shapes an index besides the content: it changes whenever the format of the file, the terms, the cutter or a
 * parser changes, so that a refresh of an unchanged source rebuilds the index.
 */
export const INDEX_RECIPE = "13"

/** Counts of a finished index. */
export interface IndexSummary {
  readonly pages: number
  readonly snippets: number
  /** Sum of the snippets' tokens. */
  readonly tokens: number
  /** Up to 64 terms that tell the content from others', strongest first. */
  readonly characteristicTerms: readonly string[]
}

/** How an index file is finished. */
export interface FinishOptions {
  /** False: the bytes are not forced to the disk, because whoever takes the file does that; true when left out. */
  readonly sync?: boolean
}

/**
 * Builds one index file, page after page; the file is complete, synced and closed only after `finish`.
 * Made by `createIndexBuilder(path)` in `build-index.ts`.
 */
export interface IndexBuilder {
  /** Number of snippets added so far. */
  readonly snippetCount: number
  add(page: Page): void
  /** Writes postings and counts, syncs file and folder, closes. */
  finish(options?: FinishOptions): IndexSummary
  /** Closes and removes the unfinished file. Safe after `finish` (then it does nothing). */
  abort(): void
}
