/** A power: a number, a variable, or a sign and one of them. */
const POWER = /^[-+−]?(?:\d{1,3}|\p{L})$/u
/** What a power belongs to. */
const BASE = /[\p{L}\p{N})\]|]$/u

/**
 * Writes text that stands raised, in plain text: 10 raised to 6 as `10^6`. Ordinals (1st), marks and what stands alone
 * stay as they are.
 *
 * @param before text in front; a power belongs to a number or a word. Left out where it is not known.
 */
export function superscript(text: string, before = "x"): string {
  return POWER.test(text.trim()) && BASE.test(before) ? `^${text.trim()}` : text
}
