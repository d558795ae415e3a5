/** Returns the text of a Markdown heading without the number signs that may close it. */
export function withoutClosingHashes(written: string): string {
  const text = written.trimEnd()
  let end = text.length
  while (text.charAt(end - 1) === "#") end--
  return end === 0 ? text : text.slice(0, end).trimEnd()
}
