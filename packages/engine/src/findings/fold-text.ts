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

/** Expressions for texts in ASCII, which most are, without Unicode classes: they take a third of the time. */
interface LetterExpressions {
  /** Part of every `spacedWord`, which is found faster. */
  readonly spacedLetters: RegExp
  /** Letters with a space or a mark between each two of them: `i g n o r e`, `i-g-n-o-r-e`. */
  readonly spacedWord: RegExp
  /** Markers of emphasis. They come first, because looking behind each character takes four times as long. */
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

// Markers of quotations and comments, which can be between any two words. Signs of commands stay.
const PAIRED_MARKS = /\*\*|~~|<!--|-->/g
const LINE_MARK = /^[ \t]*(?:(?:>[ \t]*)+|(?:#{1,6}|\/\/|--|\*)[ \t])/gm

const NOT_ASCII = /[^\0-\x7f]/

const QUOTES = /["“”„«»‘’]/g

/**
 * Brings a text into the form that rules match: compatible characters and look-alike letters as plain ones, lower case,
 * without marks of Markdown, one kind of quotes, each line break and run of spaces one space.
 */
export function foldText(text: string): string {
  const hasOther = NOT_ASCII.test(text)
  const folded = hasOther ? toPlainLetters(text) : text.toLowerCase()
  const { spacedLetters, spacedWord, emphasis } = hasOther && NOT_ASCII.test(folded) ? OF_UNICODE : OF_ASCII
  const joined = spacedLetters.test(folded)
    ? folded.replace(spacedWord, (word) => word.replaceAll(/[ .\-_]/g, ""))
    : folded
  const unmarked = joined.replaceAll(LINE_MARK, " ").replaceAll(PAIRED_MARKS, " ")
  // Most texts have no marker of emphasis: two searches for one character take less time than the expression.
  const plain = unmarked.includes("*") || unmarked.includes("_") ? unmarked.replaceAll(emphasis, " ") : unmarked
  const quoted = hasOther ? plain.replaceAll(QUOTES, "'") : plain.replaceAll('"', "'")
  return quoted.replaceAll(/\s{2,}|[^\S ]/g, " ").trim()
}

function toPlainLetters(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase()
  return HAS_OTHER_LETTERS.test(folded) ? folded.replace(WORD, toLatin) : folded
}

/** A word with letters of two alphabets, one of which is Latin, becomes Latin. */
function toLatin(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !HAS_OTHER_LETTERS.test(word)) return word
  return [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("")
}
