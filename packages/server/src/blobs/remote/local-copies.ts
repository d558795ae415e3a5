import { randomBytes } from "node:crypto"
import { readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { LRUCache } from "lru-cache"
import { asError } from "../../base/errors.ts"
import { inheritOwner } from "../../base/inherit-owner.ts"
import { makeFolder } from "../../base/make-folder.ts"
import { hashFile } from "../../base/sha256.ts"
import type { Log } from "../../base/log.ts"
import { hasCode } from "../../base/system-errors.ts"
import { isBlobName } from "../blob-store.ts"
import { HOUR_MS } from "../../base/durations.ts"

/** Directory for files that are being fetched, on the same file system as the copies. */
const UNFINISHED = ".tmp"
/** A fetch takes minutes at most; older files were left by a process that has ended. */
const UNFINISHED_KEPT_MS = HOUR_MS
/** Callers of `localPath` have this time to open the file. */
const RECENT_MS = 120_000
/** Removing slightly more than necessary avoids a search of the directory for every new file. */
const KEPT_SHARE = 0.9
/** Enough for every file of a large cache; an entry takes about 200 bytes. */
const MAX_CACHED = 50_000

/** Options of local copies. */
export interface LocalCopiesOptions {
  /** Total size of all copies. Files in use and recently used ones may exceed it. */
  readonly maxBytes: number
  /** How long a copy is kept after its last use, regardless of the limit; defaults to two minutes. */
  readonly recentMs?: number | undefined
  readonly log: Log
}

/**
 * Local copies of blobs in a directory that the processes of one machine can share. The modification time of a file is
 * the time of its last use; the least recently used files are removed first.
 */
export class LocalCopies {
  readonly #directory: string
  readonly #options: LocalCopiesOptions & { readonly recentMs: number }
  /** Sizes of the copies whose hash this process has checked. */
  readonly #checked = new LRUCache<string, number>({ max: MAX_CACHED })
  readonly #held = new Map<string, number>()
  readonly #upkeep: NodeJS.Timeout
  /** Estimated total size: the result of the last search, plus what this process has added since. */
  #totalBytes = Number.POSITIVE_INFINITY
  #searchedAtMs = Number.NEGATIVE_INFINITY
  #searching: Promise<void> | undefined

  private constructor(directory: string, options: LocalCopiesOptions) {
    this.#directory = directory
    this.#options = { ...options, recentMs: options.recentMs ?? RECENT_MS }
    // Other processes recognise from the modification time that a file is in use.
    this.#upkeep = setInterval(() => void this.#refreshHeld(), Math.max(20, this.#options.recentMs / 4)).unref()
  }

  /** Opens or creates a directory of copies. */
  static async open(directory: string, options: LocalCopiesOptions): Promise<LocalCopies> {
    await makeFolder(join(directory, UNFINISHED))
    const copies = new LocalCopies(directory, options)
    await copies.#removeUnfinished()
    return copies
  }

  /**
   * Returns the path of a copy and marks it as used; undefined if there is no copy, or if it was damaged and has been
   * removed.
   */
  async find(hash: string): Promise<string | undefined> {
    const path = this.#pathOf(hash)
    try {
      const { size } = await stat(path)
      if (this.#checked.get(hash) !== size) {
        if ((await hashFile(path)) !== hash) {
          await this.remove(hash)
          return undefined
        }
        this.#checked.set(hash, size)
      }
      await markUsed(path)
      return path
    } catch (error) {
      // Another process has removed it in the meantime.
      if (hasCode(error, "ENOENT")) return undefined
      throw error
    }
  }

  /** Returns the path of a file to write before `adopt` is called. */
  unfinishedPath(): string {
    return join(this.#directory, UNFINISHED, randomBytes(10).toString("hex"))
  }

  /** Moves a file into the directory. @param hash hash of its bytes. @throws EXDEV if it is on another file system. */
  async adopt(path: string, hash: string): Promise<string> {
    const { size } = await stat(path)
    const target = this.#pathOf(hash)
    await makeFolder(join(this.#directory, hash.slice(0, 2)))
    await markUsed(path)
    await rename(path, target)
    await inheritOwner(target)
    this.#checked.set(hash, size)
    this.#totalBytes += size
    this.#removeExcess()
    return target
  }

  /** Keeps a copy until the returned function is called. */
  hold(hash: string): () => void {
    this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const rest = (this.#held.get(hash) ?? 1) - 1
      if (rest === 0) this.#held.delete(hash)
      else this.#held.set(hash, rest)
    }
  }

  async remove(hash: string): Promise<void> {
    this.#checked.delete(hash)
    await rm(this.#pathOf(hash), { force: true })
  }

  /** Stops upkeep. The copies are kept for the next process. */
  async close(): Promise<void> {
    clearInterval(this.#upkeep)
    await this.#searching
  }

  async #refreshHeld(): Promise<void> {
    for (const hash of this.#held.keys()) {
      // If the file was removed nevertheless, it is fetched again when it is next opened.
      await markUsed(this.#pathOf(hash)).catch(() => undefined)
    }
    this.#removeExcess()
  }

  /** Removes the least recently used files in the background if the copies exceed the maximum size. */
  #removeExcess(): void {
    const { maxBytes, recentMs, log } = this.#options
    const isSearchedJustNow = performance.now() - this.#searchedAtMs < recentMs / 20
    if (this.#totalBytes <= maxBytes || isSearchedJustNow || this.#searching !== undefined) return
    this.#searching = this.#searchAndRemove()
      .catch((error: unknown) => log.warn({ error: asError(error).message }, "cannot remove local copies of blobs"))
      .finally(() => {
        this.#searchedAtMs = performance.now()
        this.#searching = undefined
      })
  }

  async #searchAndRemove(): Promise<void> {
    const found = await this.#listCopies()
    let total = found.reduce((sum, { bytes }) => sum + bytes, 0)
    const { maxBytes, recentMs } = this.#options
    if (total > maxBytes) {
      for (const { hash, bytes } of found.sort((left, right) => left.usedAtMs - right.usedAtMs)) {
        if (total <= maxBytes * KEPT_SHARE) break
        if (this.#held.has(hash)) continue
        // The time is read again, because a process may have used the file during the search.
        const usedAtMs = (await statIfThere(this.#pathOf(hash)))?.mtimeMs
        if (usedAtMs !== undefined && Date.now() - usedAtMs < recentMs) continue
        await this.remove(hash)
        total -= bytes
      }
    }
    this.#totalBytes = total
  }

  async #listCopies(): Promise<{ hash: string; bytes: number; usedAtMs: number }[]> {
    const copies: { hash: string; bytes: number; usedAtMs: number }[] = []
    for (const entry of await readdir(this.#directory, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === UNFINISHED) continue
      for (const hash of await readdir(join(this.#directory, entry.name))) {
        const found = isBlobName(hash) ? await statIfThere(this.#pathOf(hash)) : undefined
        if (found !== undefined) copies.push({ hash, bytes: found.size, usedAtMs: found.mtimeMs })
      }
    }
    return copies
  }

  async #removeUnfinished(): Promise<void> {
    const folder = join(this.#directory, UNFINISHED)
    for (const name of await readdir(folder)) {
      const found = await statIfThere(join(folder, name))
      if (found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_KEPT_MS)
        await rm(join(folder, name), { force: true })
    }
  }

  #pathOf(hash: string): string {
    return join(this.#directory, hash.slice(0, 2), hash)
  }
}

async function markUsed(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now)
}

async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}
