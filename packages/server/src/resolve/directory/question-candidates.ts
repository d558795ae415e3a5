import type { NameScores } from "./candidates.ts"
import type { DirectoryIndex } from "./directory-index.ts"
import { splitSegments } from "./fold-name.ts"
import { NICKNAMES } from "./nicknames.ts"
import { isStopWord, stemWord } from "./text-words.ts"
import { QUESTION_ONLY } from "./name-weights.ts"
import { gatherByWords, weighWords } from "./word-candidates.ts"

const MAX_MENTION_WORDS = 3
/** A word that fewer than one in this many libraries contain is rare enough to count as a name. */
const RARE_SHARE = 200
/** Factor for a mention by a word that is not rare. */
const COMMON_MENTION = 0.7
/** Maximum number of words of the text. */
const MAX_WORDS = 80

/**
 * Finds libraries for a question: those that it mentions, and those that contain its words.
 *
 * @returns scores 0 to 1 by slot.
 */
export function gatherByQuestion(index: DirectoryIndex, text: string): NameScores {
  const scores: NameScores = new Map()
  const words = splitSegments(text).slice(0, MAX_WORDS)
  gatherMentions(index, words, scores)
  const wanted = weighWords(index, words.filter((word) => !isStopWord(word)).map(stemWord))
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
  for (const [slot, sum] of gatherByWords(index, wanted)) {
    const share = sum / total
    scores.set(slot, Math.max(scores.get(slot) ?? 0, QUESTION_ONLY.words * share * share))
  }
  return scores
}

/** Adds libraries that up to three adjacent words of the text name. */
function gatherMentions(index: DirectoryIndex, words: readonly string[], scores: NameScores): void {
  const isRare = (word: string): boolean => index.shareOf(stemWord(word)) * RARE_SHARE <= 1
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_MENTION_WORDS); to++) {
      const part = words.slice(from, to)
      if (part.some(isStopWord)) continue
      const name = part.join("")
      const factor = QUESTION_ONLY.mention * (part.length > 1 || isRare(name) ? 1 : COMMON_MENTION)
      for (const form of [name, ...(NICKNAMES.get(name) ?? [])]) {
        index.eachNamed(form, (slot, strength) => {
          scores.set(slot, Math.max(scores.get(slot) ?? 0, factor * strength))
        })
      }
    }
  }
}
