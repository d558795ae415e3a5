/** Formats a number, or returns a dash if it is not known. */
export function orDash(value: number | null, write: (known: number) => string): string {
  return value === null ? "–" : write(value)
}
