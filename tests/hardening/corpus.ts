/** One line of the table that `npm run test:hardening` prints. */
export interface HardeningRow {
  /** What was attacked: `markdown`, `path patterns`. */
  readonly target: string
  readonly tried: number
  /** Inputs that were refused, or stopped by a limit. */
  readonly stopped: number
  /** Inputs that did harm, as sentences; none are expected. */
  readonly letThrough: readonly string[]
}

/** How much of a corpus runs. */
export interface HardeningOptions {
  /** True: the short form of CI, some seconds per corpus. */
  readonly isShort: boolean
  /** One of the `parts` of the corpus, to run it alone; undefined: all of it. */
  readonly part?: string | undefined
}

/** A module of `corpora/`: a name and a function. The runner finds it by its folder. */
export interface HardeningCorpus {
  readonly name: string
  /** Parts that run in processes of their own, because together they take too long. The short form runs them in one. */
  readonly parts?: readonly string[]
  run(options: HardeningOptions): Promise<readonly HardeningRow[]>
}
