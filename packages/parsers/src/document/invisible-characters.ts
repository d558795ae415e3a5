/**
 * Characters that are invisible and can hide instructions or split words: control characters except line break and tab, soft hyphens,
 * zero-width and bidirectional marks, invisible operators, interlinear marks, variation selectors other than the emoji one, and tag
 * characters. Lone surrogates are included, because UTF-8 cannot encode them.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]|[\ufe00-\ufe0e]|[\u180b-\u180d]|\u180f|\u034f|\u17b4|\u17b5/gu

/**
 * Joiners are part of words in Arabic, Indic and South-East Asian scripts, and of combined emoji; elsewhere they are merely invisible. Runs
 * of joiners, which could encode text, are removed everywhere.
 */
const LETTER =
  "\\u0600-\\u08ff\\u0900-\\u0dff\\u1000-\\u109f\\u1780-\\u18af\\ua840-\\ua87f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f\\ufb50-\\ufdff\\ufe70-\\ufefc"
const LONE_JOINER = new RegExp(
  `(?<![${LETTER}])(?<![\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])[\\u200c\\u200d]+` +
    `|(?<=[${LETTER}])(?:[\\u200c\\u200d](?![${LETTER}])[\\u200c\\u200d]*)` +
    `|(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])(?:\\u200c[\\u200c\\u200d]*|\\u200d(?!\\p{Extended_Pictographic})[\\u200c\\u200d]*)`,
  "gu",
)

/** The emoji variation selector only has an effect after a single emoji, digit or keycap sign. */
const LONE_SELECTOR = /(?<![\p{Emoji}\u200d])\ufe0f+|(?<=\ufe0f)\ufe0f+/gu

/**
 * Sequences that control a terminal, such as colours (`ESC [ 1;32m`) and links. If only the invisible first
 * character were removed, readers would see the rest. None contains a line break.
 */
const TERMINAL_SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,100}[ -/]{0,10}[@-~]|\u001b\][^\u0007\u001b\n]{0,1000}(?:\u0007|\u001b\\)/g

/** Breaks that editors do not count as line breaks. They are replaced with spaces, which separates words without changing line numbers. */
const ODD_BREAK = /[\u000c\u0085\u2028\u2029]/g

/** A fast check for anything to remove. Its surrogates are the first halves of characters in the relevant planes. */
const SUSPECT =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40]|[\ufe00-\ufe0f]|[\u180b-\u180f]|\u034f|\u17b4|\u17b5/

const LONE_SURROGATE = /[\ud800-\udfff]/u

/**
 * Removes invisible characters and terminal sequences from text. Line breaks and tabs stay, so line numbers do not change.
 *
 * @returns the text itself if there is nothing to remove. Time grows linearly with the length of the text.
 */
export function stripInvisible(text: string): string {
  if (!SUSPECT.test(text) && !LONE_SURROGATE.test(text)) return text
  const plain = /[\u001b\u009b]/.test(text) ? text.replace(TERMINAL_SEQUENCE, "") : text
  return plain.replace(ODD_BREAK, " ").replace(INVISIBLE, "").replace(LONE_JOINER, "").replace(LONE_SELECTOR, "")
}
