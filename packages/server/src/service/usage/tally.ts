import type { UsageCount, UsageKind, UsageScope } from "../../catalogue/usage/records.ts"

/** Someone who reads, before they are hashed. */
export type Visit = UsageScope & { readonly client: string; readonly identity: string }

/** Counters and visits that wait to be written, each once. */
export class MatchCounter {
  readonly #countByPlace = new Map<string, { place: Omit<UsageCount, "count">; count: number }>()
  readonly #visitByPlace = new Map<string, Visit>()

  get size(): number {
    return this.#countByPlace.size + this.#visitByPlace.size
  }

  count(place: UsageScope, kind: UsageKind, name: string, count = 1): void {
    const key = `${place.libraryKey}\n${place.scope}\n${kind}\n${place.day}\n${name}`
    const known = this.#countByPlace.get(key)
    if (known === undefined) this.#countByPlace.set(key, { place: { ...place, kind, name }, count })
    else known.count += count
  }

  visit(place: UsageScope, client: string, identity: string): void {
    const key = `${place.libraryKey}\n${place.scope}\n${place.day}\n${client}\n${identity}`
    if (!this.#visitByPlace.has(key)) this.#visitByPlace.set(key, { ...place, client, identity })
  }

  *counts(): Generator<UsageCount> {
    for (const { place, count } of this.#countByPlace.values()) yield { ...place, count }
  }

  visits(): Iterable<Visit> {
    return this.#visitByPlace.values()
  }

  /** Adds what another one holds. @returns the number of its entries that found no room. */
  takeOver(other: MatchCounter, maxSize: number): number {
    let refused = 0
    for (const { kind, name, count, ...place } of other.counts()) {
      if (this.size < maxSize) this.count(place, kind, name, count)
      else refused++
    }
    for (const { client, identity, ...place } of other.visits()) {
      if (this.size < maxSize) this.visit(place, client, identity)
      else refused++
    }
    return refused
  }
}
