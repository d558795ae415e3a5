import type { ReadingFacts } from "./reading-facts.ts"

/** Private libraries by owner and identifier. */
export class PrivateLibraries {
  readonly #factsByName = new Map<string, ReadingFacts>()
  readonly #nameByKey = new Map<string, string>()

  find(teamspaceKey: string, foldedId: string): ReadingFacts | undefined {
    return this.#factsByName.size === 0 ? undefined : this.#factsByName.get(nameOf(teamspaceKey, foldedId))
  }

  /** Public ones are passed over. */
  add(facts: ReadingFacts): void {
    if (facts.teamspaceKey === null) return
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
function nameOf(teamspaceKey: string, foldedId: string): string {
  return `${teamspaceKey}${foldedId}`
}
