import type Database from "better-sqlite3"

/** Fewest and most characters. */
export interface LengthRange {
  readonly min: number
  readonly max: number
}

/** Gives the terms that begin with a letter and have so many characters, each followed by a line break, in no order. */
export type ReadSpelling = (first: string, length: LengthRange) => string

/** Terms of one first letter and one length. */
export type SpellingRow = readonly [first: string, length: number, terms: string]

/** Longer terms are no misspelt words: a run of letters that is longer is not searched for. */
const MAX_CHARACTERS = 42

/** Misspelt words are letters only. */
const LETTER = /^\p{L}/u
/** Half of a character: where there is one, there are fewer characters than code units. */
const SURROGATE = /[\ud800-\udfff]/

/** Every term with a prefix sorts before the prefix followed by the largest character. */
const LAST_CHARACTER = "\u{10ffff}"

/** Lists terms by first letter and length: an unknown word is compared with few of them, and their lists need not be passed over. */
export class SpellingLists {
  readonly #lists = new Map<string, Map<number, string[]>>()

  add(term: string): void {
    const length = SURROGATE.test(term) ? [...term].length : term.length
    if (length > MAX_CHARACTERS || !LETTER.test(term)) return
    const first = String.fromCodePoint(term.codePointAt(0) ?? 0)
    let byLength = this.#lists.get(first)
    if (byLength === undefined) {
      byLength = new Map()
      this.#lists.set(first, byLength)
    }
    const terms = byLength.get(length)
    if (terms === undefined) byLength.set(length, [term])
    else terms.push(term)
  }

  /** All lists, in the order of their keys. */
  *rows(): Generator<SpellingRow> {
    for (const first of [...this.#lists.keys()].toSorted()) {
      const byLength = this.#lists.get(first) ?? new Map<number, string[]>()
      for (const length of [...byLength.keys()].toSorted((a, b) => a - b)) {
        yield [first, length, `${byLength.get(length)?.join("\n") ?? ""}\n`]
      }
    }
  }
}

/** Reads what `SpellingLists` has listed; of a file that has no lists it passes over all terms with the letter. */
export function openSpelling(database: Database.Database): ReadSpelling {
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'spelling'").get() === undefined) {
    // One text instead of thousands of rows takes about half the time. No term holds a line break.
    const select = database
      .prepare(
        `SELECT group_concat(term || char(10), '') FROM post
         WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
      )
      .pluck()
    return (first, { min, max }) => (select.get(first, first + LAST_CHARACTER, min, max) as string | null) ?? ""
  }
  const select = database.prepare("SELECT terms FROM spelling WHERE first = ? AND length BETWEEN ? AND ?").pluck()
  return (first, { min, max }) => (select.all(first, min, max) as string[]).join("")
}
