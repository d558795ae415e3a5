import type { ReadingFacts } from "./library-attributes.ts"

/** Libraries by owner and identifier: those about which the name alone does not decide, private ones and ones with an access of their own. */
export class NamedLibraries {
  readonly #factsByName = new Map<string, ReadingFacts>()
  readonly #nameByKey = new Map<string, string>()

  /** @param teamspaceKey null: the public one. */
  find(teamspaceKey: string | null, foldedId: string): ReadingFacts | undefined {
    return this.#factsByName.size === 0 ? undefined : this.#factsByName.get(nameOf(teamspaceKey, foldedId))
  }

  /** Others are passed over. */
  add(facts: ReadingFacts): void {
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
