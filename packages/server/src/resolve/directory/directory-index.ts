import type { DirectoryEntry } from "./library-directory.ts"
import { Dictionary } from "./dictionary.ts"
import { collectWords, FIELD_BITS } from "./entry-words.ts"
import { foldName } from "./fold-name.ts"
import { stemOwner } from "./name-affixes.ts"
import { nameFormsOf, namePartsOf } from "./name-forms.ts"
import { NumberBridge } from "./number-bridge.ts"
import { type NumberRange, PostingLists } from "./posting-lists.ts"
import { priorsOf, type LibraryPriors } from "./library-priors.ts"
import { WordNumbers } from "./word-numbers.ts"

/** Strengths, 0 to 1, are stored in a byte. */
const STRENGTH_STEPS = 200
const STRENGTH_BITS = 8
/**
 * Initial capacity of a teamspace's lists. It is small, because there are many teamspaces and most have few libraries.
 */
const SMALL_POOL = 16
/** Forms shorter than this are found only as one-edit neighbours. */
const MIN_TRIGRAM_LENGTH = 4

/** A library in the index; `slot` numbers are reused after removal. */
export interface IndexedLibrary extends LibraryPriors {
  readonly key: string
  readonly id: string
  /** Owner, folded; empty for libraries that do not come from a repository. */
  readonly owner: string
  /** Number of the owner while it has libraries in this index; -1 without one. */
  readonly ownerNumber: number
  readonly ownerStem: string
  /** Number of the stem; -1 if it is empty. Scoring compares numbers, because strings are scattered across memory. */
  readonly stemNumber: number
}

/** Splits a folded name into overlapping trigrams; `^` and `$` mark its ends. */
export function trigramsOf(form: string): Set<string> {
  const marked = `^${form}$`
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= marked.length; at++) trigrams.add(marked.slice(at, at + 3))
  return trigrams
}

/** Finds libraries by name form, trigram and word. Ranking is done elsewhere. */
export class DirectoryIndex {
  readonly forms = new Dictionary()
  readonly words = new Dictionary()
  readonly #wordNumbers = new WordNumbers(this.words)
  /** Fields of the library that is being added, by the number of the word; all 0 while no library is being added. */
  #fieldsOfWord = new Uint8Array(0)
  readonly #trigrams = new Dictionary()
  readonly #owners = new Dictionary()
  readonly #ownerStems = new Dictionary()
  readonly #slotsByForm: PostingLists
  readonly #slotsByWord: PostingLists
  readonly #formsByTrigram: PostingLists
  /** `form << 8 | strength` of every slot, for removal. */
  readonly #formsOfSlot: PostingLists
  /** `word << 6 | fields` of every slot. */
  readonly #wordsOfSlot: PostingLists
  readonly #libraries: (IndexedLibrary | undefined)[] = []
  #standings = new Float64Array(0)
  readonly #slotByKey = new Map<string, number>()
  readonly #freeSlots: number[] = []
  /** Index whose words and owners are counted; this one if undefined. */
  readonly #counted: DirectoryIndex | undefined
  readonly #countedWords: NumberBridge | undefined
  readonly #countedOwners: NumberBridge | undefined

  /** @param counted index that word rarity and owner sizes are computed from; this one by default. */
  constructor(counted?: DirectoryIndex) {
    this.#counted = counted
    this.#countedWords = counted && new NumberBridge(this.words, counted.words)
    this.#countedOwners = counted && new NumberBridge(this.#owners, counted.#owners)
    const makeLists = () => (counted === undefined ? new PostingLists() : new PostingLists(SMALL_POOL))
    this.#slotsByForm = makeLists()
    this.#slotsByWord = makeLists()
    this.#formsByTrigram = makeLists()
    this.#formsOfSlot = makeLists()
    this.#wordsOfSlot = makeLists()
  }

  get size(): number {
    return this.#slotByKey.size
  }

  /** One more than the highest slot ever used. */
  get slotCount(): number {
    return this.#libraries.length
  }

