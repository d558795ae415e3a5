import { setTimeout as delay } from "node:timers/promises"
import type { GitHost } from "../requirements/git-host.ts"
import type { Fleet } from "./nodes.ts"

const PAGES = 6
/** Maximum number of existing libraries; no more are added beyond this. */
const MAX_LIVING = 40
/** Minimum number of existing libraries; no more are deleted below this. */
const MIN_LIVING = 25

/** The load's knowledge of a library. */
interface KnownLibrary {
  readonly name: string
  /** Number of commits in the repository. */
  revision: number
  /** The newest commit when the fleet last acknowledged an addition or a refresh; 0 if it never has. */
  acknowledged: number
  state: "living" | "deleted" | "unclear"
}

/** Counts of a run. */
export interface LoadCounts {
  added: number
  refreshed: number
  deleted: number
  /** Reads outside and during outages. */
  reads: number
  readsInOutage: number
  failedReads: number
  failedReadsInOutage: number
  /** Answers that contain pages of two revisions. */
  mixedAnswers: number
  /** Writes that were not acknowledged; they may be repeated. */
  refusedWrites: number
  readonly failures: string[]
}

/** Generates numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sends random requests to a fleet, and records what the fleet has acknowledged. */
export class FleetLoad {
  readonly counts: LoadCounts = {
    added: 0,
    refreshed: 0,
    deleted: 0,
    reads: 0,
    readsInOutage: 0,
    failedReads: 0,
    failedReadsInOutage: 0,
    mixedAnswers: 0,
    refusedWrites: 0,
    failures: [],
  }
  readonly libraries: KnownLibrary[] = []
  readonly #fleet: Fleet
  readonly #host: GitHost
  readonly #random: () => number
  readonly #isOutage: () => boolean
  readonly #committing = new Set<KnownLibrary>()

  constructor(fleet: Fleet, options: { host: GitHost; random: () => number; isOutage: () => boolean }) {
    this.#fleet = fleet
    this.#host = options.host
    this.#random = options.random
    this.#isOutage = options.isOutage
  }

  /** Runs several users concurrently until the signal aborts. */
  async run(users: number, signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: users }, () => this.#user(signal)))
  }

  /** Returns the address of a library's repository. */
  addressOf({ name }: KnownLibrary): string {
    return `${this.#host.url}/${name}.git`
  }

  async #user(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const choice = this.#random()
      if (choice < 0.06 && this.#living().length < MAX_LIVING) await this.#add()
      else if (choice < 0.1) await this.#refresh()
      else if (choice < 0.11) await this.#delete()
      else if (choice < 0.4) await this.#read("/api/v2/libs/search?query=ship&libraryName=ship")
      else await this.#ask()
      await delay(20 + this.#random() * 60)
    }
  }

  async #add(): Promise<void> {
    const name = `fleet/ship-${this.libraries.length}`
    const library: KnownLibrary = { name, revision: 1, acknowledged: 0, state: "unclear" }
    this.libraries.push(library)
    await this.#host.commit(library.name, pagesOf(library))
    const isTaken = await this.#write("POST", "/api/v2/add/repo/git", { docsRepoUrl: this.addressOf(library) })
    if (!isTaken) return
    this.counts.added++
    library.acknowledged = 1
    library.state = "living"
  }

  async #refresh(): Promise<void> {
    const library = this.#pick()
    // A repository accepts one commit at a time.
    if (library === undefined || this.#committing.has(library)) return
    this.#committing.add(library)
    try {
      const revision = library.revision + 1
      await this.#host.commit(library.name, pagesOf({ ...library, revision }))
      library.revision = revision
      if (!(await this.#write("POST", "/api/v1/refresh", { libraryName: `/${library.name}` }))) return
      library.acknowledged = revision
      this.counts.refreshed++
    } finally {
      this.#committing.delete(library)
    }
  }

  async #delete(): Promise<void> {
    const library = this.#pick()
    if (library === undefined || this.#living().length <= MIN_LIVING) return
    library.state = "unclear"
    if (!(await this.#write("DELETE", `/api/v2/libs/${library.name}`))) return
    library.state = "deleted"
    this.counts.deleted++
  }

  async #ask(): Promise<void> {
    const library = this.#pick()
    if (library === undefined) return
    const query = new URLSearchParams({ libraryId: `/${library.name}`, query: "turn the valve" })
    const text = await this.#read(`/api/v2/context?${query.toString()}`)
    const revisions = new Set(text?.match(/revision \d+/g))
    if (revisions.size > 1) {
      this.counts.mixedAnswers++
      this.counts.failures.push(`${library.name}: ${[...revisions].join(", ")} in one answer`)
    }
  }

  /**
   * @returns the text of a successful response. A response for a library that is not ready or was deleted counts as
   *   successful.
   */
  async #read(path: string): Promise<string | undefined> {
    const wasOutage = this.#isOutage()
    const { status, text } = await this.#fleet.call("GET", path)
    const isInOutage = wasOutage || this.#isOutage()
    this.counts[isInOutage ? "readsInOutage" : "reads"]++
    if (status === 200) return text
    if (status > 0 && status !== 429) return undefined
    this.counts[isInOutage ? "failedReadsInOutage" : "failedReads"]++
    if (!isInOutage) this.counts.failures.push(`GET ${path}: ${status} ${text.slice(0, 200)}`)
    return undefined
  }

  /** @returns true if the fleet acknowledged the change. */
  async #write(method: string, path: string, body?: object): Promise<boolean> {
    const { status } = await this.#fleet.call(method, path, body)
    const isTaken = status >= 200 && status < 300
    if (!isTaken) this.counts.refusedWrites++
    return isTaken
  }

  #pick(): KnownLibrary | undefined {
    const living = this.#living()
    return living[Math.floor(this.#random() * living.length)]
  }

  #living(): readonly KnownLibrary[] {
    return this.libraries.filter(({ state }) => state === "living")
  }
}

function pagesOf({ name, revision }: Pick<KnownLibrary, "name" | "revision">): Record<string, string> {
  const page = (number: number) =>
    `# Chapter ${number} of ${name}\n\n## Valve ${number}\n\nTurn the valve ${number} of revision ${revision} to port.\n`
  return Object.fromEntries(Array.from({ length: PAGES }, (_, number) => [`docs/chapter-${number}.md`, page(number)]))
}
