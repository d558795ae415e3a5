import type { Dictionary } from "./dictionary.ts"

const UNKNOWN = -2
const MISSING = -1

/**
 * Translates the numbers of one dictionary to those of another, and caches them. Without the cache, looking up the
 * words takes a tenth of a search with policies for a teamspace that has its own libraries.
 */
export class NumberBridge {
  readonly #from: Dictionary
  readonly #to: Dictionary
  #numbers = new Int32Array(0)
  #changes = [-1, -1]

  constructor(from: Dictionary, to: Dictionary) {
    this.#from = from
    this.#to = to
  }

  /** @returns -1 if the other dictionary does not have the word. */
  numberOf(number: number): number {
    this.#keepUp()
    const known = this.#numbers[number] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const found = this.#to.numberOf(this.#from.wordOf(number)) ?? MISSING
    if (number < this.#numbers.length) this.#numbers[number] = found
    return found
  }

  /** Clears the cache once a number means another word in one of the dictionaries. */
  #keepUp(): void {
    const [from = 0, to = 0] = this.#changes
    if (from === this.#from.changeCount && to === this.#to.changeCount) return
    this.#changes = [this.#from.changeCount, this.#to.changeCount]
    const size = this.#from.numberCount
    if (this.#numbers.length < size) this.#numbers = new Int32Array(Math.ceil(size * 1.5))
    this.#numbers.fill(UNKNOWN)
  }
}
