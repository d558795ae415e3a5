import cluster, { type Worker } from "node:cluster"
import { setTimeout as delay } from "node:timers/promises"
import type { ServeFlags } from "@lectern/cli"
import { InternalFailure } from "../base/errors.ts"
import { limitHeapGrowth } from "../base/limit-heap-growth.ts"
import { type Log, openLog } from "../base/log.ts"
import { restartDelays } from "../base/restart-delays.ts"
import { checkSettings, type Settings } from "../config/settings.ts"
import { type SupervisedWorker, superviseWorker } from "../ingest/run/start-worker-process.ts"
import { requireConfiguration } from "./check-configuration.ts"
import { environmentOf } from "./settings-of-flags.ts"
import { waitForShutdown } from "./wait-for-shutdown.ts"
import { workerCommandOf } from "./worker-environment.ts"
import { MetricsCollector } from "./processes/collect-metrics.ts"
import { isServingMessage, type ServingMessage, type SupervisorMessage } from "./processes/process-messages.ts"

/** Processes that have not stopped after this time are killed; the whole shutdown has ten seconds. */
const STOP_GRACE_MS = 9_000

/** Runs `lectern serve`: in this process, or as the supervisor of several processes (`LECTERN_PROCESSES`). */
export async function serve(flags: ServeFlags): Promise<void> {
  const { settings } = checkSettings(environmentOf(flags))
  if (cluster.isPrimary && settings !== undefined && settings.LECTERN_PROCESSES > 1) return await supervise(flags)
  // Called before the server is loaded, because loading it would make the heap grow.
  limitHeapGrowth()
  const hasWorker = settings !== undefined && flags.worker !== false && cluster.isPrimary
  // Reports invalid settings. Loaded here, so that a supervisor does not load the server.
  const program = await import("./run-program.ts")
  const workerProcess = hasWorker ? startHeldWorker(settings) : undefined
  try {
    await program.serve(flags, workerProcess)
  } finally {
    await workerProcess?.stop()
  }
}

/**
 * Starts the worker when the server has loaded its code, before it opens anything: the worker loads its own code meanwhile, and opens
 * nothing before the server listens. If both load their code at the same time, the first library is indexed 0.06 s sooner, but the server
 * is ready 0.06 s later.
 */
function startHeldWorker(settings: Settings): SupervisedWorker {
  return superviseWorker({ ...workerCommandOf(settings), isHeld: true, log: openLog(settings.LECTERN_LOG_LEVEL) })
}

async function supervise(flags: ServeFlags): Promise<void> {
  const { settings } = await requireConfiguration(environmentOf(flags))
  const log = openLog(settings.LECTERN_LOG_LEVEL)
  const shutdown = waitForShutdown()
  const processes = new ServingProcesses(settings, log)
  try {
    // The first process migrates the catalogue, and creates the account of the first admin and the sample library.
    const isServing = await Promise.race([processes.startFirst(), shutdown.then(() => false)])
    if (!isServing) return
    if (flags.worker !== false) processes.startWorker()
    processes.startOthers()
    await shutdown
  } finally {
    await processes.stop()
  }
}

/** The serving processes and their worker. */
class ServingProcesses {
  readonly #settings: Settings
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #serving = new Map<number, Worker>()
  readonly #metrics = new MetricsCollector()
  readonly #kept: Promise<void>[] = []
  #worker: SupervisedWorker | undefined

  constructor(settings: Settings, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  /** Starts the first process. @returns true once it serves. @throws {InternalFailure} if it exits before that. */
  startFirst(): Promise<true> {
    return new Promise((resolve, reject) => {
      const isServing = () => resolve(true)
      const failed = (how: Ended) =>
        reject(
          new InternalFailure(
            `the first server process exited while it was starting (${describe(how)}): see the log above`,
          ),
        )
      this.#kept.push(this.#keepOne(isServing, failed))
    })
  }

  startOthers(): void {
    for (let started = 1; started < this.#settings.LECTERN_PROCESSES; started++) this.#kept.push(this.#keepOne())
  }

  startWorker(): void {
    this.#worker = superviseWorker({ ...workerCommandOf(this.#settings), log: this.#log })
  }

  /** Stops all processes and waits until they have exited; those that take too long are killed. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const child of this.#serving.values()) sendTo(child, { kind: "stop" })
    const killer = setTimeout(() => {
      for (const child of this.#serving.values()) child.process.kill("SIGKILL")
    }, STOP_GRACE_MS)
    await Promise.all([...this.#kept, this.#worker?.stop()])
    clearTimeout(killer)
  }

  /**
   * Keeps one process running until all are stopped. @param onFailure called instead of a restart if it exits before it
   * has served once.
   */
  async #keepOne(onServing?: () => void, onFailure?: (how: Ended) => void): Promise<void> {
    const delays = restartDelays()
    let hasServed = onFailure === undefined
    while (!this.#stopping.signal.aborted) {
      const startedAtMs = performance.now()
      const how = await this.#run(() => {
        hasServed = true
        onServing?.()
      })
      if (this.#stopping.signal.aborted) return
      if (!hasServed) return onFailure?.(how)
      const restartMs = delays.after(performance.now() - startedAtMs)
      this.#log.warn({ ...how, restartMs }, "server process exited and will be restarted")
      await delay(restartMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  #run(onServing: () => void): Promise<Ended> {
    const child = cluster.fork()
    child.on("message", (message: unknown) => {
      if (isServingMessage(message)) this.#receive(child, message, onServing)
    })
    this.#serving.set(child.id, child)
    return new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#serving.delete(child.id)
        resolve({ code, signal })
      })
    })
  }

  #receive(child: Worker, message: ServingMessage, onServing: () => void): void {
    switch (message.kind) {
      case "serving":
        return onServing()
      case "wake-worker":
        return this.#worker?.wake()
      case "collect":
        return this.#metrics.collect(addresseeOf(child), message.request, [...this.#serving.values()].map(addresseeOf))
      case "metrics":
        return this.#metrics.add(child.id, message)
    }
  }
}

/** How a process ended. */
interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

function describe({ code, signal }: Ended): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`
}

function addresseeOf(child: Worker) {
  return { id: child.id, send: (message: SupervisorMessage) => sendTo(child, message) }
}

function sendTo(child: Worker, message: SupervisorMessage): void {
  // A process that has just exited cannot receive a message.
  if (child.isConnected()) child.send(message, () => undefined)
}
