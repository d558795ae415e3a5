import type { VisibilityRulesCache } from "../../access/visibility/visibility-rules-cache.ts"
import { LibraryList } from "../../access/visibility/library-list.ts"
import { attributesOf, type LibraryAttributes } from "../../access/visibility/library-attributes.ts"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { descriptionOf } from "../libraries/describe-library.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { DirectoryEntry, LibraryDirectory } from "../../resolve/directory/library-directory.ts"

/** Time between looks for changes that other processes made. */
const POLL_INTERVAL_MS = 250

/** Changes read at a time; between two batches other work gets its turn. */
const BATCH_SIZE = 200

/** Keeps the directory of names equal to the catalogue. */
export interface CatalogueSync {
  /** Takes over every change made so far; call it after own changes, so that they show at once. */
  catchUp(): Promise<void>
  /** Starts looking for changes of other processes, every 250 ms. */
  start(): void
  stop(): void
  /** Gives what decides who may read a library of the directory, without asking the catalogue. */
  attributesOf(key: string): LibraryAttributes | undefined
  /**
   * Gives the same of the library that an owner (null: everyone) has under an identifier, listed in the directory or not;
   * of public ones only of those with an access of their own.
   */
  attributesByName(teamspaceKey: string | null, foldedId: string): LibraryAttributes | undefined
  /** Row ids of all libraries in the directory. */
  listedKeys(): Iterable<string>
}

/** What a catalogueSync keeps up to date. */
export interface FollowingParts {
  readonly catalogue: Catalogue
  readonly directory: LibraryDirectory
  readonly visibilityRules: VisibilityRulesCache
  readonly log: Log
}

/** Makes a catalogueSync; the directory is empty until the first `catchUp`. */
export function syncFromCatalogue({ catalogue, directory, visibilityRules, log }: FollowingParts): CatalogueSync {
  const known = new KnownLibraries(directory)
  let lastChangeNumber = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function readOn(): Promise<void> {
    await visibilityRules.catchUp()
    for (;;) {
      const changed = await catalogue.libraries.changedSince(lastChangeNumber, BATCH_SIZE)
      for (const library of changed) {
        known.takeOver(library)
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
    attributesOf: (key) => known.attributesByKey.get(key),
    attributesByName: (teamspaceKey, foldedId) => known.namedLibraries.find(teamspaceKey, foldedId),
    listedKeys: () => known.attributesByKey.keys(),
  }
}

/** The directory and what decides about its libraries, changed together. */
class KnownLibraries {
  readonly attributesByKey = new Map<string, LibraryAttributes>()
  readonly namedLibraries = new LibraryList()
  readonly #directory: LibraryDirectory

  constructor(directory: LibraryDirectory) {
    this.#directory = directory
  }

  takeOver(library: LibraryRecord): void {
    const attributes = attributesOf(library)
    this.namedLibraries.remove(library.key)
    if (!library.isDeleted) this.namedLibraries.add(attributes)
    // A library that has moved is found under its new name only.
    if (!library.isDeleted && library.redirectTo === null) {
      this.attributesByKey.set(library.key, attributes)
      this.#directory.put(entryOf(library))
    } else {
      this.attributesByKey.delete(library.key)
      this.#directory.remove(library.key)
    }
  }
}

function entryOf(library: LibraryRecord): DirectoryEntry {
  const { description } = descriptionOf(library)
  const { key, id, title, characteristicTerms, stars, trustScore, totalSnippets, teamspaceKey } = library
  return { key, id, title, description, characteristicTerms, stars, trustScore, totalSnippets, teamspaceKey }
}
