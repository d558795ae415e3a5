import { setTimeout as delay } from "node:timers/promises"
import type { PostgresServer } from "../../packages/server/src/base/postgres/postgres-server.testing.ts"
import type { S3Server } from "../../packages/server/src/blobs/remote/s3-server.testing.ts"
import type { Fleet } from "./nodes.ts"

/** Time after an outage within which processes notice that the database or the store is available again. */
const RECOVERY_MS = 5_000

/** The parts that can be broken. */
export interface Breakable {
  readonly fleet: Fleet
  readonly database: PostgresServer
  readonly objects: S3Server
}

/** Breaks parts of a fleet, and records the faults and whether clients currently have to tolerate errors. */
export class Faults {
  readonly counts = { killedWorkers: 0, killedServers: 0, databaseRestarts: 0, storeOutages: 0 }
  readonly #parts: Breakable
  readonly #pauseMs: number
  readonly #storeOutageMs: number
  #isOutage = false

  /**
   * @param options.pauseMs time between two faults.
   * @param options.storeOutageMs how long the object store stops.
   */
  constructor(parts: Breakable, options: { pauseMs: number; storeOutageMs: number }) {
    this.#parts = parts
    this.#pauseMs = options.pauseMs
    this.#storeOutageMs = options.storeOutageMs
  }

  get isOutage(): boolean {
    return this.#isOutage
  }

  /** Breaks one part after another until the signal aborts; each kind at least once. */
  async run(signal: AbortSignal): Promise<void> {
    const kinds = [
      () => this.#killWorker(),
      () => this.#killServer(),
      () => this.#restartDatabase(),
      () => this.#killWorker(),
      () => this.#stopStore(),
      () => this.#killServer(),
    ]
    for (let round = 0; round < kinds.length - 1 || !signal.aborted; round++) {
      await delay(this.#pauseMs, undefined, { signal }).catch(() => undefined)
      await kinds[round % kinds.length]?.()
    }
  }

  async #killWorker(): Promise<void> {
    this.#parts.fleet.replaceWorker()
    this.counts.killedWorkers++
    await delay(0)
  }

  async #killServer(): Promise<void> {
    await this.#parts.fleet.replaceServer()
    this.counts.killedServers++
  }

  async #restartDatabase(): Promise<void> {
    await this.#outage(async () => {
      await this.#parts.database.stop()
      await this.#parts.database.start()
    })
    this.counts.databaseRestarts++
  }

  async #stopStore(): Promise<void> {
    await this.#outage(async () => {
      await this.#parts.objects.stop()
      await delay(this.#storeOutageMs)
      await this.#parts.objects.restart()
    })
    this.counts.storeOutages++
  }

  async #outage(work: () => Promise<void>): Promise<void> {
    this.#isOutage = true
    await work()
    await delay(RECOVERY_MS)
    this.#isOutage = false
  }
}
