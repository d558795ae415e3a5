/** A tag of a documentation comment with the text after it. */
export interface CommentTag {
  /** Name in lower case without `@` or `\`. */
  readonly name: string
  /** Lines up to the next tag; all but the first are dedented. */
  readonly text: string
}

/** Inline tags, which do not start a new part of a comment. */
const INLINE = new Set([
  "p",
  "c",
  "a",
  "e",
  "em",
  "b",
  "ref",
  "n",
  "cite",
  "link",
  "code",
  "endcode",
  "f",
  "u",
  "x",
  "image",
])

/**
 * Splits a comment into its description and its tags (`@param`, `\return`). Tags in fences or braces count as text.
 *
 * @param marks characters that a tag starts with.
 */
export function splitTags(
  text: string,
  marks: "@" | "@\\",
): { readonly description: string; readonly tags: readonly CommentTag[] } {
  const start = marks === "@" ? /^ {0,3}@([a-zA-Z][\w:-]*)(.*)$/ : /^ {0,3}[@\\]([a-zA-Z][\w-]*)(.*)$/
  const description: string[] = []
  const tags: { name: string; lines: string[] }[] = []
  let fence = false
  for (const line of text.split("\n")) {
    const [, name, rest = ""] = fence ? [] : (start.exec(line) ?? [])
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence
    const isCode = /^\s*[@\\](?:end)?(?:code|verbatim)\b/.test(line)
    if (name !== undefined && !isCode && !INLINE.has(name.toLowerCase())) {
      tags.push({ name: name.toLowerCase(), lines: [rest.trim()] })
    } else (tags.at(-1)?.lines ?? description).push(line)
  }
  return {
    description: description.join("\n").trim(),
    tags: tags.map(({ name, lines: [first = "", ...rest] }) => ({ name, text: joinLines(first, rest) })),
  }
}

function joinLines(first: string, rest: readonly string[]): string {
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const cut = Math.min(...indents, 40)
  return [first, ...rest.map((line) => line.slice(cut))].join("\n").trim()
}
