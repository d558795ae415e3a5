import type { RunTerms } from "./analyse-text.ts"
import { ASCII_END, CharacterKinds, IN_NAME } from "./character-kinds.ts"
import { HASH_START, hashUnit } from "./hash-word.ts"
import { MAX_TABLE_CHARACTERS, RunTable, UNKNOWN } from "./run-table.ts"
import { TextUnits } from "./text-units.ts"
import { growArray } from "./grow-array.ts"

const [HYPHEN, DOT, COLON, GREATER] = [0x2d, 0x2e, 0x3a, 0x3e]

/** Longer runs are data (hashes, base64), not names. */
const MAX_RUN_CHARACTERS = 80
/** Enough for the runs of one library; 200,000 runs take about 45 MB. */
const MAX_KNOWN_RUNS = 200_000
const FIRST_RUNS = 1024
/** Number shared by all runs without a word to index. */
const NOTHING = -1

/**
 * The runs of one text in order. A run is one name: letters and digits, with the characters that join names in programs (`req.body`,
 * `Route::get`, `obj->key`, `no-cache`, `snake_case`, `useState`). Runs are remembered across texts, so a text of known runs allocates
 * nothing.
 */
export class FoundRuns {
  /** Numbers of the runs with words to index, in reading order; only the first `count` belong to the text. */
  numbers = new Int32Array(FIRST_RUNS)
  count = 0
  /** Terms of the runs by their number. */
  terms: RunTerms[] = []
  /** Increases when the known runs are dropped; numbers then refer to other runs. */
  generation = 0
  #table = new RunTable()
  /** Numbers of the runs that do not fit in the table. */
  #others = new Map<string, number>()
  #known = 0
  readonly #units = new TextUnits()
  readonly #kinds = new CharacterKinds()
  readonly #analyse: (run: string) => RunTerms

  constructor(analyse: (run: string) => RunTerms) {
    this.#analyse = analyse
  }

  /** Reads the runs of another text. */
  read(text: string): void {
    if (this.#known >= MAX_KNOWN_RUNS) this.#dropAll()
    this.count = 0
    const units = this.#units.read(text)
    const { length } = text
    let at = 0
    while (at < length) {
      if (this.#kinds.widthOf(units, at, length, IN_NAME) > 0) at = this.#readRun(units, at, length)
      else at++
    }
  }

  /** Returns the end of the run that starts at a position. */
  #readRun(units: Uint16Array, from: number, length: number): number {
    let hash = HASH_START
    let bits = 0
    let at = from
    while (at < length) {
      const unit = units[at] as number
      let width = this.#kinds.widthOf(units, at, length, IN_NAME)
      if (width === 0) width = this.#widthOfConnector(units, at, length)
      if (width === 0) break
      hash = hashUnit(hash, unit)
      bits |= unit
      if (width === 2) hash = hashUnit(hash, units[at + 1] as number)
      at += width
    }
    if (bits < ASCII_END && at - from <= MAX_TABLE_CHARACTERS) {
      const known = this.#table.find(units, from, at, hash)
      this.#take(known === UNKNOWN ? this.#store(units, from, at, hash) : known)
    } else if (at - from <= MAX_RUN_CHARACTERS) {
      const run = ownText(units, from, at)
      this.#take(this.#others.get(run) ?? this.#storeOther(run))
    }
    return at
  }

  #take(number: number): void {
    if (number === NOTHING) return
    if (this.count === this.numbers.length) this.numbers = growArray(this.numbers, this.count + 1)
    this.numbers[this.count++] = number
  }

  #store(units: Uint16Array, from: number, to: number, hash: number): number {
    const number = this.#numberNew(ownText(units, from, to))
    this.#table.add(units, from, to, { hash, number })
    return number
  }

  #storeOther(run: string): number {
    const number = this.#numberNew(run)
    this.#others.set(run, number)
    return number
  }

  #numberNew(run: string): number {
    this.#known++
    const terms = this.#analyse(run)
    if (terms.words.length === 0 && terms.whole === undefined) return NOTHING
    return this.terms.push(terms) - 1
  }

  /** Returns the number of code units that join two names at a position; 0 if nothing does. */
  #widthOfConnector(units: Uint16Array, at: number, length: number): number {
    const unit = units[at] as number
    if (unit !== DOT && unit !== HYPHEN && unit !== COLON) return 0
    const next = units[at + 1]
    const isPair = (unit === HYPHEN && next === GREATER) || (unit === COLON && next === COLON)
    if (unit === COLON && !isPair) return 0
    const width = isPair ? 2 : 1
    return at + width < length && this.#kinds.widthOf(units, at + width, length, IN_NAME) > 0 ? width : 0
  }

  #dropAll(): void {
    this.#table = new RunTable()
    this.#others = new Map()
    this.#known = 0
    this.terms = []
    this.generation++
  }
}

/** Creates a string from code units. A slice of the original text would keep the whole text in memory. */
function ownText(units: Uint16Array, from: number, to: number): string {
  return String.fromCharCode(...units.subarray(from, to))
}
