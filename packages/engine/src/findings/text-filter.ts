/** A power of two. A snippet has some 300 different triples of characters, and as many pairs. */
const SLOTS = 2 ** 13
const PRIME = 31
/** Letters by how frequent they are in English text; all other characters are taken for rarer. */
const FREQUENT_FIRST = " etaoinsrhldcumfpgwybvkxjqz"

/** Number of a list of words in one filter. */
export type WordList = number

interface List {
  readonly words: readonly string[]
  /** The slot of the rarest triple of each word, or of its pair: mostly enough to see that a text does not contain it. */
  readonly slots: Uint16Array
  /** The reading in which `isFound` was determined. */
  reading: number
  isFound: boolean
}

/**
 * Finds quickly which lists of words have a word in a text: it marks all triples and pairs of characters of the text once, and
 * searches only for words that are made up of marked ones. Searching for each word took four times as long as everything else.
 */
export class TextFilter {
  readonly #marks = new Uint8Array(SLOTS)
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
    let first = 0
    let second = 0
    for (let at = 0; at < text.length; at++) {
      const third = text.charCodeAt(at)
      marks[slotOf(0, 0, third)] = 1
      marks[slotOf(0, second, third)] = 1
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
  let rarest = Math.min(2, word.length - 1)
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

/** The slot of the triple that ends at a position, or of the one or two characters that a text starts with. */
function slotAt(text: string, at: number): number {
  return slotOf(at < 2 ? 0 : text.charCodeAt(at - 2), at < 1 ? 0 : text.charCodeAt(at - 1), text.charCodeAt(at))
}

function slotOf(first: number, second: number, third: number): number {
  return ((first * PRIME + second) * PRIME + third) & (SLOTS - 1)
}
