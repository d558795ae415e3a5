/** A power of two. A snippet has some 300 different triples of characters. */
const SLOTS = 2 ** 13
const PRIME = 31
/** A slot that is always marked. */
const ANY = SLOTS
/** Letters by how frequent they are in English text; all other characters are taken for rarer. */
const FREQUENT_FIRST = " etaoinsrhldcumfpgwybvkxjqz"

/** Number of a list of words in one filter. */
export type WordList = number

interface List {
  readonly words: readonly string[]
  /** The slot of the rarest triple of each word, mostly enough to see that a text does not contain it; `ANY` for a shorter word. */
  readonly slots: Uint16Array
  /** The reading in which `isFound` was determined. */
  reading: number
  isFound: boolean
}

/**
 * Finds quickly which lists of words have a word in a text: it marks all triples of characters of the text once, and
 * searches only for words that are made up of marked ones. Searching for each word took four times as long as everything else.
 */
export class TextFilter {
  readonly #marks = new Uint8Array(SLOTS + 1)
  readonly #lists: List[] = []
  readonly #listByWords = new Map<string, WordList>()
  #text = ""
  #reading = 0

  /** @returns the number of the list; equal lists have the same number, and are searched once. */
  addList(words: readonly string[]): WordList {
    const key = JSON.stringify(words)
    const known = this.#listByWords.get(key)
    if (known !== undefined) return known
    const added = this.#lists.length
    this.#lists.push({ words, slots: Uint16Array.from(words, rarestSlot), reading: 0, isFound: false })
    this.#listByWords.set(key, added)
    return added
  }

  /** Makes a text the one that `containsAny` searches. */
  read(text: string): void {
    this.#text = text
    this.#reading++
    const marks = this.#marks.fill(0)
    marks[ANY] = 1
    let first = text.charCodeAt(0)
    let second = text.charCodeAt(1)
    for (let at = 2; at < text.length; at++) {
      const third = text.charCodeAt(at)
      marks[slotOf(first, second, third)] = 1
      first = second
      second = third
    }
  }

  /** Whether the text contains at least one word of a list. */
  containsAny(number: WordList): boolean {
    const list = this.#lists[number]
    if (list === undefined) return false
    if (list.reading !== this.#reading) {
      list.reading = this.#reading
      list.isFound = this.#search(list)
    }
    return list.isFound
  }

  #search({ words, slots }: List): boolean {
    const marks = this.#marks
    for (let at = 0; at < slots.length; at++) {
      if (marks[slots[at] ?? 0] === 1 && this.#contains(words[at] ?? "")) return true
    }
    return false
  }

  #contains(word: string): boolean {
    for (let at = 2; at < word.length; at++) if (this.#marks[slotAt(word, at)] === 0) return false
    return this.#text.includes(word)
  }
}

function rarestSlot(word: string): number {
  if (word.length < 3) return ANY
  let rarest = 2
  for (let end = rarest + 1; end < word.length; end++) if (rarityOf(word, end) > rarityOf(word, rarest)) rarest = end
  return slotAt(word, rarest)
}

/** The rarity of the triple that ends at a position. */
function rarityOf(word: string, end: number): number {
  let sum = 0
  for (let at = end - 2; at <= end; at++) {
    const rank = FREQUENT_FIRST.indexOf(word.charAt(at))
    sum += rank === -1 ? FREQUENT_FIRST.length : rank
  }
  return sum
}

/** The slot of the triple that ends at a position, which is at least 2. */
function slotAt(text: string, at: number): number {
  return slotOf(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at))
}

function slotOf(first: number, second: number, third: number): number {
  return ((first * PRIME + second) * PRIME + third) & (SLOTS - 1)
}
