import { asError } from "../../base/errors.ts"
import { runWithin, TimeLimitExceeded } from "@lectern/parsers"

/** Maximum time for all stages of one file. */
const MAX_MS = 10_000
/** Minimum time for any file, because loading a parser on first use takes some hundred milliseconds. */
const GRACE_MS = 1_000
/** Four times as long as documentation takes. */
const MS_PER_CHARACTER = 0.006
/**
 * Each file that takes too long halves the time limit of the next ones, down to this share; each other file restores
 * part of it.
 */
const MIN_TIME_SHARE = 1 / 4
const RECOVERY = 1.05

/** Time after which the files of a batch are timed individually. A batch normally takes a tenth of it. */
const BATCH_MS = 500

/** The properties of a file that determine its budget. */
export interface BudgetedFile {
  readonly path: string
  readonly characterCount: number
}

/** Limits of one file, for tests. */
export interface FileBudgetLimits {
  readonly graceMs?: number | undefined
}

/**
 * Limits the CPU time that each file of a source can take. A file that was stopped once is rejected in every later
 * stage, so that even a source full of such files ends.
 */
export class FileBudget {
  readonly #graceMs: number
  readonly #stopped = new Map<string, Error>()
  #patience = 1

  constructor({ graceMs = GRACE_MS }: FileBudgetLimits = {}) {
    this.#graceMs = graceMs
  }

  /**
   * Runs one stage of a file: synchronous work without side effects.
   *
   * @throws {Error} with the reason if the file takes too long, or has done so before; also what the work throws.
   */
  run<Result>({ path, characterCount }: BudgetedFile, work: () => Result): Result {
    const stopped = this.#stopped.get(path)
    if (stopped !== undefined) throw stopped
    const limitMs = this.#patience * Math.min(MAX_MS, this.#graceMs + characterCount * MS_PER_CHARACTER)
    try {
      const result = runWithin(limitMs, work, MAX_MS)
      this.#recover()
      return result
    } catch (thrown) {
      if (!(thrown instanceof TimeLimitExceeded)) throw thrown
      this.#patience = Math.max(MIN_TIME_SHARE, this.#patience / 2)
      const failure = new Error(`parsing was stopped: ${thrown.message}`, { cause: thrown })
      this.#stopped.set(path, failure)
      throw failure
    }
  }

  /** Like `run`, for optional stages. @returns undefined if the file takes too long. */
  tryRun<Result>(file: BudgetedFile, work: () => Result): Result | undefined {
    try {
      return this.run(file, work)
    } catch (thrown) {
      if (this.#stopped.get(file.path) === thrown) return undefined
      throw thrown
    }
  }

  /**
   * Runs one stage of several files under one timer, because starting a timer takes longer than parsing a short file.
   * When the timer ends, the interrupted file runs again with its own timer, so the work may run twice.
   *
   * @returns for each file the result, or the error that `run` would throw.
   */
  runEach<File extends BudgetedFile, Result>(
    files: readonly File[],
    work: (file: File) => Result,
  ): readonly (Result | Error)[] {
    const results: (Result | Error)[] = []
    while (results.length < files.length) {
      this.#runBatch(files.slice(results.length), work, results)
      const next = files[results.length]
      if (next !== undefined) results.push(attempt(() => this.run(next, () => work(next))))
    }
    return results
  }

  /** Adds results until all files have one, or until it reaches a file that is interrupted now or was before. */
  #runBatch<File extends BudgetedFile, Result>(
    files: readonly File[],
    work: (file: File) => Result,
    results: (Result | Error)[],
  ): void {
    try {
      runWithin(this.#patience * BATCH_MS, () => {
        for (const file of files) {
          if (this.#stopped.has(file.path)) return
          results.push(attempt(() => work(file)))
          this.#recover()
        }
      })
    } catch (thrown) {
      if (!(thrown instanceof TimeLimitExceeded)) throw thrown
    }
  }

  #recover(): void {
    this.#patience = Math.min(1, this.#patience * RECOVERY)
  }
}

function attempt<Result>(work: () => Result): Result | Error {
  try {
    return work()
  } catch (thrown) {
    return asError(thrown)
  }
}
