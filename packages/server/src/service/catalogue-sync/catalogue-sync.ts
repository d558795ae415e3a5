import { isFailedAddition } from "../../catalogue/libraries/is-failed-addition.ts"
import { shownDescription } from "../../catalogue/libraries/shown-description.ts"
import type { VisibilityRulesCache } from "../../access/visibility/visibility-rules-cache.ts"
import { LibraryList } from "../../access/visibility/library-list.ts"
import { attributesOf, type LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { ListedLibrary } from "../../catalogue/libraries/records.ts"
import type { DirectoryEntry, LibraryDirectory } from "../../resolve/directory/library-directory.ts"

/** Time between checks for changes by other processes. */
const POLL_INTERVAL_MS = 250

/** Changes per batch; other work runs between two batches. */
const BATCH_SIZE = 200
/** Changes per batch at the start, while no request waits. */
const FIRST_BATCH_SIZE = 1_000

/** Keeps the library directory and the visibility rules in memory in step with the catalogue. */
export interface CatalogueSync {
  /** Applies every change made so far. Call it after your own changes, so that they take effect immediately. */
  catchUp(): Promise<void>
  /** Starts checking for changes by other processes, every 250 ms. */
  start(): void
  stop(): void
  /** Returns the attributes that decide the visibility of a library in the directory, without a database query. */
  attributesOf(key: string): LibraryAttributes | undefined
  /**
   * Returns the same for the library of an owner (null for public) with this id, in the directory or not; public libraries only if
   * they have access settings of their own.
   */
  attributesByName(teamspaceKey: string | null, foldedId: string): LibraryAttributes | undefined
  /** The attributes of all libraries in the directory. */
  listedLibraries(): Iterable<LibraryAttributes>
}

/** What a catalogue sync reads and updates. */
export interface CatalogueSyncDependencies {
  readonly catalogue: Catalogue
  readonly directory: LibraryDirectory
  readonly visibilityRules: VisibilityRulesCache
  readonly log: Log
  /** Called for every change that is found once the sync has started. */
  readonly onChange?: ((libraryKey: string) => void) | undefined
}

/** Creates a sync; the directory is empty until the first `catchUp`. */
export function syncFromCatalogue({
  catalogue,
  directory,
  visibilityRules,
  log,
  onChange,
}: CatalogueSyncDependencies): CatalogueSync {
  const known = new KnownLibraries(directory)
  let lastChangeNumber = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function readOn(): Promise<void> {
    await visibilityRules.catchUp()
    const batchSize = timer === undefined ? FIRST_BATCH_SIZE : BATCH_SIZE
    for await (const changed of readChanges(catalogue, lastChangeNumber, batchSize)) {
      for (const library of changed) {
        known.takeOver(library)
        if (timer !== undefined && !library.isDeleted) onChange?.(library.key)
        lastChangeNumber = Math.max(lastChangeNumber, library.changeNumber)
      }
    }
  }

  /** Runs one sync at a time: a call during a run waits for it and then syncs again. */
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
      log.warn({ error: asError(error).message }, "cannot sync with the catalogue")
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
    attributesOf: (key) => known.attributesByKey.get(key),
    attributesByName: (teamspaceKey, foldedId) => known.namedLibraries.find(teamspaceKey, foldedId),
    listedLibraries: () => known.attributesByKey.values(),
  }
}

/** Reads all changes after a number in batches. Other work runs between two of them. */
async function* readChanges(
  { libraries }: Catalogue,
  after: number,
  batchSize: number,
): AsyncGenerator<readonly ListedLibrary[], void> {
  let reading = libraries.changedSince(after, batchSize)
  for (;;) {
    const changed = await reading
    const last = changed.length < batchSize ? undefined : changed.at(-1)
    if (last === undefined) return yield changed
    // A database in another process reads the next batch while this one is taken over.
    reading = libraries.changedSince(last.changeNumber, batchSize)
    // If the caller stops early, nothing awaits this batch, and its failure must not end the process.
    reading.catch(() => undefined)
    yield changed
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The directory and the visibility attributes of its libraries, updated together. */
class KnownLibraries {
  readonly attributesByKey = new Map<string, LibraryAttributes>()
  readonly namedLibraries = new LibraryList()
  readonly #directory: LibraryDirectory

  constructor(directory: LibraryDirectory) {
    this.#directory = directory
  }

  takeOver(library: ListedLibrary): void {
    const attributes = attributesOf(library)
    this.namedLibraries.remove(library.key)
    if (!library.isDeleted) this.namedLibraries.add(attributes)
    // A library that has moved is listed under its new id only, and one that never came to be not at all.
    if (!library.isDeleted && library.redirectTo === null && !isFailedAddition(library)) {
      this.attributesByKey.set(library.key, attributes)
      this.#directory.put(entryOf(library))
    } else {
      this.attributesByKey.delete(library.key)
      this.#directory.remove(library.key)
    }
  }
}

function entryOf(library: ListedLibrary): DirectoryEntry {
  const { description } = shownDescription(library)
  const { key, id, title, characteristicTerms, aliases, stars, trustScore, totalSnippets, teamspaceKey } = library
  return { key, id, title, description, characteristicTerms, aliases, stars, trustScore, totalSnippets, teamspaceKey }
}
