/** Time for a graceful shutdown. */
const STOP_GRACE_MS = 10_000

/**
 * Waits for SIGTERM or SIGINT. The shutdown that follows has ten seconds; a second signal ends the process at once.
 *
 * @param onStop registers another way to start the shutdown.
 */
export function waitForShutdown(onStop: (stop: () => void) => void = () => {}): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) return
      isStopping = true
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.off(signal, stop)
        process.once(signal, () => process.exit(1))
      }
      setTimeout(() => process.exit(1), STOP_GRACE_MS).unref()
      resolve()
    }
    process.on("SIGTERM", stop)
    process.on("SIGINT", stop)
    onStop(stop)
  })
}
