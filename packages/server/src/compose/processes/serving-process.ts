import cluster from "node:cluster"
import { isSupervisorMessage, type ProcessMetrics, type ServingMessage } from "./process-messages.ts"

/** The channel from a serving process to its supervisor. */
export interface ServingProcess {
  /** True for the first process of a start, which prints the start message. */
  readonly isFirst: boolean
  /** Reports that the process can answer requests. */
  reportServing(): void
  /** Asks the supervisor to wake the worker after a job was queued. */
  wakeWorker(): void
  /** Collects the metrics of all serving processes, including this one, oldest process first. */
  collectMetrics(): Promise<readonly ProcessMetrics[]>
  /** Sets the function that reads this process's metrics when any process collects those of all. */
  onReport(read: () => Promise<ProcessMetrics>): void
  /** Sets the function to call when the supervisor stops this process. */
  onStop(stop: () => void): void
  /** Closes the channel, which would otherwise keep the process running. */
  leave(): void
}

/** @returns undefined if this process has no supervisor. */
export function openServingProcess(): ServingProcess | undefined {
  const { worker } = cluster
  if (worker === undefined) return undefined
  const waiting = new Map<number, (metrics: readonly ProcessMetrics[]) => void>()
  let lastRequest = 0
  let read: () => Promise<ProcessMetrics> = () => Promise.resolve([])
  let stop = () => {}

  // If the supervisor has just ended, nothing is sent: the closed channel ends this process.
  const send = (message: ServingMessage) => void (worker.isConnected() && worker.send(message, () => undefined))

  async function report(request: number): Promise<void> {
    send({ kind: "metrics", request, metrics: await read() })
  }

  worker.on("message", (message: unknown) => {
    if (!isSupervisorMessage(message)) return
    if (message.kind === "stop") stop()
    if (message.kind === "report") void report(message.request)
    if (message.kind === "collected") {
      waiting.get(message.request)?.(message.metrics)
      waiting.delete(message.request)
    }
  })
  return {
    isFirst: worker.id === 1,
    reportServing: () => send({ kind: "serving" }),
    wakeWorker: () => send({ kind: "wake-worker" }),
    collectMetrics() {
      const request = ++lastRequest
      return new Promise((resolve) => {
        waiting.set(request, resolve)
        send({ kind: "collect", request })
      })
    },
    onReport: (given) => void (read = given),
    onStop: (given) => void (stop = given),
    leave: () => void (worker.isConnected() && process.disconnect()),
  }
}
