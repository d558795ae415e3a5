import { randomBytes } from "node:crypto"
import { waitUnlessAborted } from "../../../base/pause.ts"
import pg from "pg"
import { asError } from "../../../base/errors.ts"
import type { Log } from "../../../base/log.ts"
import { CHANGE_NOTICES, type ChangeNotice, type ChangeNotices } from "../../change-notices.ts"
import { MINUTE_MS } from "../../../base/durations.ts"

/** Channel of the triggers of the migration `0021-change-notices`. Channels belong to one database. */
const CHANNEL = "lectern"
const ECHO = "echo:"

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000
/**
 * Time between checks that the connection still works. Until a check fails, a broken connection looks the same as one
 * without notices.
 */
const CHECK_INTERVAL_MS = 15_000
const CLOSE_TIMEOUT_MS = 1_000
const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 10_000
/** Time until the next attempt if notices are not delivered, for example because of a pooler. */
const UNSUPPORTED_RETRY_MS = 5 * MINUTE_MS

/** Options of listening. */
export interface ListenOptions {
  readonly databaseUrl: string
  /** Sends the test notice that shows whether notices are delivered. */
  readonly pool: Pick<pg.Pool, "query">
  readonly log: Log
  /** Time limit for the test notice; defaults to 3 s. */
  readonly echoTimeoutMs?: number | undefined
}

/** Notices of changes, received through one connection outside the pool. */
export interface PostgresNotices extends ChangeNotices {
  /** Closes the connection; resolves when it is closed. */
  close(): Promise<void>
}

/**
 * Prepares to listen; the first subscription opens the connection. A lost connection is reopened after 250 ms, doubled
 * up to 10 s, and every kind of notice is then sent once, because some may have been missed. Poolers that share
 * connections between clients accept `LISTEN` and deliver nothing, so the connection counts as live only once its own
 * test notice has arrived.
 */
export function listenForChanges(options: ListenOptions): PostgresNotices {
  const listener = new Listener(options)
  return {
    get isLive() {
      return listener.isLive
    },
    subscribe: (onNotice) => listener.subscribe(onNotice),
    close: () => listener.close(),
  }
}

class Listener {
  isLive = false
  readonly #options: ListenOptions
  readonly #subscribers = new Set<(notice: ChangeNotice) => void>()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #hasReported = false

  constructor(options: ListenOptions) {
    this.#options = options
  }

  subscribe(onNotice: (notice: ChangeNotice) => void): () => void {
    // A new function, so that the same listener can be subscribed twice.
    const subscriber = (notice: ChangeNotice) => onNotice(notice)
    this.#subscribers.add(subscriber)
    if (!this.#stopping.signal.aborted) this.#running ??= this.#keepListening()
    return () => void this.#subscribers.delete(subscriber)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Reconnects until listening is stopped. Never rejects. */
  async #keepListening(): Promise<void> {
    const { signal } = this.#stopping
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      const outcome = await this.#listenOnce()
      if (signal.aborted) return
      if (outcome === "worked") retryMs = FIRST_RETRY_MS
      await waitUnlessAborted(outcome === "undelivered" ? UNSUPPORTED_RETRY_MS : retryMs, signal)
      retryMs = Math.min(MAX_RETRY_MS, 2 * retryMs)
    }
  }

  /** Listens until the connection ends. */
  async #listenOnce(): Promise<"worked" | "failed" | "undelivered"> {
    const { log } = this.#options
    const connection = new NoticeConnection(this.#options, (notice) => this.#publish(notice))
    try {
      await connection.open()
      if (!(await connection.hasEcho(this.#stopping.signal))) {
        this.#reportUndelivered()
        return "undelivered"
      }
      this.isLive = true
      CHANGE_NOTICES.forEach((notice) => this.#publish(notice))
      await connection.ended(this.#stopping.signal)
      if (!this.#stopping.signal.aborted)
        log.info({}, "lost the connection for change notifications: polling until it is restored")
      return "worked"
    } catch (error) {
      log.debug({ reason: asError(error).message }, "cannot listen for changes")
      return "failed"
    } finally {
      this.isLive = false
      await connection.close()
    }
  }

  #publish(notice: ChangeNotice): void {
    for (const subscriber of this.#subscribers) subscriber(notice)
  }

  #reportUndelivered(): void {
    if (this.#hasReported || this.#stopping.signal.aborted) return
    this.#hasReported = true
    this.#options.log.info(
      { channel: CHANNEL },
      "the database does not deliver notifications, probably because of a connection pooler: changes are found by polling",
    )
  }
}

/** One listening connection. */
class NoticeConnection {
  readonly #options: ListenOptions
  readonly #client: pg.Client
  readonly #echo = ECHO + randomBytes(12).toString("hex")
  readonly #echoed = new AbortController()
  readonly #lost = new AbortController()

  constructor(options: ListenOptions, onNotice: (notice: ChangeNotice) => void) {
    this.#options = options
    this.#client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: "lectern notices",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    })
    // Without a listener, a connection that the server closes would end the process.
    this.#client.on("error", () => this.#lost.abort())
    this.#client.on("end", () => this.#lost.abort())
    this.#client.on("notification", ({ payload }) => {
      const notice = CHANGE_NOTICES.find((known) => known === payload)
      if (notice !== undefined) onNotice(notice)
      else if (payload === this.#echo) this.#echoed.abort()
    })
  }

  async open(): Promise<void> {
    await this.#client.connect()
    await this.#client.query(`listen ${CHANNEL}`)
  }

  /** Sends a notice through another connection and waits for it. @throws if the connection ends first. */
  async hasEcho(stopping: AbortSignal): Promise<boolean> {
    const { pool, echoTimeoutMs = 3_000 } = this.#options
    await pool.query("select pg_notify($1, $2)", [CHANNEL, this.#echo])
    await waitUnlessAborted(echoTimeoutMs, AbortSignal.any([stopping, this.#lost.signal, this.#echoed.signal]))
    if (this.#lost.signal.aborted) throw new Error("the connection ended")
    return this.#echoed.signal.aborted
  }

  /** Resolves when the connection has ended or the signal aborts. */
  async ended(stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping, this.#lost.signal])
    while (!signal.aborted) {
      await waitUnlessAborted(CHECK_INTERVAL_MS, signal)
      if (!signal.aborted) await this.#client.query("select 1").catch(() => this.#lost.abort())
    }
  }

  async close(): Promise<void> {
    // A broken connection cannot be closed properly; the server closes it later.
    await Promise.race([this.#client.end().catch(() => undefined), waitUnlessAborted(CLOSE_TIMEOUT_MS)])
  }
}
