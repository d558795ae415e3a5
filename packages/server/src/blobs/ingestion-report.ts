import type { IndexFindings } from "@lectern/engine"

/** What happened to every file of a source in one ingestion; kept as a gzip JSON blob. */
export interface IngestionReport {
  readonly revision: string
  readonly notes: readonly string[]
  readonly indexed: readonly {
    readonly path: string
    readonly snippets: number
    readonly problems: readonly string[]
    /** First 16 hexadecimal digits of the hash of its bytes; missing in reports of older versions of the program. */
    readonly hash?: string
  }[]
  readonly leftOut: readonly {
    readonly path: string
    readonly reason: string
    readonly detail?: string
    /** Number of files that the entry stands for; missing: one. */
    readonly fileCount?: number
  }[]
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
  /** Suspicious text in snippets; missing in reports of older versions of the program. */
  readonly findings?: IndexFindings
  /** Compared with what was served before; missing for a first index. */
  readonly changes?: ReportChanges
  /** How well the index answers questions made from it; missing where that was not tried. */
  readonly benchmark?: BenchmarkReport
}

/** How many indexed files are new, have other bytes, are gone, and are as they were. */
export interface ReportChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/** Questions that were made from a library's own passages, and how many of them it answers. */
export interface BenchmarkReport {
  /** Share of the questions found, 0 to 100 with one decimal; -1 when too few questions can be made. */
  readonly score: number
  readonly questions: readonly BenchmarkQuestion[]
}

export interface BenchmarkQuestion {
  /** What it was made from: prose, text beside code, an error that is shown; `model`: a language model has put it. */
  readonly kind: "prose" | "code" | "error" | "model"
  readonly question: string
  /** Address of the passage that it was made from, and the headings above that. */
  readonly source: string
  readonly headingPath: readonly string[]
  /** True when the answer within 2,000 tokens holds the passage or one that says the same. */
  readonly isFound: boolean
}
