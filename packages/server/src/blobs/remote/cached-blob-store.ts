import { setMaxListeners } from "node:events"
import { createWriteStream } from "node:fs"
import { copyFile, readFile, rm, writeFile } from "node:fs/promises"
import { createHash } from "node:crypto"
import { pipeline } from "node:stream/promises"
import { asError } from "../../base/errors.ts"
import { hashFile, hashParts, sha256Hex } from "../../base/sha256.ts"
import type { Log } from "../../base/log.ts"
import { asStorageError } from "../../base/storage-errors.ts"
import { hasCode } from "../../base/system-errors.ts"
import { type BlobStore, type BorrowedBlob, isBlobName, type SweepCounts } from "../blob-store.ts"
import { BlobDamaged, BlobMissing, RemoteUnavailable } from "../errors.ts"
import { keepTrying } from "./keep-trying.ts"
import { LocalCopies } from "./local-copies.ts"
import type { RemoteBlobs } from "./remote-blobs.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** How long a job waits for the remote store. It would otherwise fail after a few attempts. */
const JOB_PATIENCE_MS = MINUTE_MS
/** How long an answer waits for the remote store, while a caller waits for the answer. */
const ANSWER_PATIENCE_MS = 5_000
/** A second fetch distinguishes a damaged transfer from a damaged blob. */
const FETCHES = 2

/** Options of a blob store with a remote. */
export interface CachedBlobStoreOptions {
  readonly remote: RemoteBlobs
  /** Directory of the local copies; processes of one machine may share it. */
  readonly directory: string
  /** Total size of all local copies. Files in use may exceed it. */
  readonly maxBytes: number
  readonly log: Log
  /** How long a local copy stays after its last use; defaults to two minutes. */
  readonly recentMs?: number | undefined
  /**
   * What blobs are read for; defaults to answers. While the remote store does not respond, a read for a job is retried
   * for 60 seconds, and a read for an answer for 5 seconds. After that, reads for answers fail at once, except for one
   * at a time that retries. Writes are retried for 60 seconds.
   */
  readonly readsAreFor?: "jobs" | "answers" | undefined
  /** Overrides of these times. */
  readonly patience?: { readonly writeMs: number; readonly readMs: number } | undefined
}

/**
 * Opens a blob store that keeps all blobs in a remote store, and copies of recently used ones in a directory. A blob is
 * in the remote store before a writing method returns. All bytes from the remote store are checked against their hash.
 *
 * Its methods throw `RemoteUnavailable` if the remote store does not respond, `RemoteRefused` if it rejects the
 * configuration, and `StorageFull` if the local disk is full.
 */
export async function openCachedBlobStore(options: CachedBlobStoreOptions): Promise<BlobStore> {
  const { directory, maxBytes, recentMs, log } = options
  const store = new CachedBlobs(options, await LocalCopies.open(directory, { maxBytes, recentMs, log }))
  return {
    putFile: (path) => store.putFile(path),
    put: (bytes) => store.put(bytes),
    get: (hash) => store.get(hash),
    localPath: (hash) => store.localPath(hash),
    borrow: (hash) => store.borrow(hash),
    has: (hash) => store.has(hash),
    isIntact: (hash) => store.isIntact(hash),
    sweep: (referenced, minAgeMs, mayRemove) => store.sweep(referenced, minAgeMs, mayRemove),
    close: () => store.close(),
  }
}

class CachedBlobs {
  readonly #remote: RemoteBlobs
  readonly #copies: LocalCopies
  readonly #log: Log
  readonly #patience: { readonly writeMs: number; readonly readMs: number }
  readonly #failsFast: boolean
  /** Set while the remote store does not respond. */
  #outage: RemoteUnavailable | undefined
  #isTrying = false
  readonly #closing = new AbortController()
  /** One entry per blob that is being looked up or fetched, no matter how many callers wait for it. */
  readonly #opening = new Map<string, Promise<string>>()

