import { FILLER_WORDS, STOP_WORDS } from "@lectern/engine"

/** Words of a topic: enough to tell subjects apart, few enough that many questions share one. */
const MAX_WORDS = 3

/** Longer words are keys, hashes and addresses rather than subjects. */
const MAX_WORD_CHARACTERS = 24
/** So are words with more digits. */
const MAX_DIGITS = 4

/** A question this long is a pasted error; its beginning names the subject. */
const READ_CHARACTERS = 300

/** Words of a question; what stands in an e-mail address, a URL or a path stays one word, so that it can be dropped whole. */
const WORD = /[\p{L}\p{N}_+#.:/@\\=%-]+/gu
const PRIVATE_WORD = /[@\\/:=%]/

/**
 * Names what a question is about by its first words that carry meaning, in lower case and alphabetical order, so that
 * questions put in other words share a topic. Addresses, paths, keys and numbers never become part of one.
 *
 * @returns undefined when no word is left.
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
