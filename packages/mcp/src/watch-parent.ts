/** Time between two looks at the process that started this one. */
const LOOK_INTERVAL_MS = 2_000

/**
 * Calls back once when the process that started this one has gone. Standard input does not always end then: another
 * process may hold its other end.
 *
 * @returns a function that stops watching.
 */
export function watchParent(whenGone: () => void, intervalMs = LOOK_INTERVAL_MS): () => void {
  const parent = process.ppid
  const timer = setInterval(() => {
    // An orphan gets another parent; on Windows it keeps the number of the one that ended.
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
    // Not allowed to signal it: then it is there.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM"
  }
}
