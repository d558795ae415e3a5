/** Time for a graceful shutdown. */
const STOP_GRACE_MS = 10_000

/** Waits for SIGTERM or SIGINT. The shutdown that follows has ten seconds; a second signal ends the process at once. */
export function waitForShutdown(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.off(signal, stop)
        process.once(signal, () => process.exit(1))
      }
      setTimeout(() => process.exit(1), STOP_GRACE_MS).unref()
      resolve()
    }
    process.on("SIGTERM", stop)
    process.on("SIGINT", stop)
  })
}