  libraryAt(slot: number): IndexedLibrary | undefined {
    return this.#libraries[slot]
  }

  put(entry: DirectoryEntry): void {
    this.remove(entry.key)
    const slot = this.#freeSlots.pop() ?? this.#libraries.length
    const priors = priorsOf(entry)
    const account = namePartsOf(entry).owner
    const owner = foldName(account)
    const ownerStem = stemOwner(account)
    // Every property is named, because V8 creates a hidden class for each object that is spread and then extended,
    // which took 35 MB.
    this.#libraries[slot] = {
      score: priors.score,
      isRetired: priors.isRetired,
      isDerived: priors.isDerived,
      key: entry.key,
      id: entry.id,
      owner,
      ownerNumber: owner === "" ? -1 : this.#owners.take(owner).number,
      ownerStem,
      stemNumber: ownerStem === "" ? -1 : this.#ownerStems.take(ownerStem).number,
    }
    if (slot >= this.#standings.length) this.#standings = withCapacity(this.#standings, slot + 1)
    this.#standings[slot] = priors.score + spreadOf(entry.id)
    this.#addForms(entry, slot)
    this.#addWords(entry, slot)
    this.#slotByKey.set(entry.key, slot)
  }

  remove(key: string): void {
    const slot = this.#slotByKey.get(key)
    const library = slot === undefined ? undefined : this.#libraries[slot]
    if (slot === undefined || library === undefined) return
    for (const packed of this.#formsOfSlot.view(slot)) this.#removeForm(packed, slot)
    for (const packed of this.#wordsOfSlot.view(slot)) {
      const word = packed >>> FIELD_BITS
      this.#slotsByWord.remove(word, slot)
      if (this.words.giveBack(word)) this.#wordNumbers.forget()
    }
    this.#formsOfSlot.clear(slot)
    this.#wordsOfSlot.clear(slot)
    if (library.ownerNumber >= 0) this.#owners.giveBack(library.ownerNumber)
    if (library.stemNumber >= 0) this.#ownerStems.giveBack(library.stemNumber)
    this.#libraries[slot] = undefined
    this.#slotByKey.delete(key)
    this.#freeSlots.push(slot)
  }

  /** One more than the highest form number. */
  get formCount(): number {
    return this.forms.numberCount
  }

  /** The query-independent part of each score, by slot: the same for equal entries, different for different ids. */
  get standings(): Float64Array {
    return this.#standings
  }

  /** Frees memory that is needed only to add many libraries quickly. */
  forgetTexts(): void {
    this.#wordNumbers.forget()
  }

  /** Returns `word << 6 | fields` for all words of a library; valid until the next change. */
  wordsOf(slot: number): NumberRange {
    return this.#wordsOfSlot.rangeOf(slot)
  }

  /** Returns the number of an owner's stem in this index. */
  stemNumberOf(stem: string): number | undefined {
    return this.#ownerStems.numberOf(stem)
  }

  /** Calls `visit` for every library with a name form, with the strength of the form. */
  eachNamed(form: string, visit: (slot: number, strength: number) => void): void {
    const number = this.forms.numberOf(form)
    if (number !== undefined) this.eachWithForm(number, visit)
  }

  eachWithForm(form: number, visit: (slot: number, strength: number) => void): void {
    for (const packed of this.#slotsByForm.view(form)) {
      visit(packed >>> STRENGTH_BITS, (packed & 0xff) / STRENGTH_STEPS)
    }
  }

  /**
   * Returns the slots of the libraries that contain a stemmed word in any field; unordered, valid until the next
   * change.
   */
  slotsWithWord(word: string): Int32Array {
    const number = this.words.numberOf(word)
    return number === undefined ? new Int32Array(0) : this.#slotsByWord.view(number)
  }

  /** Returns the numbers of the forms that contain a trigram; unordered, valid until the next change. */
  formsWithTrigram(trigram: string): Int32Array {
    const number = this.#trigrams.numberOf(trigram)
    return number === undefined ? new Int32Array(0) : this.#formsByTrigram.view(number)
  }

  /**
   * Returns the rarity of a stemmed word among the counted libraries: about 0.7 if nearly all contain it, 10 if one of
   * 20,000 does.
   */
  rarityOf(word: string): number {
    const { words, size } = this.#counted ?? this
    return rarityAmong(size, words.usesOf(words.numberOf(word) ?? -1))
  }

  /** Returns the rarity of a word in use, by its number. */
  rarityOfNumber(word: number): number {
    const { words, size } = this.#counted ?? this
    return rarityAmong(size, words.usesOf(this.#countedWords?.numberOf(word) ?? word))
  }

  /** Returns the share of the counted libraries that contain a stemmed word. */
  shareOf(word: string): number {
    const { words, size } = this.#counted ?? this
    return words.usesOf(words.numberOf(word) ?? -1) / size
  }

  /** Returns the number of counted libraries with the same owner as a library. */
  librariesBeside({ ownerNumber }: IndexedLibrary): number {
    if (ownerNumber < 0) return 0
    return (this.#counted ?? this).#owners.usesOf(this.#countedOwners?.numberOf(ownerNumber) ?? ownerNumber)
  }

  #addForms(entry: DirectoryEntry, slot: number): void {
    for (const [form, strength] of nameFormsOf(entry)) {
      const { number, isNew } = this.forms.take(form)
      const steps = Math.round(strength * STRENGTH_STEPS)
      this.#formsOfSlot.add(slot, (number << STRENGTH_BITS) | steps)
      this.#slotsByForm.add(number, (slot << STRENGTH_BITS) | steps)
      if (isNew && hasTrigrams(form)) {
        for (const trigram of trigramsOf(form)) this.#formsByTrigram.add(this.#trigrams.take(trigram).number, number)
      }
    }
  }

  #removeForm(packed: number, slot: number): void {
    const number = packed >>> STRENGTH_BITS
    this.#slotsByForm.remove(number, (slot << STRENGTH_BITS) | (packed & 0xff))
    const form = this.forms.wordOf(number)
    const isLast = this.forms.giveBack(number)
    if (!isLast || !hasTrigrams(form)) return
    for (const trigram of trigramsOf(form)) {
      const list = this.#trigrams.numberOf(trigram)
      if (list === undefined) continue
      this.#formsByTrigram.remove(list, number)
      this.#trigrams.giveBack(list)
    }
  }

  #addWords(entry: DirectoryEntry, slot: number): void {
    const numbers: number[] = []
    collectWords(entry, (text, field) => {
      for (const number of this.#wordNumbers.of(text)) {
        if (number >= this.#fieldsOfWord.length) this.#fieldsOfWord = withCapacity(this.#fieldsOfWord, number + 1)
        const before = this.#fieldsOfWord[number] ?? 0
        if (before === 0) numbers.push(number)
        this.#fieldsOfWord[number] = before | field
      }
    })
    const packed = new Int32Array(numbers.length)
    for (const [at, number] of numbers.entries()) {
      packed[at] = (number << FIELD_BITS) | (this.#fieldsOfWord[number] ?? 0)
      this.#fieldsOfWord[number] = 0
      this.words.use(number)
      this.#slotsByWord.add(number, slot)
    }
    this.#wordsOfSlot.fill(slot, packed)
  }
}

function rarityAmong(size: number, uses: number): number {
  return Math.log(1 + (size + 1) / (uses + 0.5))
}

function hasTrigrams(form: string): boolean {
  return form.length >= MIN_TRIGRAM_LENGTH
}

function withCapacity<Numbers extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  numbers: Numbers,
  length: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.ceil(length * 1.5))
  larger.set(numbers)
  return larger
}

/** Maps an id to [0, 0.000001) with FNV-1a: a tie-breaker that does not depend on the history of the index. */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 2 ** 32 / 1_000_000
}
