import type { UploadProgress } from "@lectern/client"
import { drawStage } from "./draw-progress.ts"
import type { Terminal } from "./terminal.ts"

const ERASE_LINE = "\r\u001B[2K"

/** Shows the progress of an upload on a terminal. */
export interface UploadDisplay {
  /** Undefined if stderr is not a terminal; the form is then sent in one piece. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** Erases the line. */
  finish(): void
}

/** Creates the display of one upload: a line on stderr that is redrawn. */
export function showUpload(terminal: Terminal, isLocal: boolean): UploadDisplay {
  if (!terminal.isWatched || isLocal) return { finish() {} }
  let shown = ""
  return {
    onProgress({ sentBytes, totalBytes }) {
      const line = drawStage("sending", { done: sentBytes, total: totalBytes, unit: "bytes" })
      if (line === shown) return
      shown = line
      terminal.draw(`${ERASE_LINE}${line.slice(0, terminal.columns - 1)}`)
    },
    finish: () => (shown === "" ? undefined : terminal.draw(ERASE_LINE)),
  }
}
