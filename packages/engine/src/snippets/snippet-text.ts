import { createHash } from "node:crypto"

/** Bytes of a text's hash. In libraries of ten million texts, one in 10^5 has a collision, which does little harm. */
export const HASH_BYTES = 8

/** Returns the text of a snippet for models: its headings and its content. */
export function snippetText({
  headingPath,
  content,
}: {
  readonly headingPath: readonly string[]
  readonly content: string
}): string {
  return `${headingPath.join(" > ")}\n${content}`
}

/** Returns the hexadecimal hash of a text, under which results of models are stored. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, HASH_BYTES).toString("hex")
}
