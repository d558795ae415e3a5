/**
 * Sums by small integers. Clearing takes as long as filling took, and the counter is reused, so that a lookup allocates
 * little memory.
 */
export class MatchCounter {
  #sums = new Float64Array(0)
  #touched = new Int32Array(0)
  #count = 0

  /** Clears all sums and reserves space for numbers below `size`. */
  reset(size: number): void {
    for (const number of this.touched()) this.#sums[number] = 0
    this.#count = 0
    if (size <= this.#sums.length) return
    const room = Math.ceil(size * 1.25)
    this.#sums = new Float64Array(room)
    this.#touched = new Int32Array(room)
  }

  /** Adds to each of the numbers; `amount` is above 0. */
  addAll(numbers: Int32Array, amount: number): void {
    for (const number of numbers) {
      const sum = this.#sums[number] ?? 0
      if (sum === 0) {
        this.#touched[this.#count] = number
        this.#count += 1
      }
      this.#sums[number] = sum + amount
    }
  }

  /** Adds to each of the numbers that already has a sum; others are skipped. */
  addToKnown(numbers: Int32Array, amount: number): void {
    for (const number of numbers) {
      const sum = this.#sums[number] ?? 0
      if (sum > 0) this.#sums[number] = sum + amount
    }
  }

  sumOf(number: number): number {
    return this.#sums[number] ?? 0
  }

  /** Returns the numbers with a sum, in order of first use; valid until the next change. */
  touched(): Int32Array {
    return this.#touched.subarray(0, this.#count)
  }
}
