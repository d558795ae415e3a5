/** An exponent: a number or variable, with an optional sign. */
const POWER = /^[-+−]?(?:\d{1,3}|\p{L})$/u
/** An expression with a variable: numbers and one-letter variables with operators between them. */
const EXPRESSION =
  /^(?=[^\p{L}]*\p{L})[-+−]?(?:\d{1,6}\p{L}?|\p{L}\d{0,2})(?:[ \u00A0]?[-+−*·/×][ \u00A0]?(?:\d{1,6}\p{L}?|\p{L}\d{0,2})){1,9}$/u
/** The end of a text that can have an exponent. */
const BASE = /[\p{L}\p{N})\]|]$/u

/**
 * Writes superscript as plain text: 10 to the power of 6 as `10^6`, 2 to the power of n minus 1 as `2^(n - 1)`. Ordinals (1st), other
 * marks, and superscript that follows nothing are unchanged.
 *
 * @param before the text before it, because an exponent follows a number or a word; omitted if unknown.
 */
export function superscript(text: string, before = "x"): string {
  const power = text.trim()
  if (!BASE.test(before)) return text
  if (POWER.test(power)) return `^${power}`
  return EXPRESSION.test(power) ? `^(${power})` : text
}
