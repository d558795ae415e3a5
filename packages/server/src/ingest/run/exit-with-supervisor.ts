import {
  ALIVE_INTERVAL_MS,
  ALIVE_MESSAGE,
  HELD,
  SUPERVISED_VARIABLE,
  type WorkerMessage,
} from "./start-worker-process.ts"
import type { Worker } from "./worker.ts"

/** The server may have just exited; `disconnect` reports that. */
const sendHeartbeat = () => process.connected && process.send?.(ALIVE_MESSAGE, undefined, undefined, () => undefined)

/**
 * Waits until the server of a held worker sends `begin`; returns at once if the worker is not held.
 *
 * @returns false if the server has sent `stop` or exited instead.
 */
export async function untilBegun(): Promise<boolean> {
  if (process.env[SUPERVISED_VARIABLE] !== HELD) return true
  if (!process.connected) return false
  const timer = setInterval(sendHeartbeat, ALIVE_INTERVAL_MS)
  let [onMessage, onDisconnect] = [(_message: unknown) => {}, () => {}]
  const begun = await new Promise<boolean>((resolve) => {
    onMessage = (message) => {
      const word = message as WorkerMessage
      // A worker looks for jobs when it starts, so `wake` can be ignored until then.
      if (word !== "wake") resolve(word === "begin")
    }
    onDisconnect = () => resolve(false)
    process.on("message", onMessage)
    process.once("disconnect", onDisconnect)
  })
  process.off("message", onMessage)
  process.off("disconnect", onDisconnect)
  clearInterval(timer)
  if (!begun && process.connected) process.disconnect()
  return begun
}

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
