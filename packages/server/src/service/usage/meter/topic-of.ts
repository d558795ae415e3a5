import { FILLER_WORDS, STOP_WORDS } from "@lectern/engine"

/** Number of words in a topic: enough to separate subjects, few enough that many questions share a topic. */
const MAX_WORDS = 3

/** Longer words are usually keys, hashes or addresses. */
const MAX_WORD_CHARACTERS = 24
/** Words with more digits than this usually are as well. */
const MAX_DIGITS = 4

/** A longer question is usually a pasted error, whose start names the subject. */
const READ_CHARACTERS = 300

/** Splits a question into words. An email address, URL or path stays one word, so that it can be dropped as a whole. */
const WORD = /[\p{L}\p{N}_+#.:/@\\=%-]+/gu
const PRIVATE_WORD = /[@\\/:=%]/

/**
 * Returns the topic of a question: its first meaningful words, in lower case and alphabetical order, so that
 * differently worded questions share a topic. Addresses, paths, keys and numbers are never part of a topic.
 *
 * @returns undefined if no word is left.
 */
export function topicOf(question: string): string | undefined {
  const words = new Set<string>()
  for (const [found] of question.slice(0, READ_CHARACTERS).toLowerCase().matchAll(WORD)) {
    const word = found.replace(/^[^\p{L}\p{N}]+|[-_.:/]+$/gu, "")
    if (isSubject(word)) words.add(word)
    if (words.size === MAX_WORDS) break
  }
  return words.size === 0 ? undefined : [...words].toSorted().join(" ")
}

function isSubject(word: string): boolean {
  if (word.length < 2 || word.length > MAX_WORD_CHARACTERS || PRIVATE_WORD.test(word)) return false
  if (STOP_WORDS.has(word) || FILLER_WORDS.has(word) || !/\p{L}/u.test(word)) return false
  return (word.match(/\p{N}/gu)?.length ?? 0) <= MAX_DIGITS
}
