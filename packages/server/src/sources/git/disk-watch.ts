import { SourceTooLarge } from "../base/errors.ts"
import { directorySize } from "../base/work-directory.ts"

/** How often the size on disk is looked at while git writes, in milliseconds. */
const SIZE_CHECK_MS = 200

/**
 * Runs work that writes into a directory and ends it when the directory grows beyond a size.
 *
 * Measuring takes time, so one measurement runs at once; the last one starts after the work has ended, and counts all
 * that it has written.
 *
 * @param work is given a signal that is aborted when the size is passed.
 * @param measure size of a directory in bytes.
 * @throws {SourceTooLarge} when more than `maxBytes` were measured; also what the work or `measure` throws.
 */
export async function runWithinSize<T>(
  { directory, maxBytes }: { readonly directory: string; readonly maxBytes: number },
  work: (signal: AbortSignal) => Promise<T>,
  measure: (directory: string) => Promise<number> = directorySize,
): Promise<T> {
  const tooLarge = new AbortController()
  const check = async () => {
    if ((await measure(directory)) <= maxBytes) return
    tooLarge.abort(new SourceTooLarge(`the repository takes more than ${Math.round(maxBytes / 2 ** 20)} MB of disk`))
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= check()
      .catch((error: unknown) => tooLarge.abort(error))
      .finally(() => (running = undefined))
  }, SIZE_CHECK_MS)
  try {
    const result = await work(tooLarge.signal)
    await check()
    tooLarge.signal.throwIfAborted()
    return result
  } finally {
    clearInterval(timer)
  }
}
