import { asError } from "../../../base/errors.ts"

/** Position and reason of a JSON syntax error. */
export interface JsonError {
  readonly message: string
  /** Counted from 1. */
  readonly line: number
}

/**
 * Finds the line of a JSON syntax error. The parser does not always report it, but its message tells truncated text
 * from invalid text. So a binary search finds the longest prefix that is only truncated; the error is at its end.
 *
 * @param text that `JSON.parse` rejects. Takes as long as parsing it about two dozen times.
 */
export function findJsonError(text: string): JsonError {
  const whole = errorOf(text) ?? { message: "unexpected end of JSON input", isCutShort: true }
  let good = 0
  let bad = text.length
  while (!whole.isCutShort && bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (errorOf(text.slice(0, middle))?.isCutShort === false) bad = middle
    else good = middle
  }
  return { message: whole.message, line: text.slice(0, bad).trimEnd().split("\n").length }
}

function errorOf(text: string): { readonly message: string; readonly isCutShort: boolean } | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (thrown) {
    const { message } = asError(thrown)
    const isCutShort = message.startsWith("Unexpected end") || message.includes(` at position ${text.length}`)
    // The rest of the message quotes the text, or gives an offset instead of a line.
    const [first = message] = message.split(/ in JSON at |, (?:\.\.\.)?"/)
    return { message: `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`, isCutShort }
  }
}
