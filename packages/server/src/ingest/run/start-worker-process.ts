import { type ChildProcess, spawn } from "node:child_process"
import { setTimeout as delay } from "node:timers/promises"
import type { Log } from "../../base/log.ts"

/** A worker that ends is started again after this time, which doubles as long as it keeps ending early. */
const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 10_000
/** One that lived this long did not fail at its start. */
const HEALTHY_AFTER_MS = 30_000
/** Time to give jobs back before the process is killed. */
const STOP_GRACE_MS = 5000
/**
 * A worker that has said nothing for so long hangs on a file and will not come back by itself. Its job is taken over,
 * and given up after three times. The longest pause of a sound worker, writing the largest index, is some ten seconds.
 */
const DEFAULT_HUNG_AFTER_MS = 120_000
/** Enough for the largest sources; without a cap a runaway parser would take the machine's memory. */
const DEFAULT_MAX_HEAP_MEGABYTES = 1024
/** Node's own value, named so that a smaller one that the server was given for its memory does not slow reading down. */
const MAX_SEMI_SPACE_MEGABYTES = 16

/** Set in the environment of a worker that has a supervisor, whose absence then means that it has died. */
export const SUPERVISED_VARIABLE = "LECTERN_SUPERVISED"

/** How a worker's process is started. */
export interface WorkerCommand {
  /** Program; the running Node by default. */
  readonly command?: string
  /** Its arguments: for Node the script and what follows it. */
  readonly args: readonly string[]
  /** Everything that the process gets of an environment; that of this process when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limit of the worker's heap in MiB, 1024 by default; only for Node. */
  readonly maxHeapMegabytes?: number
  /** Silence after which the process is killed; two minutes unless a test says otherwise. */
  readonly hungAfterMs?: number
  readonly log: Log
}

/** A worker in a process of its own, kept alive until it is stopped. */
export interface SupervisedWorker {
  /** True while a process runs. */
  readonly isUp: boolean
  /** Process id, while it is up. */
  readonly processId: number | undefined
  /** Tells the worker that a job has been queued, so that it does not wait for its next look. */
  wake(): void
  /** Ends the worker and waits for that; it gives its jobs back first, and is killed after five seconds. */
  stop(): Promise<void>
}

/** Words that the supervisor sends to its worker. */
export type WorkerMessage = "wake" | "stop"

/** The word with which a worker says that it does not hang, and how often it does. */
export const ALIVE_MESSAGE = "alive"
export const ALIVE_INTERVAL_MS = 2000

/**
 * Starts a worker in a child process, so that untrusted files are not parsed in the process that answers, and starts
 * it again whenever it ends. The child is linked by an IPC channel: see `followSupervisor`.
 */
export function superviseWorker(options: WorkerCommand): SupervisedWorker {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let wakeOnStart = false

  async function keepAlive(): Promise<void> {
    let restartMs = FIRST_RESTART_MS
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now()
      child = start(options)
      if (wakeOnStart) send(child, "wake")
      wakeOnStart = false
      const unwatch = killWhenHung(child, options)
      const how = await ending(child)
      unwatch()
      child = undefined
      if (stopping.signal.aborted) return
      restartMs = performance.now() - startedAtMs > HEALTHY_AFTER_MS ? FIRST_RESTART_MS : restartMs
      options.log.warn({ ...how, restartMs }, "worker process ended, it is started again")
      await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      restartMs = Math.min(LONGEST_RESTART_MS, restartMs * 2)
    }
  }

  const running = keepAlive()
  return {
    get isUp() {
      return child !== undefined && child.pid !== undefined
    },
    get processId() {
      return child?.pid
    },
    wake() {
      if (child === undefined) wakeOnStart = true
      else send(child, "wake")
    },
    async stop() {
      stopping.abort()
      const last = child
      if (last !== undefined) {
        send(last, "stop")
        const killer = setTimeout(() => last.kill("SIGKILL"), STOP_GRACE_MS)
        await running
        clearTimeout(killer)
      }
      await running
    },
  }
}

function start({
  command = process.execPath,
  args,
  env = process.env,
  maxHeapMegabytes = DEFAULT_MAX_HEAP_MEGABYTES,
}: WorkerCommand) {
  const isNode = command === process.execPath
  const heap = isNode
    ? [`--max-old-space-size=${maxHeapMegabytes}`, `--max-semi-space-size=${MAX_SEMI_SPACE_MEGABYTES}`]
    : []
  return spawn(command, [...heap, ...args], {
    env: { ...env, [SUPERVISED_VARIABLE]: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
}

/** @returns a function that ends the watch. */
function killWhenHung(child: ChildProcess, { hungAfterMs = DEFAULT_HUNG_AFTER_MS, log }: WorkerCommand): () => void {
  const timer = setTimeout(() => {
    log.error({ processId: child.pid, hungAfterMs }, "worker process hangs and is killed")
    child.kill("SIGKILL")
  }, hungAfterMs)
  child.on("message", () => timer.refresh())
  return () => clearTimeout(timer)
}

function ending(child: ChildProcess): Promise<object> {
  return new Promise((resolve) => {
    // A process that cannot be started has no `exit`.
    child.once("error", (error) => resolve({ err: error }))
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
}

/** A worker that has just died hears nothing: its successor looks at the queue when it starts. */
function send(child: ChildProcess, message: WorkerMessage): void {
  if (child.connected) child.send(message, () => undefined)
}
