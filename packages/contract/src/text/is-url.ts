/**
 * Returns true if a text is a whole URL.
 *
 * Does not use `URL.canParse(text)`: after a few thousand calls, Node 20 and 22 return false for `https://bücher.example/`, because
 * the compiled call interprets Latin-1 bytes as UTF-8. With a base, the result is correct.
 */
export function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== ""
  } catch {
    return false
  }
}
