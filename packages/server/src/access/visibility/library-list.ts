import type { LibraryAttributes } from "./library-attributes.ts"

/** The owner of public libraries; teamspaces have longer keys. */
const PUBLIC = ""

/** Libraries by owner and id whose visibility does not follow from the name alone: private ones and ones with their own access rule. */
export class LibraryList {
  /** Nested maps: a search looks up thousands of names, and joining owner and folded id for each would take longer. */
  readonly #byOwner = new Map<string, Map<string, LibraryAttributes>>()
  readonly #byKey = new Map<string, LibraryAttributes>()

  /** @param teamspaceKey null: the public one. */
  find(teamspaceKey: string | null, foldedId: string): LibraryAttributes | undefined {
    return this.#byOwner.get(teamspaceKey ?? PUBLIC)?.get(foldedId)
  }

  /** Adds a library; public ones without their own access rule are ignored. */
  add(facts: LibraryAttributes): void {
    if (facts.teamspaceKey === null && facts.access === null) return
    const owner = facts.teamspaceKey ?? PUBLIC
    const named = this.#byOwner.get(owner) ?? new Map<string, LibraryAttributes>()
    this.#byOwner.set(owner, named.set(facts.foldedId, facts))
    this.#byKey.set(facts.key, facts)
  }

  remove(key: string): void {
    const facts = this.#byKey.get(key)
    if (facts === undefined) return
    this.#byKey.delete(key)
    const owner = facts.teamspaceKey ?? PUBLIC
    const named = this.#byOwner.get(owner)
    // Another library may have taken the name in the meantime.
    if (named?.get(facts.foldedId)?.key === key) named.delete(facts.foldedId)
    if (named?.size === 0) this.#byOwner.delete(owner)
  }
}
