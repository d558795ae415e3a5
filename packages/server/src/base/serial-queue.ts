/** Runs one piece of work at a time, in the order in which it was added. */
export interface SerialQueue {
  /** Waits for all work that was added before, whether it succeeds or not. @returns what the work returns. @throws what it throws. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Creates a queue without work. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}
