import { ALIVE_INTERVAL_MS, ALIVE_MESSAGE, SUPERVISED_VARIABLE, type WorkerMessage } from "./start-worker-process.ts"
import type { Worker } from "./worker.ts"

/**
 * Runs a worker in a child process of the server. The worker wakes up when the server sends a message. It releases its
 * jobs and returns when the server sends `stop` or exits, or when the process receives a signal.
 *
 * Without a server (if the process was started by hand), only signals stop it.
 */
export async function followSupervisor(worker: Worker): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  const onMessage = (message: unknown) => {
    const word = message as WorkerMessage
    if (word === "wake") worker.wake()
    if (word === "stop") end()
  }
  // The server may have just exited; `disconnect` reports that.
  const sendHeartbeat = () => process.connected && process.send?.(ALIVE_MESSAGE, undefined, undefined, () => undefined)
  const timer = setInterval(sendHeartbeat, ALIVE_INTERVAL_MS)
  process.on("message", onMessage)
  process.once("disconnect", end)
  process.once("SIGTERM", end)
  process.once("SIGINT", end)
  try {
    // The server may have exited before the listener was added.
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
