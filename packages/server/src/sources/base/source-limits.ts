/** Limits for one source. */
export interface SourceLimits {
  /** Maximum size of a file, in bytes. */
  readonly maxFileBytes: number
  /** Maximum number of documentation files. */
  readonly maxFiles: number
  /** Maximum total size of documentation files, in bytes. */
  readonly maxTextBytes: number
  /** Maximum number of entries in a tree, of any kind: a few kilobytes of git objects can describe billions. */
  readonly maxEntries: number
  /** Maximum number of tree entries kept in memory for finding included files; a larger tree is listed again. */
  readonly maxKeptEntries: number
  /** Maximum disk space for temporary files, in bytes. */
  readonly maxDiskBytes: number
  /** Maximum time for opening a source, in milliseconds. */
  readonly timeLimitMs: number
}

const MEBIBYTE = 1024 * 1024

/** The default limits. */
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

/** Overrides for source code, in which longer files are tables of data. */
export const CODE_LIMITS = {
  maxFileBytes: MEBIBYTE,
  maxFiles: 10_000,
  maxTextBytes: 100 * MEBIBYTE,
} satisfies Partial<SourceLimits>

/** Maximum size of an included file, in bytes; larger ones are data. */
export const MAX_OTHER_BYTES = 1024 * 1024
/** Maximum number and total size of the files that a source's pages include. */
export const MAX_OTHER_FILES = 20_000
export const MAX_OTHER_TOTAL_BYTES = 64 * MEBIBYTE
