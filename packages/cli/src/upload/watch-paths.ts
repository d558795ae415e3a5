import { type FSWatcher, watch } from "node:fs"
import { stat } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { asFileFailure } from "../terminal/exit-codes.ts"

/**
 * Time without a change after which changes are complete, because editors write several files, or one file in several
 * steps.
 */
const QUIET_MS = 300

/** Changes of files and folders. */
export interface PathWatcher {
  /**
   * Waits for a change, and then until there are no more changes for a moment.
   *
   * @throws the reason of the signal. @throws {CliFailure} if the paths cannot be watched any longer.
   */
  changed(signal: AbortSignal): Promise<void>
  close(): void
}

/** Watches files, and folders with everything below them. */
export async function watchPaths(paths: readonly string[]): Promise<PathWatcher> {
  let changeCount = 0
  let wake: (() => void) | undefined
  const noteChange = () => {
    changeCount++
    wake?.()
  }
  let failure: Error | undefined
  const watchers: FSWatcher[] = []
  for (const path of paths) {
    try {
      watchers.push(await watchPath(resolve(path), noteChange))
    } catch (thrown) {
      for (const watcher of watchers) watcher.close()
      throw asFileFailure(thrown, { path })
    }
    // Without a listener, an error such as too many watched files would end the process.
    watchers.at(-1)?.on("error", (thrown) => {
      const explained = asFileFailure(thrown, { path })
      failure ??= explained instanceof Error ? explained : thrown
      wake?.()
    })
  }
  let seenCount = 0
  return {
    async changed(signal) {
      signal.throwIfAborted()
      if (changeCount === seenCount && failure === undefined) {
        await new Promise<void>((resume) => {
          wake = resume
          signal.addEventListener("abort", () => resume(), { once: true })
        })
      }
      if (failure !== undefined) throw failure
      do {
        seenCount = changeCount
        await delay(QUIET_MS, undefined, { signal })
      } while (changeCount !== seenCount)
    },
    close: () => watchers.forEach((watcher) => watcher.close()),
  }
}

/** Watches the folder of a file, because editors replace a file instead of writing to it. */
async function watchPath(path: string, noteChange: () => void): Promise<FSWatcher> {
  if ((await stat(path)).isDirectory()) {
    return watch(path, { recursive: true }, (_event, name) => {
      if (name === null || !/(?:^|[/\\])\.git(?:[/\\]|$)/.test(name)) noteChange()
    })
  }
  return watch(dirname(path), (_event, name) => {
    if (name === null || name === basename(path)) noteChange()
  })
}
