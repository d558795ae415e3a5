import type { SourceSnapshot } from "./source-file.ts"

/** Makes the snapshot of a source that still stands at the revision which is known: it has nothing to read. */
export function unchangedSnapshot(revision: string): SourceSnapshot {
  return {
    revision,
    branch: "",
    unchanged: true,
    fileCount: 0,
    // oxlint-disable-next-line require-yield -- nothing has changed
    async *items(signal) {
      signal.throwIfAborted()
    },
    close: () => Promise.resolve(),
  }
}
