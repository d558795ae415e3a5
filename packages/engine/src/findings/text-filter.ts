/**
 * Numbers of slots for sequences of four, three and two characters; powers of two. A snippet has about 400 different ones of each. With half
 * as many slots, three times as many texts seem to contain what they do not.
 */
const FOURS = 2 ** 15
const THREES = 2 ** 15
const TWOS = 2 ** 14
const FIRST_THREE = FOURS
const FIRST_TWO = FIRST_THREE + THREES
/** The slot of words that are too short to have another one; every text contains them. */
const ANY = FIRST_TWO + TWOS
const PRIME = 31
/** Pairs of ASCII characters have different slots. */
const PAIR_FACTOR = 2 ** 7
const MAX_MARK = 255
const FIRST_UNITS = 8192
const BYTES_PER_UNIT = 2
const NONE = -1

const [SPACE, NEW_LINE, RETURN, TAB, DOT, CLOSING] = [0x20, 0x0a, 0x0d, 0x09, 0x2e, 0x29]
const [DIGIT_ZERO, DIGIT_NINE] = [0x30, 0x39]
const ASCII_END = 0x80
/** Code units of punctuation and symbols beyond ASCII, besides the two quotation marks of Latin-1. */
const [FIRST_SYMBOL, LAST_SYMBOL, OPENING_QUOTE, CLOSING_QUOTE] = [0x2000, 0x2bff, 0xab, 0xbb]
/** Maximum digits of the number of a list item that normalising removes. */
const MAX_LIST_DIGITS = 3
/** Fewer letters that stand apart are never joined to a word. */
const MIN_SPACED_LETTERS = 5

/** Lower-case letters and digits for each ASCII character; everything else is a space. */
const SIMPLE = Uint8Array.from({ length: ASCII_END }, (_, unit) => {
  const lower = String.fromCharCode(unit).toLowerCase()
  return /[a-z\d]/.test(lower) ? lower.charCodeAt(0) : SPACE
})

