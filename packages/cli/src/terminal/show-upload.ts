import type { UploadProgress } from "@lectern/client"
import { drawStage } from "./draw-progress.ts"
import type { Terminal } from "./terminal.ts"

const ERASE_LINE = "\r\u001B[2K"

/** Shows how far an upload is, where somebody watches. */
export interface UploadDisplay {
  /** Left out where nobody watches: then the form is sent in one piece. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** Takes the line away. */
  finish(): void
}

/** Makes the display of one upload: one line on stderr that is drawn again. */
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
