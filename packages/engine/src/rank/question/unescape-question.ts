/** Character references of HTML that occur in pasted text; hundreds of others hardly ever do. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: " ",
  gt: ">",
  hellip: "…",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  rsquo: "’",
  shy: "",
  zwnj: "",
}
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi

/** Terminal escape sequences (ECMA-48): the bytes, the spellings of the escape byte in logs, and what remains without it. */
const TERMINAL_CODES: readonly RegExp[] = [
  /(?:\u001b|\\x1b|\\u001b|\\u\{1b\}|\\033|\\e|\^\[|␛)(?:\[[0-?]{0,20}[ -/]?[@-~]|\][^\u0007\u001b\n]{0,200}(?:\u0007|\u001b\\)|[()][A-B0-2])/gi,
  /\[(?:[01]|2\d|[34]\d|9[0-7]|\d{1,3}(?:;\d{1,3}){1,4})m(?![\]:])/g,
]

/** Characters as programs write them in strings: `\u003c`, `\x3c`. */
const CODE_POINT = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2}))/gi
/** A line break or tab in a string literal. Before a lower-case letter it may be part of a path or a TeX command. */
const ESCAPED_SPACE = /(?<!\\)\\{1,2}(?:r\\{1,2}n|[nrt])(?![a-z])/g
/** The same in a text that has such escapes and no Windows path: then lower-case letters may follow line breaks. */
const ESCAPED_LINE = /(?<!\\)\\{1,2}(?:r\\{1,2}n|n)/g
const DRIVE = /\b[a-z]:\\/i
const ESCAPED_QUOTE = /(?<!\\)\\+(?=["'`/])/g

/** Invisible characters inside words; joiners stay, because some scripts spell words with them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}|\p{Variation_Selector}|\u034f|\u20e3/gu
/** Ligatures, as they occur in text copied from PDF files. */
const LIGATURES: Readonly<Record<string, string>> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" }

function character(code: string | undefined, base: number): string {
  const point = Number.parseInt(code ?? "", base)
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? " " : String.fromCodePoint(point)
}

function unescapeString(text: string): string {
  const spaced = text.replace(ESCAPED_SPACE, "\n")
  return (spaced === text || DRIVE.test(text) ? spaced : spaced.replace(ESCAPED_LINE, "\n")).replace(ESCAPED_QUOTE, "")
}

/**
 * Undoes the effects of copying a text: HTML character references, terminal escape sequences, escapes of string literals, invisible
 * characters, ligatures and decomposed letters. Their names and numbers would otherwise become words that hardly any page has.
 *
 * @param question any text, as pasted.
 * @returns the readable text. Anything that only looks like an escape, such as a Windows path, stays.
 */
export function unescapeQuestion(question: string): string {
  let text = question
  for (const codes of TERMINAL_CODES) text = text.replace(codes, "")
  if (text.includes("&"))
    // Twice: an error message on an HTML page may contain `&amp;lt;`.
    for (let round = 0; round < 2; round++)
      text = text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) =>
        name === undefined
          ? character(decimal ?? hexadecimal, decimal === undefined ? 16 : 10)
          : (ENTITIES[name.toLowerCase()] ?? whole),
      )
  if (text.includes("\\"))
    text = unescapeString(
      text.replace(CODE_POINT, (_, four?: string, braced?: string, two?: string) =>
        character(four ?? braced ?? two, 16),
      ),
    )
  return text
    .replace(INVISIBLE, "")
    .replace(/[ﬀ-ﬆ]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .normalize("NFC")
}