  constructor({ remote, log, patience, readsAreFor }: CachedBlobStoreOptions, copies: LocalCopies) {
    const isForJobs = readsAreFor === "jobs"
    this.#remote = remote
    this.#copies = copies
    this.#log = log
    const readMs = isForJobs ? JOB_PATIENCE_MS : ANSWER_PATIENCE_MS
    this.#patience = patience ?? { writeMs: JOB_PATIENCE_MS, readMs }
    this.#failsFast = !isForJobs
    // Every waiting read listens to this signal.
    setMaxListeners(0, this.#closing.signal)
  }

  async putFile(path: string): Promise<string> {
    const hash = await hashFile(path)
    await this.#writing(() => this.#remote.put(hash, path))
    await this.#keepCopy(path, hash)
    return hash
  }

  async put(bytes: Uint8Array): Promise<string> {
    const path = this.#copies.unfinishedPath()
    try {
      await writeFile(path, bytes)
      return await this.putFile(path)
    } catch (error) {
      await rm(path, { force: true })
      throw asStorageError(error)
    }
  }

  async get(hash: string): Promise<Uint8Array> {
    const borrowed = await this.borrow(hash)
    try {
      const bytes = await readFile(borrowed.path)
      if (sha256Hex(bytes) === hash) return bytes
    } finally {
      borrowed.release()
    }
    // The local copy was damaged after its first use.
    await this.#copies.remove(hash)
    return readFile(await this.localPath(hash))
  }

  localPath(hash: string): Promise<string> {
    let opening = this.#opening.get(hash)
    if (opening === undefined) {
      opening = this.#open(hash).finally(() => this.#opening.delete(hash))
      this.#opening.set(hash, opening)
    }
    return opening
  }

  async borrow(hash: string): Promise<BorrowedBlob> {
    const release = this.#copies.hold(hash)
    try {
      return { path: await this.localPath(hash), release }
    } catch (error) {
      release()
      throw error
    }
  }

  async has(hash: string): Promise<boolean> {
    return isBlobName(hash) && (await this.#reading(() => this.#remote.has(hash)))
  }

  async isIntact(hash: string): Promise<boolean> {
    if (!isBlobName(hash)) return false
    try {
      return (await this.#reading(async () => hashParts(await this.#remote.read(hash)))) === hash
    } catch (error) {
      if (error instanceof BlobMissing) return false
      throw error
    }
  }

  async sweep(
    referenced: ReadonlySet<string>,
    minAgeMs: number,
    mayRemove: (found: SweepCounts) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<number> {
    const storedBeforeMs = Date.now() - minAgeMs
    await this.#remote.removeUnfinished(storedBeforeMs)
    const orphans: string[] = []
    let stored = 0
    for await (const { hash, storedAtMs } of this.#remote.list()) {
      stored++
      if (!referenced.has(hash) && storedAtMs <= storedBeforeMs) orphans.push(hash)
    }
    if (!(await mayRemove({ orphans: orphans.length, stored }))) return 0
    let removed = 0
    for (const hash of orphans) {
      if (!(await this.#reading(() => this.#remote.removeOlder(hash, storedBeforeMs)))) continue
      await this.#copies.remove(hash)
      removed++
    }
    return removed
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#opening.values())
    await this.#copies.close()
    await this.#remote.close()
  }

  async #open(hash: string): Promise<string> {
    if (!isBlobName(hash)) throw new BlobMissing(hash)
    return (await this.#copies.find(hash)) ?? (await this.#fetch(hash))
  }

  async #fetch(hash: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const path = this.#copies.unfinishedPath()
      try {
        if ((await this.#reading(() => this.#download(hash, path))) === hash)
          return await this.#copies.adopt(path, hash)
      } catch (error) {
        throw asStorageError(error)
      } finally {
        await rm(path, { force: true })
      }
      if (attempt === FETCHES) throw new BlobDamaged(hash)
      this.#log.warn({ hash }, "fetched a damaged blob, fetching it again")
    }
  }

  /** Fetches a blob into a file. @returns the hash of the received bytes. */
  async #download(hash: string, path: string): Promise<string> {
    const computed = createHash("sha256")
    await pipeline(
      await this.#remote.read(hash),
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          computed.update(part)
          yield part
        }
      },
      createWriteStream(path),
    )
    return computed.digest("hex")
  }

  /**
   * Keeps a local copy if possible. The blob is already stored, so a copy that cannot be kept is fetched when it is
   * needed.
   */
  async #keepCopy(path: string, hash: string): Promise<void> {
    try {
      await this.#copies.adopt(path, hash).catch(async (error: unknown) => {
        if (!hasCode(error, "EXDEV")) throw error
        const near = this.#copies.unfinishedPath()
        await copyFile(path, near)
        await this.#copies.adopt(near, hash)
      })
    } catch (error) {
      this.#log.warn({ error: asError(error).message, hash }, "cannot keep a local copy of a blob")
    } finally {
      await rm(path, { force: true })
    }
  }

  #writing<Result>(work: () => Promise<Result>): Promise<Result> {
    return keepTrying(work, { patienceMs: this.#patience.writeMs, signal: this.#closing.signal })
  }

  async #reading<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#outage === undefined || !this.#failsFast) return await this.#tryReading(work)
    if (this.#isTrying) throw this.#outage
    this.#isTrying = true
    try {
      return await this.#tryReading(work)
    } finally {
      this.#isTrying = false
    }
  }

  async #tryReading<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await keepTrying(work, { patienceMs: this.#patience.readMs, signal: this.#closing.signal })
      this.#outage = undefined
      return result
    } catch (error) {
      this.#outage = error instanceof RemoteUnavailable ? error : undefined
      throw error
    }
  }
}
