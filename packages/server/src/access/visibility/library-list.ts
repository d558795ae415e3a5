import type { LibraryAttributes } from "./library-attributes.ts"

/** Libraries by owner and id whose visibility does not follow from the name alone: private ones and ones with their own access rule. */
export class LibraryList {
  readonly #factsByName = new Map<string, LibraryAttributes>()
  readonly #nameByKey = new Map<string, string>()

  /** @param teamspaceKey null: the public one. */
  find(teamspaceKey: string | null, foldedId: string): LibraryAttributes | undefined {
    return this.#factsByName.size === 0 ? undefined : this.#factsByName.get(nameOf(teamspaceKey, foldedId))
  }

  /** Adds a library; public ones without their own access rule are ignored. */
  add(facts: LibraryAttributes): void {
    if (facts.teamspaceKey === null && facts.access === null) return
    const name = nameOf(facts.teamspaceKey, facts.foldedId)
    this.#factsByName.set(name, facts)
    this.#nameByKey.set(facts.key, name)
  }

  remove(key: string): void {
    const name = this.#nameByKey.get(key)
    if (name === undefined) return
    this.#nameByKey.delete(key)
    // Another library may have taken the name in the meantime.
    if (this.#factsByName.get(name)?.key === key) this.#factsByName.delete(name)
  }
}

/** Identifiers begin with a slash, so that the two parts stay apart. */
function nameOf(teamspaceKey: string | null, foldedId: string): string {
  return `${teamspaceKey ?? ""}${foldedId}`
}
