import { asError, InvalidInput } from "../../base/errors.ts"
import { type BundleMessage, TOO_MUCH_MEMORY_EXIT_CODE } from "./bundle-messages.ts"
import { checkBundle } from "./check-bundle.ts"
import type { ReceivedBundle } from "./open-bundle.ts"

/** The task of the process. */
export interface BundleRequest {
  readonly bundle: ReceivedBundle
  /** File to write the accepted entries to. */
  readonly outputPath: string
  /** Memory limit at which the process exits. */
  readonly maxResidentBytes: number
}

const MEMORY_CHECK_MS = 50

// Entry point of a separate process (see `check-received-bundle.ts`), which checks one bundle and exits.
process.once("message", (request: BundleRequest) => void check(request))
// The server has exited and cannot receive the message.
process.on("disconnect", () => process.exit())

async function check({ bundle, outputPath, maxResidentBytes }: BundleRequest): Promise<void> {
  // Buffers are outside the heap, so the heap limit does not apply to them.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) process.exit(TOO_MUCH_MEMORY_EXIT_CODE)
  }, MEMORY_CHECK_MS)
  try {
    const { force } = await checkBundle(bundle, outputPath, {
      onEntries: (entries) => sendMessage({ kind: "entries", ...entries }),
    })
    sendMessage({ kind: "done", force })
  } catch (thrown) {
    const { message } = asError(thrown)
    sendMessage(thrown instanceof InvalidInput ? { kind: "refused", message } : { kind: "failed", message })
  } finally {
    clearInterval(watch)
  }
}

function sendMessage(message: BundleMessage): void {
  process.send?.(message)
}
