import type { Finding } from "../../findings/finding.ts"
import type { PackageUse } from "./package-names.ts"
import type { Page } from "../../snippets/snippet.ts"

/**
 * Version of everything that shapes an index file besides its content. Increase it when the file format, the terms, the cutting or a
 * parser changes, so that the next refresh of an unchanged source rebuilds the index file.
 */
export const INDEX_RECIPE = "39"

/** Counts of a finished index. */
export interface IndexSummary {
  readonly pages: number
  readonly snippets: number
  /** Sum of the snippets' token counts. */
  readonly tokens: number
  /** Up to 64 terms that are characteristic of the content, strongest first. */
  readonly characteristicTerms: readonly string[]
  /** Packages that the documentation installs or imports, those on the most pages first. */
  readonly packages: readonly PackageUse[]
  readonly findings: IndexFindings
}

/** Suspicious text in an index. */
export interface IndexFindings {
  /** Number of flagged snippets. */
  readonly count: number
  /** The first 200 of them, in reading order. */
  readonly listed: readonly ListedFinding[]
}

/** A flagged snippet. */
export interface ListedFinding extends Finding {
  /** Path of its page, and the address of the snippet. */
  readonly path: string
  readonly url: string
  readonly headingPath: readonly string[]
}

/** Options for finishing an index file. */
export interface FinishOptions {
  /** False: do not sync the file to disk, because the caller does. Default: true. */
  readonly sync?: boolean | undefined
}

/**
 * Builds one index file, page after page; the file is complete, synced and closed only after `finish`.
 * Made by `createIndexBuilder(path)` in `build-index.ts`.
 */
export interface IndexBuilder {
  /** Number of snippets added so far. */
  readonly snippetCount: number
  add(page: Page): void
  /** Writes postings and counts, syncs the file and its directory, and closes the file. */
  finish(options?: FinishOptions): IndexSummary
  /** Closes and removes the unfinished file. After `finish`, it does nothing. */
  abort(): void
}
