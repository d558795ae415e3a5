import { type ChildProcess, spawn } from "node:child_process"
import { constants, getPriority, setPriority } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import type { Log } from "../../base/log.ts"
import { restartDelays } from "../../base/restart-delays.ts"

/** Time for releasing jobs before the process is killed. */
const STOP_GRACE_MS = 5000
/**
 * A worker without a heartbeat for this long hangs on a file and will not recover. Its job is taken over, and fails
 * after three such attempts. The longest pause of a healthy worker is about ten seconds, while it writes the largest
 * index.
 */
const DEFAULT_HUNG_AFTER_MS = 120_000
/** Enough for the largest sources. Without a limit, a runaway parser would use up the machine's memory. */
const DEFAULT_MAX_HEAP_MEGABYTES = 1024
/**
 * With the limit of the heap above, V8 would choose less. With 8 MB, a library of 1.5 MB takes a tenth longer; with 32 MB, it takes 30 MB
 * more memory and is no faster, nor is one of 27 MB.
 */
const MAX_SEMI_SPACE_MEGABYTES = 16

/**
 * Set in the environment of a supervised worker, which then exits when its supervisor is gone. With the value `HELD`, it waits for
 * the message `begin` before it opens anything.
 */
export const SUPERVISED_VARIABLE = "LECTERN_SUPERVISED"
export const HELD = "held"

/**
 * The difference in niceness between the worker and its server. If both need the same processor, the server gets about
 * three quarters of it. On a machine with a load of 8 on 2 processors, the median response time of answers was 6 ms
 * instead of 16 ms while libraries were indexed, and the worker finished 19 jobs instead of 26 in the same time. With
 * 10, it finished 14, and may exceed limits of elapsed time.
 */
const NICENESS = 5

/** The command that starts the worker process. */
export interface WorkerCommand {
  /** Program; defaults to the running Node. */
  readonly command?: string
  /** Arguments: for Node, the script and its arguments. */
  readonly args: readonly string[]
  /** The environment of the process; defaults to that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Heap limit in MiB, for Node only; defaults to 1024. */
  readonly maxHeapMegabytes?: number
  /** Time without a heartbeat after which the process is killed; defaults to two minutes. */
  readonly hungAfterMs?: number
  /** Whether the process only loads its program until `begin` is called. */
  readonly isHeld?: boolean
  readonly log: Log
}

/** A worker in its own process that is restarted until it is stopped. */
export interface SupervisedWorker {
  /** True while the process is running. */
  readonly isUp: boolean
  /** Process id while the process is running. */
  readonly processId: number | undefined
  /** Lets a held worker open the catalogue and run jobs. */
  begin(): void
  /** Notifies the worker of a new job, so that it does not wait for its next poll. */
  wake(): void
  /**
   * Stops the worker and waits until it has exited. It releases its jobs first, and is killed after five seconds. A held one has
   * nothing to release and is killed at once.
   */
  stop(): Promise<void>
}

/** Messages from the supervisor to its worker. */
export type WorkerMessage = "begin" | "wake" | "stop"

/** The heartbeat message of a worker, and its interval. */
export const ALIVE_MESSAGE = "alive"
export const ALIVE_INTERVAL_MS = 2000

/**
 * Starts a worker in a child process, so that untrusted files are not parsed in the process that serves requests, and
 * restarts it whenever it ends. They communicate over an IPC channel: see `WorkerSupervisor`.
 */
export function superviseWorker(options: WorkerCommand): SupervisedWorker {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let wakeOnStart = false
  let isHeld = options.isHeld === true

  async function keepAlive(): Promise<void> {
    const delays = restartDelays()
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now()
      child = start(options, isHeld)
      if (wakeOnStart) send(child, "wake")
      wakeOnStart = false
      const unwatch = killWhenHung(child, options)
      const how = await ending(child)
      unwatch()
      child = undefined
      if (stopping.signal.aborted) return
      const restartMs = delays.after(performance.now() - startedAtMs)
      options.log.warn({ ...how, restartMs }, "worker process exited and will be restarted")
      await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
    begin() {
      isHeld = false
      if (child !== undefined) send(child, "begin")
    },
    wake() {
      if (child === undefined) wakeOnStart = true
      else send(child, "wake")
    },
    async stop() {
      stopping.abort()
      const last = child
      if (isHeld) last?.kill("SIGKILL")
      else if (last !== undefined) {
        send(last, "stop")
        const killer = setTimeout(() => last.kill("SIGKILL"), STOP_GRACE_MS)
        await running
        clearTimeout(killer)
      }
      await running
    },
  }
}

function start(options: WorkerCommand, isHeld: boolean) {
  const { command = process.execPath, args, env = process.env, maxHeapMegabytes = DEFAULT_MAX_HEAP_MEGABYTES } = options
  const isNode = command === process.execPath
  const heap = isNode
    ? [`--max-old-space-size=${maxHeapMegabytes}`, `--max-semi-space-size=${MAX_SEMI_SPACE_MEGABYTES}`]
    : []
  const child = spawn(command, [...heap, ...args], {
    env: { ...env, [SUPERVISED_VARIABLE]: isHeld ? HELD : "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  lowerPriority(child)
  return child
}

/**
 * Lowers the priority of the worker, so that requests go first when processors are scarce. It is set at once, because
 * threads and processes of the worker inherit it when they start.
 */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS))
  } catch {
    // The worker has already ended, or the system does not support priorities; it then runs with the priority of the
    // server.
  }
}

/** @returns a function that ends the check. */
function killWhenHung(child: ChildProcess, { hungAfterMs = DEFAULT_HUNG_AFTER_MS, log }: WorkerCommand): () => void {
  const timer = setTimeout(() => {
    log.error({ processId: child.pid, hungAfterMs }, "killing a worker process that hangs")
    child.kill("SIGKILL")
  }, hungAfterMs)
  child.on("message", () => timer.refresh())
  return () => clearTimeout(timer)
}

function ending(child: ChildProcess): Promise<object> {
  return new Promise((resolve) => {
    // A process that fails to start does not emit `exit`.
    child.once("error", (error) => resolve({ err: error }))
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
}

/**
 * Sends a message. A message to a worker that has just died is lost, but its successor checks the queue when it starts.
 */
function send(child: ChildProcess, message: WorkerMessage): void {
  if (child.connected) child.send(message, () => undefined)
}
