import { asError } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryRecord } from "../catalogue/records.ts"
import type { DirectoryEntry, LibraryDirectory } from "../search/directory/library-directory.ts"

/** Time between looks for changes that other processes made. */
const POLL_INTERVAL_MS = 250

/** Changes read at a time; between two batches other work gets its turn. */
const BATCH_SIZE = 200

/** Keeps the directory of names equal to the catalogue. */
export interface CatalogueFollower {
  /** Takes over every change made so far; call it after own changes, so that they show at once. */
  catchUp(): Promise<void>
  /** Starts looking for changes of other processes, every 250 ms. */
  start(): void
  stop(): void
  /** Tells whether the library with this row id is private, without asking the catalogue. */
  isPrivate(key: string): boolean
  /** Number of private libraries in the directory. */
  readonly privateCount: number
}

/** Makes a follower; the directory is empty until the first `catchUp`. */
export function followCatalogue(catalogue: Catalogue, directory: LibraryDirectory, log: Log): CatalogueFollower {
  const privateKeys = new Set<string>()
  const listedPrivateKeys = new Set<string>()
  let lastChangeNumber = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function takeOver(library: LibraryRecord): void {
    if (library.isPrivate && !library.isDeleted) privateKeys.add(library.key)
    else privateKeys.delete(library.key)
    // A library that has moved is found under its new name only.
    const isListed = !library.isDeleted && library.redirectTo === null
    if (isListed && library.isPrivate) listedPrivateKeys.add(library.key)
    else listedPrivateKeys.delete(library.key)
    if (isListed) directory.put(entryOf(library))
    else directory.remove(library.key)
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const changed = await catalogue.libraries.changedSince(lastChangeNumber, BATCH_SIZE)
      for (const library of changed) {
        takeOver(library)
        lastChangeNumber = Math.max(lastChangeNumber, library.changeNumber)
      }
      if (changed.length < BATCH_SIZE) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** One reader at a time: a call during a run waits for it and reads once more. */
  async function catchUp(): Promise<void> {
    const before = running
    const mine = (before?.catch(() => undefined) ?? Promise.resolve()).then(readOn)
    running = mine
    try {
      await mine
    } finally {
      if (running === mine) running = undefined
    }
  }

  async function poll(): Promise<void> {
    try {
      await catchUp()
    } catch (error) {
      log.warn({ error: asError(error).message }, "directory of names could not follow the catalogue")
    }
    if (timer !== undefined) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS).unref()
  }

  return {
    catchUp,
    start() {
      timer ??= setTimeout(() => void poll(), POLL_INTERVAL_MS).unref()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
    isPrivate: (key) => privateKeys.has(key),
    get privateCount() {
      return listedPrivateKeys.size
    },
  }
}

function entryOf(library: LibraryRecord): DirectoryEntry {
  const { key, id, title, description, characteristicTerms, stars, trustScore, totalSnippets, isPrivate } = library
  return { key, id, title, description, characteristicTerms, stars, trustScore, totalSnippets, isPrivate }
}
