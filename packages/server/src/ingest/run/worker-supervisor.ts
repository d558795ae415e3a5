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
 * Connects this worker process to the server that started it. It listens for messages and sends heartbeats from the
 * beginning, so that no message is lost while the worker opens its store.
 *
 * A process that was started by hand has no server; only signals stop it.
 */
export class WorkerSupervisor {
  readonly #stop = new AbortController()
  readonly #heartbeat: NodeJS.Timeout
  readonly #begun: Promise<void>
  #begin = () => {}
  #worker: Worker | undefined

  constructor() {
    this.#begun = new Promise((resolve) => (this.#begin = resolve))
    if (process.env[SUPERVISED_VARIABLE] !== HELD) this.#begin()
    // The server may have exited before the listeners were added.
    if (process.env[SUPERVISED_VARIABLE] !== undefined && !process.connected) this.#end()
    this.#heartbeat = setInterval(sendHeartbeat, ALIVE_INTERVAL_MS)
    process.on("message", this.#onMessage)
    process.once("disconnect", this.#end)
  }

  /**
   * Waits until the server sends `begin`; returns at once if the worker is not held.
   *
   * @returns false if the worker is to stop, because the server has sent `stop` or has exited.
   */
  async untilBegun(): Promise<boolean> {
    await this.#begun
    return !this.#stop.signal.aborted
  }

  /**
   * Runs a worker, and wakes it up for each `wake`. The worker releases its jobs and returns when the server sends
   * `stop` or exits, or when the process receives a signal. A signal before this call ends the process at once.
   */
  async run(worker: Worker): Promise<void> {
    this.#worker = worker
    process.once("SIGTERM", this.#end)
    process.once("SIGINT", this.#end)
    try {
      await worker.run(this.#stop.signal)
    } finally {
      process.off("SIGTERM", this.#end)
      process.off("SIGINT", this.#end)
    }
  }

  /** Removes all listeners and disconnects from the server, so that the process can end. */
  close(): void {
    clearInterval(this.#heartbeat)
    process.off("message", this.#onMessage)
    process.off("disconnect", this.#end)
    if (process.connected) process.disconnect()
  }

  readonly #onMessage = (message: unknown) => {
    const word = message as WorkerMessage
    if (word === "begin") this.#begin()
    // A worker looks for jobs when it starts, so this can be ignored until then.
    if (word === "wake") this.#worker?.wake()
    if (word === "stop") this.#end()
  }

  readonly #end = () => {
    this.#stop.abort()
    this.#begin()
  }
}
