import { createHash } from "node:crypto"

/** Bytes of a text's hash: two texts of ten million collide once in 10^5 libraries, and little would suffer. */
export const HASH_BYTES = 8

/** Gives what a model reads of a snippet: its headings and its text. */
export function snippetText({
  headingPath,
  content,
}: {
  readonly headingPath: readonly string[]
  readonly content: string
}): string {
  return `${headingPath.join(" > ")}\n${content}`
}

/** Gives the hash by which what a model makes of a text is kept, in hexadecimal digits. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, HASH_BYTES).toString("hex")
}
