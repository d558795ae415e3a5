/** Returns the text of a Markdown heading without the number signs that may close it. */
export function withoutClosingHashes(written: string): string {
  const text = written.trimEnd()
  let end = text.length
  while (text.charAt(end - 1) === "#") end--
  return end === 0 ? text : text.slice(0, end).trimEnd()
}

/** A placeholder whose closing sign is a reference that the page escaped: `&lt;url\&gt;`. */
const PLACEHOLDER = /<([A-Za-z][\w -]{0,60})&gt;/g

/** Completes placeholders in a heading, `<url&gt;`, as the site shows them. */
export function withPlaceholders(text: string): string {
  return text.includes("&gt;") ? text.replace(PLACEHOLDER, "<$1>") : text
}
