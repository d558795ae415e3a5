/** Time between two checks of the parent process. */
const CHECK_INTERVAL_MS = 2_000

/**
 * Calls back once when the parent process has exited. Standard input does not always close then: another process may
 * hold its other end.
 *
 * @returns a function that stops watching.
 */
export function watchParent(whenGone: () => void, intervalMs = CHECK_INTERVAL_MS): () => void {
  const parent = process.ppid
  const timer = setInterval(() => {
    // An orphaned process gets a new parent; on Windows, it keeps the id of the old one.
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    whenGone()
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (thrown) {
    // No permission to signal the process: then it exists.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM"
  }
}
