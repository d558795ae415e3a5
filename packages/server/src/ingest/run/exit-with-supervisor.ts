import { ALIVE_INTERVAL_MS, ALIVE_MESSAGE, SUPERVISED_VARIABLE, type WorkerMessage } from "./start-worker-process.ts"
import type { Worker } from "./worker.ts"

/**
 * Runs a worker in a child process for the server that started it: it wakes when the server says so, and gives its
 * jobs back and returns when the server says stop, goes away, or the process is asked to end.
 *
 * Without a server (the process was started by hand) only the signals count.
 */
export async function followSupervisor(worker: Worker): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  const onMessage = (message: unknown) => {
    const word = message as WorkerMessage
    if (word === "wake") worker.wake()
    if (word === "stop") end()
  }
  // A server that has just gone away hears nothing; its absence is noticed by `disconnect`.
  const sendHeartbeat = () => process.connected && process.send?.(ALIVE_MESSAGE, undefined, undefined, () => undefined)
  const timer = setInterval(sendHeartbeat, ALIVE_INTERVAL_MS)
  process.on("message", onMessage)
  process.once("disconnect", end)
  process.once("SIGTERM", end)
  process.once("SIGINT", end)
  try {
    // The server may have gone away before anyone listened.
    if (process.env[SUPERVISED_VARIABLE] !== undefined && !process.connected) end()
    await worker.run(stop.signal)
  } finally {
    clearInterval(timer)
    process.off("message", onMessage)
    process.off("disconnect", end)
    process.off("SIGTERM", end)
    process.off("SIGINT", end)
    if (process.connected) process.disconnect()
  }
}
