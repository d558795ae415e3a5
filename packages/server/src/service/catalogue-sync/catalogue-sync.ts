import type { VisibilityRulesCache } from "../../access/visibility/visibility-rules-cache.ts"
import type { LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import { systemClock } from "../../base/clock.ts"
import { asError } from "../../base/errors.ts"
import { createFailureStreak } from "../../base/failure-streak.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryDirectory } from "../../resolve/directory/library-directory.ts"
import { createLibraryDirectory } from "../../resolve/directory/create-library-directory.ts"
import { DirectoryFill } from "./directory-fill.ts"
import { KnownLibraries } from "./known-libraries.ts"
import { createPolling } from "./polling.ts"
import { readChanges } from "./read-changes.ts"

/** Time between checks for changes by other processes: while the catalogue sends no notices, and as a fallback while it does. */
const POLL_INTERVAL_MS = 250
const NOTICED_POLL_INTERVAL_MS = 1_500

/** Changes per batch; other work runs between two batches. */
const BATCH_SIZE = 200
/** Outlines per batch at the start, while no request waits. */
const FIRST_BATCH_SIZE = 2_000

/** Keeps the in-memory library directory and visibility rules in sync with the catalogue. */
export interface CatalogueSync {
  /**
   * Applies every change made so far. Call it after your own changes, so that they take effect immediately. The first
   * call reads the attributes that the visibility of all libraries depends on.
   */
  catchUp(): Promise<void>
  /**
   * Starts to fill the directory in the background, and to check for changes by other processes: when the catalogue
   * sends a notice, or otherwise every 250 ms.
   */
  start(): void
  stop(): void
  /**
   * Returns the directory once it contains all libraries, which takes several seconds after a start with 100,000
   * libraries.
   *
   * @throws what the catalogue throws; the next call tries again.
   */
  directory(): Promise<LibraryDirectory>
  /** Resolves when about half of the libraries are in the directory. */
  readonly halfFilled: Promise<void>
  /** Returns the attributes that decide the visibility of a library in the directory, without a database query. */
  attributesOf(key: string): LibraryAttributes | undefined
  /**
   * Returns the attributes of an owner's library (null for public) with this id, whether it is in the directory or not;
   * for public libraries, only if they have their own access settings.
   */
  attributesByName(teamspaceKey: string | null, foldedId: string): LibraryAttributes | undefined
  /** The attributes of all libraries in the directory. */
  listedLibraries(): Iterable<LibraryAttributes>
}

/** What a catalogue sync reads and updates. */
export interface CatalogueSyncDependencies {
  readonly catalogue: Catalogue
  readonly visibilityRules: VisibilityRulesCache
  readonly log: Log
  /** Called for every change that is found once the sync has started. */
  readonly onChange?: ((libraryKey: string) => void) | undefined
}

/** Creates a function that runs one sync at a time: a call during a run waits for it and then syncs again. */
function createCatchUp(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return async () => {
    const mine = (running?.catch(() => undefined) ?? Promise.resolve()).then(sync)
    running = mine
    try {
      await mine
    } finally {
      if (running === mine) running = undefined
    }
  }
}

/** Creates a sync, which contains no library until the first `catchUp`. */
export function syncFromCatalogue(dependencies: CatalogueSyncDependencies): CatalogueSync {
  const { log } = dependencies
  const libraries = new SyncedLibraries(dependencies)
  const failures = createFailureStreak(systemClock)
  const catchUp = createCatchUp(() => libraries.readOn())
  let filling: Promise<void> | undefined
  const polling = createPolling(poll, () =>
    dependencies.catalogue.notices.isLive ? NOTICED_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  )
  let unsubscribe = () => {}

  async function directory(): Promise<LibraryDirectory> {
    if (!libraries.isFilled) {
      filling ??= libraries.fill(catchUp).finally(() => (filling = undefined))
      await filling
    }
    return libraries.known.directory
  }

  async function poll(): Promise<void> {
    try {
      await catchUp()
      failures.end()
      if (!libraries.isFilled && filling === undefined) void directory().catch(logFailure)
    } catch (error) {
      logFailure(error)
    }
  }

  function logFailure(error: unknown): void {
    // During a shutdown, the catalogue is closed while the directory is being filled.
    const fields = polling.isOn ? failures.add(error) : undefined
    if (fields !== undefined) log.warn({ error: asError(error).message, ...fields }, "cannot sync with the catalogue")
  }

  return {
    catchUp,
    start() {
      if (polling.isOn) return
      libraries.isStarted = true
      polling.start()
      unsubscribe = dependencies.catalogue.notices.subscribe((notice) => {
        if (notice === "libraries") polling.hurry()
      })
    },
    stop() {
      unsubscribe()
      polling.stop()
    },
    directory,
    halfFilled: libraries.halfFilled,
    attributesOf: (key) => libraries.known.attributesByKey.get(key),
    attributesByName: (teamspaceKey, foldedId) => libraries.known.namedLibraries.find(teamspaceKey, foldedId),
    listedLibraries: () => libraries.known.attributesByKey.values(),
  }
}

/** Follows the changes of all libraries by their numbers. */
class SyncedLibraries {
  readonly known = new KnownLibraries(createLibraryDirectory())
  /** True once the sync has started, so that later changes come from other processes and are reported. */
  isStarted = false
  isFilled = false
  readonly halfFilled: Promise<void>
  #onHalf: () => void = () => {}
  readonly #dependencies: CatalogueSyncDependencies
  #lastChangeNumber = 0
  /** Undefined until the outlines of all libraries have been read, and again once everything is in the directory. */
  #fill: DirectoryFill | undefined
  #hasOutlines = false

  constructor(dependencies: CatalogueSyncDependencies) {
    this.#dependencies = dependencies
    this.halfFilled = new Promise((resolve) => (this.#onHalf = resolve))
  }

  async readOn(): Promise<void> {
    const { catalogue, visibilityRules, onChange } = this.#dependencies
    await visibilityRules.catchUp()
    if (!this.#hasOutlines) return this.#readOutlines()
    const read = (after: number, limit: number) => catalogue.libraries.changedSince(after, limit)
    for await (const changed of readChanges(read, this.#lastChangeNumber, BATCH_SIZE)) {
      for (const library of changed) {
        this.known.putAttributes(library)
        this.known.putEntry(library)
        this.#fill?.noteChange(library.key)
        if (this.isStarted && !library.isDeleted) onChange?.(library.key)
        this.#lastChangeNumber = Math.max(this.#lastChangeNumber, library.changeNumber)
      }
    }
  }

  async #readOutlines(): Promise<void> {
    const { libraries } = this.#dependencies.catalogue
    const read = (after: number, limit: number) => libraries.outlinesSince(after, limit)
    for await (const outlines of readChanges(read, this.#lastChangeNumber, FIRST_BATCH_SIZE)) {
      for (const outline of outlines) {
        this.known.putAttributes(outline)
        this.#lastChangeNumber = Math.max(this.#lastChangeNumber, outline.changeNumber)
      }
    }
    this.#hasOutlines = true
    const onHalf = () => this.#onHalf()
    this.#fill = new DirectoryFill(libraries, this.known, { last: this.#lastChangeNumber, onHalf })
  }

  /** Fills the directory, or continues after an earlier call has failed. */
  async fill(catchUp: () => Promise<void>): Promise<void> {
    if (!this.#hasOutlines) await catchUp()
    await this.#fill?.run()
    // A library that changed in the meantime may have been missed above, because changes move it to the end.
    await catchUp()
    this.#fill = undefined
    this.#onHalf()
    this.known.directory.settle()
    this.isFilled = true
  }
}
