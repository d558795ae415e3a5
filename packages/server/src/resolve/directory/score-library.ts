import type { DirectoryIndex, IndexedLibrary } from "./directory-index.ts"
import { FIELD, FIELD_BITS, NAME_FIELDS } from "./entry-words.ts"
import { splitSegments } from "./fold-name.ts"
import { isDerivedWord } from "./library-priors.ts"
import { stemOwner } from "./name-affixes.ts"
import type { NameRequest } from "./name-request.ts"
import { isStopWord, stemWord } from "./text-words.ts"
import { weighWords, type WantedWord } from "./word-candidates.ts"
import {
  EXPLAINED_BONUS,
  FAMILY_BONUS,
  FIELD_WEIGHT,
  OWNER_BONUS,
  PRIOR,
  QUESTION_BONUS,
  WHOLE_ID_BONUS,
  WORDS_FACTOR,
} from "./name-weights.ts"

/** Maximum number of words that are weighted; the rarest are kept. */
const MAX_WEIGHED_WORDS = 24
const FIELD_MASK = (1 << FIELD_BITS) - 1
/** Weight of a word of the question relative to a word of the name when candidates are collected. */
const ASKED_WEIGHT = 0.3
const MANY_OF_OWNER = 32
/** A power of two; large enough that few of 48 words share a number. */
const MARKS = 1024
/**
 * With a name match at least this good, the question may confirm the library without a word in common: the name is an
 * alias.
 */
const SURE_NAME = 0.6

/** A request with the rarity of its words in this directory. */
export interface WeighedRequest {
  readonly name: NameRequest
  /** Typed words, then those of the question with less weight. */
  readonly wanted: readonly WantedWord[]
  /** Rarity by number of the word in the directory. */
  readonly nameWords: ReadonlyMap<number, number>
  readonly nameRarity: number
  readonly questionWords: ReadonlyMap<number, number>
  readonly questionRarity: number
  /**
   * 1 at the number of every word of the request, modulo `MARKS`. This is a fast filter, because nearly all words of a
   * library are not in the request.
   */
  readonly marks: Uint8Array
  readonly ownerStem: string
  /** Numbers of the typed names that are stems of owners in this directory. */
  readonly nameStems: ReadonlySet<number>
  /** True if the request contains "example", "template" and so on. */
  readonly wantsDerived: boolean
}

/** Looks up every word once, before libraries are scored. */
export function weighRequest(index: DirectoryIndex, name: NameRequest, question: string): WeighedRequest {
  const typed = new Set(name.words.map(stemWord))
  const asked = splitSegments(question.slice(0, 500))
  const askedStems = asked.filter((word) => !isStopWord(word)).map(stemWord)
  const typedWords = weighWords(index, typed).slice(0, MAX_WEIGHED_WORDS)
  const askedWords = weighWords(
    index,
    askedStems.filter((word) => !typed.has(word)),
  ).slice(0, MAX_WEIGHED_WORDS)
  const nameWords = numberWords(index, typedWords)
  const questionWords = numberWords(index, askedWords)
  const names = name.variants.filter(({ weight }) => weight >= WORDS_FACTOR.tight).map(({ text }) => text)
  return {
    name,
    wanted: [...typedWords, ...askedWords.map(({ word, weight }) => ({ word, weight: weight * ASKED_WEIGHT }))],
    nameWords: nameWords.byNumber,
    nameRarity: nameWords.total,
    questionWords: questionWords.byNumber,
    questionRarity: questionWords.total,
    marks: markWords([...nameWords.byNumber.keys(), ...questionWords.byNumber.keys()]),
    nameStems: new Set(names.filter((text) => text !== "").flatMap((text) => index.stemNumberOf(text) ?? [])),
    ownerStem: stemOwner(name.owner),
    wantsDerived: [...name.words, ...asked].some(isDerivedWord),
  }
}

function numberWords(index: DirectoryIndex, wanted: readonly WantedWord[]) {
  const byNumber = new Map<number, number>()
  let total = 0
  for (const { word, weight } of wanted) {
    total += weight
    const number = index.words.numberOf(word)
    if (number !== undefined) byNumber.set(number, weight)
  }
  return { byNumber, total }
}

function markWords(numbers: readonly number[]): Uint8Array {
  const marks = new Uint8Array(MARKS)
  for (const number of numbers) marks[number % MARKS] = 1
  return marks
}

