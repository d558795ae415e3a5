/** A power: a number, a variable, or a sign and one of them. */
const POWER = /^[-+−]?(?:\d{1,3}|\p{L})$/u
/** The end of a text that can have a power. */
const BASE = /[\p{L}\p{N})\]|]$/u

/**
 * Writes superscript as plain text: 10 raised to 6 as `10^6`. Ordinals (1st), marks, and superscript that follows nothing stay
 * as they are.
 *
 * @param before the text before it; a power follows a number or a word. Omitted where it is not known.
 */
export function superscript(text: string, before = "x"): string {
  return POWER.test(text.trim()) && BASE.test(before) ? `^${text.trim()}` : text
}
