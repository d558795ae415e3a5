/** How much of a source is read at most. */
export interface SourceLimits {
  /** Largest single file, in bytes. */
  readonly maxFileBytes: number
  /** Most documentation files. */
  readonly maxFiles: number
  /** Most bytes of documentation files together. */
  readonly maxTextBytes: number
  /** Most entries of a tree, files of every kind: a few kilobytes of git objects can describe billions. */
  readonly maxEntries: number
  /** Most entries of a tree that are held for finding included files; a larger tree is listed again for them. */
  readonly maxKeptEntries: number
  /** Most bytes on disk while reading. */
  readonly maxDiskBytes: number
  /** Longest time for opening a source, in milliseconds. */
  readonly timeLimitMs: number
}

const MEBIBYTE = 1024 * 1024

/** The limits that hold when nothing else is said. */
export const DEFAULT_SOURCE_LIMITS: SourceLimits = {
  maxFileBytes: 5 * MEBIBYTE,
  maxFiles: 20_000,
  maxTextBytes: 200 * MEBIBYTE,
  maxEntries: 1_000_000,
  // About 20 MB.
  maxKeptEntries: 100_000,
  maxDiskBytes: 1024 * MEBIBYTE,
  timeLimitMs: 600_000,
}

/** What holds for source code instead: a longer file is a table of data. */
export const CODE_LIMITS = {
  maxFileBytes: MEBIBYTE,
  maxFiles: 10_000,
  maxTextBytes: 100 * MEBIBYTE,
} satisfies Partial<SourceLimits>

/** Most bytes of a file that pages include; larger ones are data. */
export const MAX_OTHER_BYTES = 1024 * 1024
/** Most files that the pages of a source may include together, and most bytes. */
export const MAX_OTHER_FILES = 20_000
export const MAX_OTHER_TOTAL_BYTES = 64 * MEBIBYTE
