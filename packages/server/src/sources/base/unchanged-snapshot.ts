import type { SourceSnapshot } from "./source-file.ts"

/** Creates the snapshot of a source that is still at the known revision; it yields nothing. */
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
