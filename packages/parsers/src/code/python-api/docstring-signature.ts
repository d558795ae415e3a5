/** Longer texts before the first blank line are not signatures. */
const MAX_SIGNATURE_CHARACTERS = 1_000
/** The end of a signature for `inspect`, as compiled code contains it; in source code of Cython its line breaks are escapes. */
const TEXT_SIGNATURE_END = /^\)[ \t]*(?:\n|\\n)[ \t]*--[ \t]*(?:\n|\\n|$)/

/** The signature at the start of a docstring, and the text after it. */
export interface SignedDocstring {
  /** Parameters and result; undefined if the docstring does not start with a signature. */
  readonly signature: string | undefined
  readonly docstring: string
}

/**
 * Takes the signature from a docstring of compiled code, which cannot have another one: `feed(koi, food=None)` before the first blank line, or
 * `feed($self, koi)` with a line `--` below. If there are both, the one for readers, without the line, is returned.
 *
 * @param docstring dedented.
 */
export function takeSignature(name: string, docstring: string): SignedDocstring {
  let signature: string | undefined
  let rest = docstring
  for (let count = 0; count < 2; count++) {
    const found = leadingSignature(name, rest)
    if (found === undefined) break
    signature = found.signature
    rest = found.docstring
  }
  return { signature, docstring: rest }
}

function leadingSignature(name: string, text: string): SignedDocstring | undefined {
  const start = /^(?:\w+\.){0,5}(\w+)(?=\()/.exec(text.slice(0, MAX_SIGNATURE_CHARACTERS))
  if (start?.[1] !== name) return undefined
  const open = start[0].length
  const close = closingParenthesis(text, open)
  if (close === undefined) return undefined
  const parameters = text
    .slice(open + 1, close)
    .replaceAll(/\s+/g, " ")
    .replace(/^ ?\$\w{1,60}(?:, \/)?(?:,|$)/, "")
    .replace(/,\s*$/, "")
    .trim()
  const after = text.slice(close)
  const machine = TEXT_SIGNATURE_END.exec(after)
  const end = machine ?? /^\)[ \t]*(->[^\n]{0,200})?(?:\n[ \t]*(?=\n)|\n?$)/.exec(after)
  if (end === null) return undefined
  const result = machine === null ? (end[1] ?? "").trim() : ""
  return {
    signature: `(${parameters})${result === "" ? "" : ` ${result}`}`,
    docstring: after.slice(end[0].length).replace(/^(?:[ \t]|\n|\\n)+/, ""),
  }
}

/** @returns the index of the parenthesis that closes the one at `open`; undefined if it is too far away. */
function closingParenthesis(text: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < Math.min(text.length, open + MAX_SIGNATURE_CHARACTERS); at++) {
    if (text[at] === "(") depth++
    else if (text[at] === ")" && --depth === 0) return at
  }
  return undefined
}
