import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type RunningLectern, projectRoot, startLectern } from "../e2e/running-lectern.ts"

type Environment = Readonly<Record<string, string>>

/** The storage that all processes of a fleet share. */
export interface FleetStorage {
  readonly key: string
  readonly environment: Environment
}

/** Time limit for a response from one server, as in a load balancer. */
const REQUEST_TIMEOUT_MS = 10_000

/** A response of the fleet; status 0 if no server responded. */
export interface FleetAnswer {
  readonly status: number
  readonly text: string
}

/** Serving and working processes, each with its own data directory, as if on separate machines. */
export class Fleet {
  readonly #storage: FleetStorage
  readonly #folder = mkdtempSync(join(tmpdir(), "lectern-fleet-"))
  #servers: RunningLectern[] = []
  #workers: ChildProcess[] = []
  #started = 0

  constructor(storage: FleetStorage) {
    this.#storage = storage
  }

  async start(servers: number, workers: number): Promise<void> {
    // The first server starts alone, because it creates the tables and the first account.
    for (let number = 0; number < servers; number++) await this.#addServer()
    for (let number = 0; number < workers; number++) this.#addWorker()
  }

  /** Kills a worker, and starts another one. */
  replaceWorker(): void {
    this.#workers.shift()?.kill("SIGKILL")
    this.#addWorker()
  }

  /** Kills a server, and starts another one. */
  async replaceServer(): Promise<void> {
    const server = this.#servers.shift()
    await server?.kill()
    await this.#addServer()
  }

  /**
   * Sends a request to one server after another until one responds, as a load balancer does. Only a request that is
   * safe to repeat is sent to a second server.
   */
  async call(method: string, path: string, body?: object): Promise<FleetAnswer> {
    const first = Math.floor(Math.random() * this.#servers.length)
    const order = this.#servers.map((_, at) => this.#servers[(first + at) % this.#servers.length]?.url ?? "")
    let failure = ""
    for (const url of method === "GET" ? order : order.slice(0, 1)) {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${this.#storage.key}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        const text = await response.text()
        if (response.status < 500) return { status: response.status, text }
        failure = `${response.status} ${text}`
      } catch (error) {
        failure = String(error)
      }
    }
    return { status: 0, text: failure }
  }

  async stop(): Promise<void> {
    const workers = this.#workers.map(endOf)
    for (const worker of this.#workers) worker.kill("SIGTERM")
    await Promise.all([...workers, ...this.#servers.map((server) => server.stop())])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #addServer(): Promise<void> {
    const { key, environment } = this.#storage
    const dataDir = join(this.#folder, `server-${++this.#started}`)
    this.#servers.push(await startLectern({ dataDir, key, environment, flags: ["--no-worker"] }))
  }

  #addWorker(): void {
    const dataDir = join(this.#folder, `worker-${++this.#started}`)
    const program = join(projectRoot, "packages/server/bin/lectern.mjs")
    const { PATH = "", HOME = "" } = process.env
    const worker = spawn(process.execPath, [program, "work", "--data-dir", dataDir], {
      stdio: "ignore",
      env: {
        PATH,
        HOME,
        LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
        LECTERN_LOG_LEVEL: "warn",
        ...this.#storage.environment,
      },
    })
    this.#workers.push(worker)
  }
}

function endOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once("exit", resolve))
}
