/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    у: "y",
    х: "x",
    і: "i",
    ј: "j",
    ѕ: "s",
    һ: "h",
    ԁ: "d",
    ԛ: "q",
    ԝ: "w",
    к: "k",
    м: "m",
    т: "t",
    в: "b",
    н: "h",
    г: "r",
    п: "n",
    α: "a",
    ε: "e",
    ι: "i",
    κ: "k",
    ν: "v",
    ο: "o",
    ρ: "p",
    τ: "t",
    υ: "u",
    χ: "x",
    ϲ: "c",
    ϳ: "j",
    ı: "i",
    ɡ: "g",
    ɑ: "a",
    ʟ: "l",
  }),
)

/** A word in alphabets with look-alike letters; longer runs are not words. */
const WORD = /(?<!\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,60}/gu

const HAS_OTHER_LETTERS = /[\u0131\u0250-\u02af\u0370-\u052f]/

/** Regular expressions for ASCII texts, which are the majority. Without Unicode classes, they take a third of the time. */
interface LetterExpressions {
  /** A part of every `spacedWord` that is faster to find. */
  readonly spacedLetters: RegExp
  /** Letters separated by single spaces or marks: `i g n o r e`, `i-g-n-o-r-e`. */
  readonly spacedWord: RegExp
  /** Emphasis markers. They come first in the expression, because looking behind each character takes four times as long. */
  readonly emphasis: RegExp
}
const OF_ASCII: LetterExpressions = {
  spacedLetters: /[ .\-_][a-z][ .\-_][a-z][ .\-_][a-z][ .\-_]/,
  spacedWord: /(?<![a-z\d])[a-z](?:[ .\-_][a-z]){4,40}(?![a-z\d])/g,
  emphasis: /[*_](?:(?<=(?:^|[\s(])[*_])(?=[a-z])|(?<=[a-z.,!?][*_])(?=[\s.,;:!?)]|$))/gm,
}
const OF_UNICODE: LetterExpressions = {
  spacedLetters: /[ .\-_]\p{L}[ .\-_]\p{L}[ .\-_]\p{L}[ .\-_]/u,
  spacedWord: /(?<![\p{L}\d])\p{L}(?:[ .\-_]\p{L}){4,40}(?![\p{L}\d])/gu,
  emphasis: /[*_](?:(?<=(?:^|[\s(])[*_])(?=\p{L})|(?<=[\p{L}.,!?][*_])(?=[\s.,;:!?)]|$))/gmu,
}

// Quotation and comment markers, which can be between any two words. Operators in commands stay.
const PAIRED_MARKS = /\*\*|~~|<!--|-->/g
const LINE_MARK = /^[ \t]*(?:(?:>[ \t]*)+|(?:#{1,6}|\/\/|--|\*)[ \t])/gm

const NOT_ASCII = /[^\0-\x7f]/

const QUOTES = /["“”„«»‘’]/g

/**
 * Normalises a text for matching: compatible and look-alike characters become plain ones, in lower case, without Markdown marks, with one
 * kind of quotes, and with single spaces for line breaks and runs of spaces.
 */
export function foldText(text: string): string {
  const hasOther = NOT_ASCII.test(text)
  const folded = hasOther ? toPlainLetters(text) : text.toLowerCase()
  const { spacedLetters, spacedWord, emphasis } = hasOther && NOT_ASCII.test(folded) ? OF_UNICODE : OF_ASCII
  const joined = spacedLetters.test(folded)
    ? folded.replace(spacedWord, (word) => word.replaceAll(/[ .\-_]/g, ""))
    : folded
  const unmarked = joined.replaceAll(LINE_MARK, " ").replaceAll(PAIRED_MARKS, " ")
  // Most texts have no emphasis markers, and two searches for a character are faster than the expression.
  const plain = unmarked.includes("*") || unmarked.includes("_") ? unmarked.replaceAll(emphasis, " ") : unmarked
  const quoted = hasOther ? plain.replaceAll(QUOTES, "'") : plain.replaceAll('"', "'")
  return quoted.replaceAll(/\s{2,}|[^\S ]/g, " ").trim()
}

function toPlainLetters(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase()
  return HAS_OTHER_LETTERS.test(folded) ? folded.replace(WORD, toLatin) : folded
}

/** Converts a word that mixes Latin letters with those of another alphabet to Latin letters. */
function toLatin(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !HAS_OTHER_LETTERS.test(word)) return word
  return [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("")
}
