/**
 * Images and other files that are embedded in a text, with content longer than anyone types. A short data URL in a code example is kept.
 */
const PAYLOAD = /(data:[\w.+-]{1,60}\/[\w.+-]{1,100}(?:;[\w=.+-]{1,60}){0,5},)[^\s"'`<>()\\]{1000,}/g

/** Removes the content of embedded files, in base64 or percent-encoded, from a text. @returns the text itself when there are none. */
export function withoutEmbeddedFiles(text: string): string {
  return text.includes("data:") ? text.replace(PAYLOAD, "$1…") : text
}
