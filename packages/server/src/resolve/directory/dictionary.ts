/** Assigns numbers to words in use. The number of a word that is no longer used is given to the next new word. */
export class Dictionary {
  readonly #numbers = new Map<string, number>()
  readonly #words: (string | undefined)[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []
  #changeCount = 0

  numberOf(word: string): number | undefined {
    return this.#numbers.get(word)
  }

  /** One more than the highest number ever assigned. */
  get numberCount(): number {
    return this.#words.length
  }

  /** Increases whenever a number is assigned to a word or freed. */
  get changeCount(): number {
    return this.#changeCount
  }

  wordOf(number: number): string {
    return this.#words[number] ?? ""
  }

  /** Returns the number of uses of a word. */
  usesOf(number: number): number {
    return this.#uses[number] ?? 0
  }

  /** Adds one use of a word. */
  take(word: string): { readonly number: number; readonly isNew: boolean } {
    const known = this.#numbers.get(word)
    if (known !== undefined) {
      this.#uses[known] = this.usesOf(known) + 1
      return { number: known, isNew: false }
    }
    const number = this.reserve(word)
    this.#uses[number] = 1
    return { number, isNew: true }
  }

  /** Assigns a number to a word without counting a use; until `use` is called for it, the number is not freed. */
  reserve(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#free.pop() ?? this.#words.length
    this.#numbers.set(word, number)
    this.#changeCount++
    this.#words[number] = word
    this.#uses[number] = 0
    return number
  }

  /** Adds one use of the word with a number. */
  use(number: number): void {
    this.#uses[number] = this.usesOf(number) + 1
  }

  /** Removes one use of a word. @returns true if it was the last one, so that the number is free. */
  giveBack(number: number): boolean {
    const left = this.usesOf(number) - 1
    this.#uses[number] = left
    if (left > 0) return false
    this.#numbers.delete(this.wordOf(number))
    this.#changeCount++
    this.#words[number] = undefined
    this.#free.push(number)
    return true
  }
}
