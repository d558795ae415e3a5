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
/** Characters from most to least frequent in English text; all others count as rarer. */
const FREQUENT_FIRST = " etaoinsrhldcumfpgwybvkxjqz"

/** How rare each ASCII character is. */
const RARITIES = Uint8Array.from({ length: 128 }, (_, unit) => {
  const rank = FREQUENT_FIRST.indexOf(String.fromCharCode(unit))
  return rank === -1 ? FREQUENT_FIRST.length : rank
})

/** Number of a list of words in a filter. */
export type WordList = number

/**
 * Finds quickly which lists could have a word in a text. It marks all sequences of four characters in the text once, and then looks only at
 * words whose rarest sequence is marked: about one in 20. Words are kept in arrays of numbers, because objects took twice as long.
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
  #textNumber = 0
  /** The code units of the text. Reading them from an array takes half as long as reading them from a string, including the copying. */
  #units = new Uint16Array(FIRST_UNITS)
  #bytes = Buffer.from(this.#units.buffer)

  /** Adds a list of words. @returns its number; equal lists share a number and are searched once. */
  addList(words: readonly string[]): WordList {
    const key = words.join("\n")
    const known = this.#listByWords.get(key)
    if (known !== undefined) return known
    const list = this.#foundIn.push(NONE) - 1
    for (const text of words) {
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

  /** Sets the text that `mayContainAny` is about. */
  read(text: string): void {
    this.#textNumber++
    if (this.#mark === MAX_MARK) this.#marks.fill(0)
    this.#mark = this.#mark === MAX_MARK ? 1 : this.#mark + 1
    const [marks, mark, lastWords, found] = [this.#marks, this.#mark, this.#lastWords, this.#found]
    found.length = 0
    markAll({ marks, mark, units: this.#unitsOf(text), length: text.length, lastWords, found })
    for (const slot of this.#shortSlots) if (marks[slot] === mark) found.push(slot)
    for (const slot of found) this.#lookAtWords(lastWords[slot] as number)
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
    return this.#foundIn[list] === this.#textNumber
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

/** Marks the slots of a text, and adds those of four characters that are the rarest ones of words to `found`. */
function markAll({ marks, mark, units, length, lastWords, found }: Marking): void {
  marks[ANY] = mark
  let first = 0
  let second = 0
  let third = 0
  for (let at = 0; at < length; at++) {
    const fourth = units[at] as number
    marks[slotOfTwo(third, fourth)] = mark
    marks[slotOfThree(second, third, fourth)] = mark
    const slot = slotOfFour(first, second, third, fourth)
    if (lastWords[slot] !== NONE && marks[slot] !== mark) found.push(slot)
    marks[slot] = mark
    first = second
    second = third
    third = fourth
  }
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
