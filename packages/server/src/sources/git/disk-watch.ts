import { SourceTooLarge } from "../base/errors.ts"
import { directorySize } from "../base/work-directory.ts"

/** Interval for measuring the disk space while git writes, in milliseconds. */
const SIZE_CHECK_MS = 200

/**
 * Runs work that writes to a directory, and aborts it when the directory exceeds a size.
 *
 * Measurements take time and never overlap; a final one runs after the work has ended, so that everything is counted.
 *
 * @param work receives a signal that is aborted when the size is exceeded.
 * @param measure returns the size of a directory in bytes.
 * @throws {SourceTooLarge} if more than `maxBytes` were measured; also what the work or `measure` throws.
 */
export async function runWithinSize<T>(
  { directory, maxBytes }: { readonly directory: string; readonly maxBytes: number },
  work: (signal: AbortSignal) => Promise<T>,
  measure: (directory: string) => Promise<number> = directorySize,
): Promise<T> {
  const tooLarge = new AbortController()
  const check = async () => {
    if ((await measure(directory)) <= maxBytes) return
    tooLarge.abort(
      new SourceTooLarge(
        `the repository is too large: it needs more than ${Math.round(maxBytes / 2 ** 20)} MB of disk space`,
      ),
    )
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
