// Generates questions from documentation: words from one part of it, as from someone who has read it once.
import { seededNumbers } from "./make-documentation.mjs"

const WORDS_PER_QUESTION = 8
const MAX_CHARACTERS = 480

/**
 * Takes eight words from one paragraph of a page for each question.
 *
 * @param {{ content: string }[]} files
 * @returns {string[]} the same for the same files.
 */
export function makeQuestions(files, count) {
  const random = seededNumbers(files.length)
  const one = (list) => list[Math.floor(random() * list.length)]
  const questions = []
  for (let attempts = 0; questions.length < count && attempts < count * 50; attempts++) {
    const words = one(one(files).content.split("\n\n")).match(/\p{L}{4,}/gu) ?? []
    if (words.length < WORDS_PER_QUESTION) continue
    const question = Array.from({ length: WORDS_PER_QUESTION }, () => one(words)).join(" ")
    questions.push(question.slice(0, MAX_CHARACTERS))
  }
  return questions
}
