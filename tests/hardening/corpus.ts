/** One line of the table that `npm run test:hardening` prints. */
export interface HardeningRow {
  /** The tested part, such as `markdown` or `path patterns`. */
  readonly target: string
  readonly tried: number
  /** Number of inputs that were rejected or stopped by a limit. */
  readonly stopped: number
  /** Inputs that did harm, as sentences; none are expected. */
  readonly letThrough: readonly string[]
}

/** Which part of a corpus runs. */
export interface HardeningOptions {
  /** True for the short form of CI, which takes some seconds per corpus. */
  readonly isShort: boolean
  /** One of the `parts` of the corpus, to run it alone; undefined for all of it. */
  readonly part?: string | undefined
}

/** A module in `corpora/`: a name and a function. The runner finds modules by this folder. */
export interface HardeningCorpus {
  readonly name: string
  /**
   * Parts that run in separate processes, because together they take too long. The short form runs them in one process.
   */
  readonly parts?: readonly string[]
  run(options: HardeningOptions): Promise<readonly HardeningRow[]>
}