/** Expressions see a border of a word between letters of ASCII and others. */
const BORDER_OF_ASCII = /(?<=[a-z\d])(?=[^\0-\x7f])|(?<=[^\0-\x7f])(?=[a-z\d])/g
/** The symbols of a word without letters, up to a quote or a space, which normalising can change. */
const SYMBOLS = /[^\s"'\b]+/

/** Characters from most to least frequent in English text; all others count as rarer. */
const FREQUENT_FIRST = " etaoinsrhldcumfpgwybvkxjqz"

/** How rare each ASCII character is. */
const RARITIES = Uint8Array.from({ length: ASCII_END }, (_, unit) => {
  const rank = FREQUENT_FIRST.indexOf(String.fromCharCode(unit))
  return rank === -1 ? FREQUENT_FIRST.length : rank
})

/** Number of a list of words in a filter. */
export type WordList = number

/**
 * Finds quickly which lists could have a word in a text. Of words and texts, only letters and digits count, and single spaces for what is
 * between them, so that most texts need not be normalised before. It marks all sequences of four characters in the text once, and then looks
 * only at words whose rarest sequence is marked: about one in 20. Words are kept in arrays of numbers, because objects took twice as long.
 * Searching for every word took four times as long as everything else.
 */
export class TextFilter {
  /** For each slot the mark of the last text that contains it, so that there is nothing to clear between texts. */
  readonly #marks = new Uint8Array(ANY + 1)
  #mark = 0
  /** For each slot the last word of which it is the rarest. */
  readonly #lastWords = new Int16Array(ANY + 1).fill(NONE)
  /** The rarest slots of words of fewer than four characters. */
  readonly #shortSlots: number[] = []
  /** The rarest slots of longer words that the current text contains. */
  readonly #found: number[] = []
  /** For each word the one before it with the same rarest slot, and another one of its slots, which rules most words out. */
  readonly #wordBefore: number[] = []
  readonly #otherSlot: number[] = []
  /** The slots of all words, the rarest first; those of a word end where those of the next one start. */
  readonly #slots: number[] = []
  readonly #slotsStart: number[] = [0]
  readonly #listsOfWord: WordList[][] = []
  readonly #wordByText = new Map<string, number>()
  readonly #listByWords = new Map<string, WordList>()
  /** For each list the number of the last text that could contain one of its words. */
  readonly #foundIn: number[] = []
  /** Symbols of the words of a list that have neither letters nor digits. */
  readonly #symbolsOfList: (string[] | undefined)[] = []
  #textNumber = 0
  #text = ""
  /** The code units of the text. Reading them from an array takes half as long as reading them from a string, including the copying. */
  #units = new Uint16Array(FIRST_UNITS)
  #bytes = Buffer.from(this.#units.buffer)

  /** Adds a list of words. @returns its number; equal lists share a number and are searched once. */
  addList(words: readonly string[]): WordList {
    const key = words.join("\n")
    const known = this.#listByWords.get(key)
    if (known !== undefined) return known
    const list = this.#foundIn.push(NONE) - 1
    for (const written of words) {
      const text = simplify(written)
      if (text.trim() === "") {
        ;(this.#symbolsOfList[list] ??= []).push(SYMBOLS.exec(written)?.[0] ?? "")
        continue
      }
      const word = this.#wordByText.get(text) ?? this.#addWord(text)
      this.#listsOfWord[word]?.push(list)
      if (this.#isMarked(word)) this.#foundIn[list] = this.#textNumber
    }
    this.#listByWords.set(key, list)
    return list
  }

  #addWord(text: string): number {
    const start = this.#slots.length
    addSlots(text, this.#slots)
    this.#slotsStart.push(this.#slots.length)
    const rarest = this.#slots[start] as number
    const before = this.#lastWords[rarest] as number
    if (before === NONE && rarest >= FOURS) this.#shortSlots.push(rarest)
    const word = this.#wordBefore.push(before) - 1
    this.#lastWords[rarest] = word
    this.#otherSlot.push(this.#slots[start + 1] ?? rarest)
    this.#listsOfWord.push([])
    this.#wordByText.set(text, word)
    return word
  }

  /**
   * Sets the text that `mayContainAny` is about: normalised, or with plain letters.
   *
   * @returns false if letters stand apart in the text, so that it could have other words when it is normalised.
   */
  read(text: string): boolean {
    this.#textNumber++
    this.#text = text
    if (this.#mark === MAX_MARK) this.#marks.fill(0)
    this.#mark = this.#mark === MAX_MARK ? 1 : this.#mark + 1
    const [marks, mark, lastWords, found] = [this.#marks, this.#mark, this.#lastWords, this.#found]
    found.length = 0
    const spaced = markAll({ marks, mark, units: this.#unitsOf(text), length: text.length, lastWords, found })
    for (const slot of this.#shortSlots) if (marks[slot] === mark) found.push(slot)
    for (const slot of found) this.#lookAtWords(lastWords[slot] as number)
    return spaced < MIN_SPACED_LETTERS
  }

  #unitsOf(text: string): Uint16Array {
    if (text.length > this.#units.length) {
      this.#units = new Uint16Array(2 * text.length)
      this.#bytes = Buffer.from(this.#units.buffer)
    }
    this.#bytes.write(text, 0, text.length * BYTES_PER_UNIT, "utf16le")
    return this.#units
  }

  /** Looks at a word and those before it with the same rarest slot. */
  #lookAtWords(last: number): void {
    const [marks, mark] = [this.#marks, this.#mark]
    for (let word = last; word !== NONE; word = this.#wordBefore[word] as number) {
      if (marks[this.#otherSlot[word] as number] !== mark || !this.#isMarked(word)) continue
      for (const list of this.#listsOfWord[word] as WordList[]) this.#foundIn[list] = this.#textNumber
    }
  }

  #isMarked(word: number): boolean {
    const [marks, mark, slots] = [this.#marks, this.#mark, this.#slots]
    const end = this.#slotsStart[word + 1] as number
    for (let at = this.#slotsStart[word] as number; at < end; at++) {
      if (marks[slots[at] as number] !== mark) return false
    }
    return true
  }

  /** Returns true if the text contains at least one word of a list, and rarely also for a text that contains none. */
  mayContainAny(list: WordList): boolean {
    if (this.#foundIn[list] === this.#textNumber) return true
    const symbols = this.#symbolsOfList[list]
    if (symbols === undefined || !symbols.some((symbol) => this.#mayContainSymbols(symbol))) return false
    this.#foundIn[list] = this.#textNumber
    return true
  }

  #mayContainSymbols(symbols: string): boolean {
    // Normalising replaces an ellipsis with three dots.
    return this.#text.includes(symbols) || this.#text.includes("…")
  }
}

interface Marking {
  readonly marks: Uint8Array
  readonly mark: number
  readonly units: Uint16Array
  readonly length: number
  readonly lastWords: Int16Array
  readonly found: number[]
}

/**
 * Marks the slots of a text, and adds those of four characters that are the rarest ones of words to `found`.
 *
 * @returns how many letters or digits that stand alone follow one another, at most.
 */
function markAll({ marks, mark, units, length, lastWords, found }: Marking): number {
  marks[ANY] = mark
  let [first, second, third, isLineStart, apart, spaced] = [SPACE, SPACE, SPACE, true, 0, 0]
  for (let at = 0; at <= length; at++) {
    const unit = at < length ? (units[at] as number) : SPACE
    let fourth = unit < ASCII_END ? (SIMPLE[unit] as number) : simplifyUnit(unit)
    if (fourth === SPACE) {
      if (unit === NEW_LINE || unit === RETURN) isLineStart = true
      else if (unit !== SPACE && unit !== TAB) isLineStart = false
      if (third === SPACE) continue
      apart = second === SPACE ? apart + 1 : 0
      if (apart > spaced) spaced = apart
    } else if (isLineStart) {
      isLineStart = false
      const end = endOfListNumber(units, at, length)
      if (end > at) {
        // What is before the number is a space already.
        at = end
        continue
      }
    } else if ((third | fourth) >= ASCII_END && third !== SPACE && fourth >= ASCII_END !== third >= ASCII_END) {
      fourth = SPACE
      at--
    }
    marks[slotOfTwo(third, fourth)] = mark
    marks[slotOfThree(second, third, fourth)] = mark
    const slot = slotOfFour(first, second, third, fourth)
    if (lastWords[slot] !== NONE && marks[slot] !== mark) found.push(slot)
    marks[slot] = mark
    first = second
    second = third
    third = fourth
  }
  return spaced
}

/** Returns the position of the character after the digits of `12. ` or `12) ` at the start of a line; the same position without them. */
function endOfListNumber(units: Uint16Array, at: number, length: number): number {
  let end = at
  while (end < length && end < at + MAX_LIST_DIGITS && isDigit(units[end] as number)) end++
  if (end === at || end + 1 >= length) return at
  const [mark, next] = [units[end], units[end + 1]]
  return (mark === DOT || mark === CLOSING) && (next === SPACE || next === TAB) ? end : at
}

function isDigit(unit: number): boolean {
  return unit >= DIGIT_ZERO && unit <= DIGIT_NINE
}

/** Returns letters and digits in lower case; a space for other characters. */
function simplifyUnit(unit: number): number {
  if (unit < ASCII_END) return SIMPLE[unit] as number
  return (unit >= FIRST_SYMBOL && unit <= LAST_SYMBOL) || unit === OPENING_QUOTE || unit === CLOSING_QUOTE
    ? SPACE
    : unit
}

/** Returns the letters and digits of a word, with a single space for what is between them. */
function simplify(word: string): string {
  const units = Array.from({ length: word.length }, (_, at) => simplifyUnit(word.charCodeAt(at)))
  return String.fromCharCode(...units)
    .replaceAll(BORDER_OF_ASCII, " ")
    .replaceAll(/ {2,}/g, " ")
}

/** Adds the slots that a text with a word marks, with the rarest one first. */
function addSlots(word: string, slots: number[]): void {
  const first = slots.length
  const [one, two, three] = [word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2)]
  if (word.length < 2) slots.push(ANY)
  else if (word.length === 2) slots.push(slotOfTwo(one, two))
  else if (word.length === 3) slots.push(slotOfThree(one, two, three))
  let highest = -1
  for (let at = 0; at + 3 < word.length; at++) {
    let rarity = 0
    for (let next = at; next < at + 4; next++) rarity += RARITIES[word.charCodeAt(next)] ?? FREQUENT_FIRST.length
    const slot = slotOfFour(
      word.charCodeAt(at),
      word.charCodeAt(at + 1),
      word.charCodeAt(at + 2),
      word.charCodeAt(at + 3),
    )
    slots.push(slot)
    if (rarity <= highest) continue
    highest = rarity
    slots[slots.length - 1] = slots[first] as number
    slots[first] = slot
  }
}

function slotOfTwo(first: number, second: number): number {
  return FIRST_TWO + ((Math.imul(first, PAIR_FACTOR) + second) & (TWOS - 1))
}

function slotOfThree(first: number, second: number, third: number): number {
  return FIRST_THREE + ((Math.imul(first, PRIME ** 2) + Math.imul(second, PRIME) + third) & (THREES - 1))
}

function slotOfFour(first: number, second: number, third: number, fourth: number): number {
  return (Math.imul(first, PRIME ** 3) + Math.imul(second, PRIME ** 2) + Math.imul(third, PRIME) + fourth) & (FOURS - 1)
}
