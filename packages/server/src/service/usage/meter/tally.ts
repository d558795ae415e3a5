import type { UsageCount, UsageKind, UsageScope } from "../../../catalogue/usage/records.ts"

/** A visitor, before hashing. */
export type Visit = UsageScope & { readonly client: string; readonly identity: string }

/** Someone who asked about a topic, before they are hashed. */
export type Asker = UsageScope & { readonly topic: string; readonly person: string }

/** Counters and visits that have not been written yet. */
export class UsageTally {
  readonly #countByScope = new Map<string, { scope: Omit<UsageCount, "count">; count: number }>()
  readonly #visitByScope = new Map<string, Visit>()
  readonly #askerByScope = new Map<string, Asker>()

  get size(): number {
    return this.#countByScope.size + this.#visitByScope.size + this.#askerByScope.size
  }

  count(scope: UsageScope, kind: UsageKind, name: string, count = 1): void {
    const key = `${scope.libraryKey}\n${scope.scope}\n${kind}\n${scope.day}\n${name}`
    const known = this.#countByScope.get(key)
    if (known === undefined) this.#countByScope.set(key, { scope: { ...scope, kind, name }, count })
    else known.count += count
  }

  visit(scope: UsageScope, client: string, identity: string): void {
    const key = `${scope.libraryKey}\n${scope.scope}\n${scope.day}\n${client}\n${identity}`
    if (!this.#visitByScope.has(key)) this.#visitByScope.set(key, { ...scope, client, identity })
  }

  /** Notes that a person asked about a topic. */
  ask(scope: UsageScope, topic: string, person: string): void {
    const key = `${scope.libraryKey}\n${scope.scope}\n${topic}\n${person}`
    if (!this.#askerByScope.has(key)) this.#askerByScope.set(key, { ...scope, topic, person })
  }

  askers(): Iterable<Asker> {
    return this.#askerByScope.values()
  }

  *counts(): Generator<UsageCount> {
    for (const { scope, count } of this.#countByScope.values()) yield { ...scope, count }
  }

  visits(): Iterable<Visit> {
    return this.#visitByScope.values()
  }

  /** Adds the content of another tally. @returns the number of entries that did not fit. */
  takeOver(other: UsageTally, maxSize: number): number {
    let refused = 0
    for (const { kind, name, count, ...scope } of other.counts()) {
      if (this.size < maxSize) this.count(scope, kind, name, count)
      else refused++
    }
    for (const { client, identity, ...scope } of other.visits()) {
      if (this.size < maxSize) this.visit(scope, client, identity)
      else refused++
    }
    for (const { topic, person, ...scope } of other.askers()) {
      if (this.size < maxSize) this.ask(scope, topic, person)
      else refused++
    }
    return refused
  }
}
