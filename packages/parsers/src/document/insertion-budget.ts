/** Maximum number of characters that names and references of one file may stand for. */
const MAX_CHARACTERS = 4 * 1024 * 1024

/**
 * Limits the text that takes the place of names and references, such as the titles of pages and the values of
 * substitutions. A file of 100 kB can refer ten thousand times to a text of 50 kB.
 */
export class InsertionBudget {
  #left = MAX_CHARACTERS

  /** Counts a text that is inserted. @returns undefined if the file has inserted too much. */
  take(text: string | undefined): string | undefined {
    if (text === undefined) return undefined
    this.#left -= text.length
    return this.#left < 0 ? undefined : text
  }
}
