/** A power: a number, a variable, or a sign and one of them. */
const POWER = /^[-+−]?(?:\d{1,3}|\p{L})$/u
/** An expression with a variable: numbers and variables of one letter with signs between them. */
const EXPRESSION =
  /^(?=[^\p{L}]*\p{L})[-+−]?(?:\d{1,6}\p{L}?|\p{L}\d{0,2})(?:[ \u00A0]?[-+−*·/×][ \u00A0]?(?:\d{1,6}\p{L}?|\p{L}\d{0,2})){1,9}$/u
/** The end of a text that can have a power. */
const BASE = /[\p{L}\p{N})\]|]$/u

/**
 * Writes superscript as plain text: 10 raised to 6 as `10^6`, 2 raised to n minus 1 as `2^(n - 1)`. Ordinals (1st), marks, and superscript that follows nothing stay
 * as they are.
 *
 * @param before the text before it; a power follows a number or a word. Omitted where it is not known.
 */
export function superscript(text: string, before = "x"): string {
  const power = text.trim()
  if (!BASE.test(before)) return text
  if (POWER.test(power)) return `^${power}`
  return EXPRESSION.test(power) ? `^(${power})` : text
}
