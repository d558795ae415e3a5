/** Writes a number, or a dash if it is not known. */
export function orDash(value: number | null, write: (known: number) => string): string {
  return value === null ? "–" : write(value)
}
