import type Database from "better-sqlite3"

/** Minimum and maximum number of characters. */
export interface LengthRange {
  readonly min: number
  readonly max: number
}

/** Returns the terms with a first letter and a range of lengths, each followed by a line feed, unordered. */
export type ReadSpelling = (first: string, length: LengthRange) => string

/** Terms of one first letter and one length, by the number of both. */
export type SpellingRow = readonly [id: number, terms: string]

/** Longer terms are not misspelt words; questions do not look up longer runs of letters. */
const MAX_CHARACTERS = 42

/** Greater than any length that is listed. */
const LENGTHS = 64

/**
 * Returns the number of a list: the code point of its first letter combined with its length, so that lists of similar
 * lengths are adjacent.
 */
function idOf(first: string, length: number): number {
  return LENGTHS * (first.codePointAt(0) ?? 0) + Math.min(length, LENGTHS - 1)
}

/** Misspelt words consist of letters only. */
const LETTER = /^\p{L}/u
/** A surrogate. A text with one has fewer characters than code units. */
const SURROGATE = /[\ud800-\udfff]/

/** Every term with a prefix sorts before the prefix followed by the largest character. */
const LAST_CHARACTER = "\u{10ffff}"

/** Lists terms by first letter and length, so that an unknown word is compared with few terms and other lists are not read. */
export class SpellingLists {
  readonly #termsById = new Map<number, string[]>()

  add(term: string): void {
    const length = SURROGATE.test(term) ? [...term].length : term.length
    if (length > MAX_CHARACTERS || !LETTER.test(term)) return
    const id = idOf(term, length)
    const terms = this.#termsById.get(id)
    if (terms === undefined) this.#termsById.set(id, [term])
    else terms.push(term)
  }

  /** Yields all lists in the order of their numbers. */
  *rows(): Generator<SpellingRow> {
    for (const id of [...this.#termsById.keys()].toSorted((a, b) => a - b)) {
      yield [id, `${this.#termsById.get(id)?.join("\n") ?? ""}\n`]
    }
  }
}

/** Reads the lists of `SpellingLists`; for a file without lists, scans all terms with the letter. */
export function openSpelling(database: Database.Database): ReadSpelling {
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'term_list'").get() === undefined) {
    // Reading one text instead of thousands of rows takes about half the time. No term contains a line break.
    const select = database
      .prepare(
        `SELECT group_concat(term || char(10), '') FROM post
         WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
      )
      .pluck()
    return (first, { min, max }) => (select.get(first, first + LAST_CHARACTER, min, max) as string | null) ?? ""
  }
  const select = database.prepare("SELECT terms FROM term_list WHERE id BETWEEN ? AND ?").pluck()
  return (first, { min, max }) => (select.all(idOf(first, min), idOf(first, max)) as string[]).join("")
}
