/** Counts the whitespace characters at the start of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
