/** Formats a count with commas between thousands, independent of the locale. */
export function formatCount(count: number): string {
  // A number has at most 24 characters.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",")
}

/**
 * Writes a count with its noun, such as `1 snippet` or `2,000 snippets`.
 *
 * @param plural can contain what else depends on the count, such as `jobs wait` beside `job waits`.
 */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}
