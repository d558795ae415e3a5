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
    ᴀ: "a",
    ʙ: "b",
    ᴄ: "c",
    ᴅ: "d",
    ᴇ: "e",
    ꜰ: "f",
    ɢ: "g",
    ʜ: "h",
    ɪ: "i",
    ᴊ: "j",
    ᴋ: "k",
    ᴍ: "m",
    ɴ: "n",
    ᴏ: "o",
    ᴘ: "p",
    ʀ: "r",
    ꜱ: "s",
    ᴛ: "t",
    ᴜ: "u",
    ᴠ: "v",
    ᴡ: "w",
    ʏ: "y",
    ᴢ: "z",
  }),
)

/** Letters in circles, squares and flags, which have no plain form in Unicode, by the first one of each alphabet. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]
const ENCLOSED_LETTER = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const LETTER_A = 0x61
/** Marks over, under and around letters that are not part of any letter, and characters that look like nothing or a space. */
const MARKS = /[\u0300-\u036f\u20d0-\u20f0\ufffc]/g
const BLANK = /\u2800/g
/** Letters with a mark that no rule contains; those of Latin-1 are part of rules in other languages. */
const MARKED_LETTER = /[\u0100-\u017f\u01cd-\u0233\u1e00-\u1eff]/g

/** A word in alphabets with look-alike letters; longer runs are not words. */
const WORD = /(?<!\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,60}/gu

const HAS_OTHER_LETTERS = /[\u0131\u0250-\u02af\u0370-\u052f\u1d00-\u1d7f\ua730-\ua7ff]/

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
const LINE_MARK = /^[ \t]*(?:(?:>[ \t]*)+|(?:#{1,6}|\/\/|--|[*+;•-]|\d{1,3}[.)])[ \t])/gm
/** A row of a table, whose cells can divide a sentence. */
const TABLE_ROW = /^[ \t]*\|.*\|[ \t]*$/gm

const NOT_ASCII = /[^\0-\x7f]/
/** Characters besides ASCII, and besides dashes, quotes, bullets, ellipses, arrows, boxes and symbols, none of which is or hides a letter. */
const NOT_PLAIN = /[^\0-\x7f\u2010-\u2015\u2018-\u201f\u2022\u2026\u2190-\u21ff\u2500-\u27bf]/

const QUOTES = /["“”„«»‘’]/g

/** Returns true if normalising a text changes none of its letters and digits, except for their case and letters that stand apart. */
export function hasPlainLetters(text: string): boolean {
  return !NOT_PLAIN.test(text)
}

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
  const rows = joined.includes("|") ? joined.replaceAll(TABLE_ROW, withoutCells) : joined
  const unmarked = rows.replaceAll(LINE_MARK, " ").replaceAll(PAIRED_MARKS, " ")
  // Most texts have no emphasis markers, and two searches for a character are faster than the expression.
  const plain = unmarked.includes("*") || unmarked.includes("_") ? unmarked.replaceAll(emphasis, " ") : unmarked
  const quoted = hasOther ? plain.replaceAll(QUOTES, "'") : plain.replaceAll('"', "'")
  return quoted.replaceAll(/\s{2,}|[^\S ]/g, " ").trim()
}

function withoutCells(row: string): string {
  return row.replaceAll("|", " ")
}

function toPlainLetters(text: string): string {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(MARKED_LETTER, (letter) => letter.normalize("NFD"))
    .replaceAll(MARKS, "")
    .replaceAll(BLANK, " ")
    .replaceAll(ENCLOSED_LETTER, toEnclosedLetter)
  return HAS_OTHER_LETTERS.test(folded) ? folded.replace(WORD, toLatin) : folded
}

function toEnclosedLetter(enclosed: string): string {
  const point = enclosed.codePointAt(0) ?? 0
  const first = ENCLOSED.findLast((start) => start <= point) ?? point
  return String.fromCodePoint(LETTER_A + point - first)
}

/** Converts a word that mixes Latin letters with those of another alphabet to Latin letters. */
function toLatin(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !HAS_OTHER_LETTERS.test(word)) return word
  return [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("")
}
