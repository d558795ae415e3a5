import type { IndexFindings } from "@lectern/engine"

/** The result of one ingestion for every file of a source; stored as a gzip JSON blob. */
export interface IngestionReport {
  readonly revision: string
  readonly notes: readonly string[]
  readonly indexed: readonly {
    readonly path: string
    readonly snippets: number
    readonly problems: readonly string[]
    /** First 16 hexadecimal digits of the hash of its bytes; missing in reports of older versions of Lectern. */
    readonly hash?: string
  }[]
  readonly leftOut: readonly {
    readonly path: string
    readonly reason: string
    readonly detail?: string | undefined
    /** Number of files that the entry represents; defaults to one. */
    readonly fileCount?: number | undefined
  }[]
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
  /** Suspicious text in snippets; missing in reports of older versions of the program. */
  readonly findings?: IndexFindings | undefined
  /** Comparison with the previous index; missing for a first index. */
  readonly changes?: ReportChanges | undefined
  /** Result of the benchmark; missing if it did not run. */
  readonly benchmark?: BenchmarkReport
}

/** Numbers of new, changed, removed and unchanged indexed files. */
export interface ReportChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/** Questions made from a library's own snippets, and how many of them it answers. */
export interface BenchmarkReport {
  /** Percentage of questions whose snippet was found, with one decimal; -1 if there are too few questions. */
  readonly score: number
  readonly questions: readonly BenchmarkQuestion[]
}

export interface BenchmarkQuestion {
  /**
   * What the question was made from: prose, text beside code, or an error message; `model` if a language model wrote
   * it.
   */
  readonly kind: "prose" | "code" | "error" | "model"
  readonly question: string
  /** URL of the snippet that it was made from, and the headings above the snippet. */
  readonly source: string
  readonly headingPath: readonly string[]
  /** True if the answer within 2,000 tokens contains the snippet or a near-duplicate. */
  readonly isFound: boolean
}
