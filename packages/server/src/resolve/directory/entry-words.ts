import type { DirectoryEntry } from "./library-directory.ts"
import { splitParts, splitSegments } from "./fold-name.ts"
import { stemOwner } from "./name-affixes.ts"
import { namePartsOf } from "./name-forms.ts"
import { isStopWord } from "./text-words.ts"

/** The fields of a library that can contain a word, as bits. */
export const FIELD = { repository: 1, title: 2, owner: 4, part: 8, description: 16, term: 32 } as const
/** Number of bits of all fields. */
export const FIELD_BITS = 6
/** Fields that are names. */
export const NAME_FIELDS = FIELD.repository | FIELD.title | FIELD.owner | FIELD.part

/** Maximum number of words per library, which limits memory. */
const MAX_DESCRIPTION_WORDS = 60
const MAX_TERMS = 40
const MAX_DESCRIPTION_LENGTH = 1000

/** Receives the words of a library, folded but not stemmed, each with its field; a term may consist of several words. */
export type CollectWords = (text: string, field: number) => void

/** Passes on the words of a library; the same word may be passed on more than once. */
export function collectWords(entry: DirectoryEntry, collect: CollectWords): void {
  const addAll = (words: readonly string[], field: number): void => {
    for (const word of words) collect(word, field)
  }
  const { owner, repository, title } = namePartsOf(entry)
  addAll(splitSegments(repository), FIELD.repository)
  addAll(splitSegments(title), FIELD.title)
  addAll(owner === "" ? [] : [...splitSegments(owner), stemOwner(owner)], FIELD.owner)
  addAll([...splitParts(repository), ...splitParts(title)], FIELD.part)
  const described = splitSegments(entry.description.slice(0, MAX_DESCRIPTION_LENGTH)).filter(
    (word) => !isStopWord(word),
  )
  addAll(described.slice(0, MAX_DESCRIPTION_WORDS), FIELD.description)
  addAll(entry.characteristicTerms.slice(0, MAX_TERMS), FIELD.term)
}
