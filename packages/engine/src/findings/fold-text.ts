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

/** A word in alphabets with letters that look alike; longer ones are no words. */
const WORD = /(?<!\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,60}/gu

const HAS_OTHER_LETTERS = /[\u0131\u0250-\u02af\u0370-\u052f]/

/** Letters with a space or a mark between each two of them: `i g n o r e`, `i-g-n-o-r-e`. */
const SPACED_WORD = /(?<![\p{L}\d])\p{L}(?:[ .\-_]\p{L}){4,40}(?![\p{L}\d])/gu
const ASCII_SPACED_WORD = /(?<![a-z\d])[a-z](?:[ .\-_][a-z]){4,40}(?![a-z\d])/g

// Markers of emphasis, quotations and comments, which can be between any two words. Signs of commands stay.
const PAIRED_MARKS = /\*\*|~~|<!--|-->/g
const EMPHASIS = /(?<=^|[\s(])[*_](?=\p{L})|(?<=[\p{L}.,!?])[*_](?=[\s.,;:!?)]|$)/gmu
const ASCII_EMPHASIS = /(?<=^|[\s(])[*_](?=[a-z])|(?<=[a-z.,!?])[*_](?=[\s.,;:!?)]|$)/gm
const LINE_MARK = /^[ \t]*(?:(?:>[ \t]*)+|(?:#{1,6}|\/\/|--|\*)[ \t])/gm

const NOT_ASCII = /[^\0-\x7f]/

const QUOTES = /["“”„«»‘’]/g

/**
 * Brings a text into the form that rules match: compatible characters and look-alike letters as plain ones, lower case,
 * without marks of Markdown, one kind of quotes, each line break and run of spaces one space.
 */
export function foldText(text: string): string {
  let folded = text.normalize("NFKC").toLowerCase()
  if (HAS_OTHER_LETTERS.test(folded)) folded = folded.replace(WORD, toLatin)
  // Most texts are ASCII, where expressions without Unicode classes take a third of the time.
  const isAscii = !NOT_ASCII.test(folded)
  folded = folded
    .replace(isAscii ? ASCII_SPACED_WORD : SPACED_WORD, (word) => word.replaceAll(/[ .\-_]/g, ""))
    .replaceAll(LINE_MARK, " ")
    .replaceAll(PAIRED_MARKS, " ")
  if (folded.includes("*") || folded.includes("_")) folded = folded.replaceAll(isAscii ? ASCII_EMPHASIS : EMPHASIS, " ")
  return folded
    .replaceAll(QUOTES, "'")
    .replaceAll(/\s{2,}|[^\S ]/g, " ")
    .trim()
}

/** A word with letters of two alphabets, one of which is Latin, becomes Latin. */
function toLatin(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !HAS_OTHER_LETTERS.test(word)) return word
  return [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("")
}
