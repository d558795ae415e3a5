/**
 * Returns true if a text contains one of several strings. On text without them, searching for strings takes a tenth of the time of an
 * expression that looks at the start of each line, or that has several alternatives.
 */
export function containsAny(text: string, ...searched: readonly string[]): boolean {
  for (const each of searched) if (text.includes(each)) return true
  return false
}
