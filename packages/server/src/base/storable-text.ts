/** Replaces U+0000, which PostgreSQL cannot store in text, with the replacement character U+FFFD. */
export function storableText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text
}
