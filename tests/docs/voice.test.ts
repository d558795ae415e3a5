import { describe, expect, it } from "vitest"
import { proseOf, readPages } from "./pages.ts"

/** Words that promise, hurry or flatter, and say nothing. */
const EMPTY_WORDS = [
  "simply",
  "just",
  "easy",
  "easily",
  "obviously",
  "basically",
  "of course",
  "please",
  "seamless",
  "seamlessly",
  "effortless",
  "effortlessly",
  "powerful",
  "blazing",
  "cutting-edge",
  "world-class",
  "state-of-the-art",
  "leverage",
  "robust",
  "comprehensive",
  "delve",
]
/** Future and first person: the documentation is in the second person and the present tense. */
const OTHER_VOICES = [
  /\bwill\b/i,
  /\bwe'll\b/i,
  /\blet's\b/i,
  /\bwe (are|have|need|want|recommend|provide|support)\b/i,
  /\b(I|my)\b(?!\/)/,
]

/** Prose without what it quotes: a question someone asks may be worded in any way. */
const ownWordsOf = (text: string) => proseOf(text).replaceAll(/"[^"\n]*"/g, "")

const pages = readPages().filter((page) => !page.path.startsWith("eval/"))

describe("the voice of the documentation", () => {
  it.each(pages.map((page) => [page.path, page.text] as const))("%s uses no empty word", (_, text) => {
    const prose = ownWordsOf(text).toLowerCase()

    expect(EMPTY_WORDS.filter((word) => new RegExp(`\\b${word}\\b`).test(prose))).toEqual([])
  })

  it.each(pages.map((page) => [page.path, page.text] as const))(
    "%s is in the second person and the present tense",
    (_, text) => {
      const lines = ownWordsOf(text).split("\n")

      expect(lines.filter((line) => OTHER_VOICES.some((voice) => voice.test(line)))).toEqual([])
    },
  )
})
