/**
 * Pictures and other files that are written into a text, longer than anybody writes by hand: an example of such an address in
 * code stays whole.
 */
const PAYLOAD = /(data:[\w.+-]{1,60}\/[\w.+-]{1,100}(?:;[\w=.+-]{1,60}){0,5},)[^\s"'`<>()\\]{1000,}/g

/** Leaves the content of files, in base64 or percent-encoded, out of a text. @returns the text itself when there is none. */
export function withoutEmbeddedFiles(text: string): string {
  return text.includes("data:") ? text.replace(PAYLOAD, "$1…") : text
}