/** Matched weights of one library. */
interface WordEvidence {
  /** Rarity of the typed words that the library's name contains. */
  typedInName: number
  /** Rarity of the words in the repository's name (or in the title if that is longer). */
  nameTotal: number
  nameTyped: number
  nameAsked: number
  /** Weighted rarity of the question's words that the library contains in any field. */
  asked: number
  /** True if the library contains a typed word in any field. */
  isTyped: boolean
}

/**
 * Scores one library for a request: name, owner, question and metadata. The question only orders what the name finds: a
 * library that has nothing but words of the question scores 0, unless there is no name.
 *
 * @param nameScore of the name match, 0 to 1.
 */
export function scoreLibrary(index: DirectoryIndex, slot: number, request: WeighedRequest, nameScore: number): number {
  const library = index.libraryAt(slot)
  if (library === undefined) return 0
  const evidence = readWords(index, slot, request)
  const owner = ownerBonus(library, request)
  const isNamed = nameScore > 0 || evidence.isTyped || owner > 0 || request.name.words.length === 0
  if (!isNamed) return 0
  const covered = request.nameRarity === 0 ? 0 : evidence.typedInName / request.nameRarity
  const tight = evidence.nameTotal === 0 ? 0 : evidence.nameTyped / evidence.nameTotal
  const byWords = covered * covered * (WORDS_FACTOR.loose + (WORDS_FACTOR.tight - WORDS_FACTOR.loose) * tight)
  const isFamily = library.stemNumber >= 0 && request.nameStems.has(library.stemNumber)
  let score = Math.max(nameScore, byWords) + owner + priorOf(index, library, request)
  if (isFamily) score += FAMILY_BONUS * Math.min(1, covered) * sizeOf(index, library)
  if (request.questionRarity === 0) return score
  score += (QUESTION_BONUS * evidence.asked) / request.questionRarity
  const rest = evidence.nameTotal - evidence.nameTyped
  if (rest > 0 && (tight > 0 || nameScore >= SURE_NAME))
    score += ((isFamily ? EXPLAINED_BONUS.sameOwner : EXPLAINED_BONUS.other) * evidence.nameAsked) / rest
  return score
}

function readWords(index: DirectoryIndex, slot: number, request: WeighedRequest): WordEvidence {
  const evidence: WordEvidence = { typedInName: 0, nameTotal: 0, nameTyped: 0, nameAsked: 0, asked: 0, isTyped: false }
  const { marks, nameWords, questionWords } = request
  const { numbers, start, end } = index.wordsOf(slot)
  for (let at = start; at < end; at++) {
    const packed = numbers[at] ?? 0
    const word = packed >>> FIELD_BITS
    const fields = packed & FIELD_MASK
    const isMarked = marks[word % MARKS] === 1
    if (!isMarked && (fields & FIELD.repository) === 0) continue
    const typed = isMarked ? nameWords.get(word) : undefined
    const asked = isMarked ? questionWords.get(word) : undefined
    if (typed !== undefined) evidence.isTyped = true
    if (typed !== undefined && (fields & NAME_FIELDS) !== 0) evidence.typedInName += typed
    if ((fields & FIELD.repository) !== 0) {
      const rarity = typed ?? asked ?? index.rarityOfNumber(word)
      evidence.nameTotal += rarity
      if (typed !== undefined) evidence.nameTyped += rarity
      else if (asked !== undefined) evidence.nameAsked += rarity
    }
    if (asked !== undefined) evidence.asked += asked * fieldWeight(fields)
  }
  return evidence
}

function fieldWeight(fields: number): number {
  if ((fields & NAME_FIELDS) !== 0) return FIELD_WEIGHT.name
  return (fields & FIELD.term) !== 0 ? FIELD_WEIGHT.term : FIELD_WEIGHT.description
}

function ownerBonus(library: IndexedLibrary, request: WeighedRequest): number {
  const { id } = request.name
  if (id !== "" && id.length === library.id.length && id === library.id.toLowerCase()) return WHOLE_ID_BONUS
  if (request.name.owner === "" || library.ownerStem === "") return 0
  if (library.owner === request.name.owner) return OWNER_BONUS.same
  return library.ownerStem === request.ownerStem ? OWNER_BONUS.alike : 0
}

function priorOf(index: DirectoryIndex, library: IndexedLibrary, request: WeighedRequest): number {
  return (
    library.score +
    PRIOR.ownerSize * sizeOf(index, library) +
    (library.isRetired ? PRIOR.retired : 0) +
    (library.isDerived && !request.wantsDerived ? PRIOR.derived : 0)
  )
}

function sizeOf(index: DirectoryIndex, library: IndexedLibrary): number {
  return Math.min(1, Math.log2(index.librariesBeside(library) + 1) / Math.log2(MANY_OF_OWNER))
}
