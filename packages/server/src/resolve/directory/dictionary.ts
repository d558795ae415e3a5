/** Assigns numbers to words in use; the number of a word that is no longer used is given to the next new word. */
export class Dictionary {
  readonly #numbers = new Map<string, number>()
  readonly #words: (string | undefined)[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  numberOf(word: string): number | undefined {
    return this.#numbers.get(word)
  }

  /** One more than the highest number ever assigned. */
  get numberCount(): number {
    return this.#words.length
  }

  wordOf(number: number): string {
    return this.#words[number] ?? ""
  }

  /** Number of uses of each word number. */
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
    const number = this.#free.pop() ?? this.#words.length
    this.#numbers.set(word, number)
    this.#words[number] = word
    this.#uses[number] = 1
    return { number, isNew: true }
  }

  /** Removes one use of a word. @returns whether it was the last one, so that the number is free. */
  giveBack(number: number): boolean {
    const left = this.usesOf(number) - 1
    this.#uses[number] = left
    if (left > 0) return false
    this.#numbers.delete(this.wordOf(number))
    this.#words[number] = undefined
    this.#free.push(number)
    return true
  }
}
