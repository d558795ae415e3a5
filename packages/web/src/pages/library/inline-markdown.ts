/** Part of a line of Markdown. The text of every kind but `text` and `code` can contain other parts. */
export type Inline =
  | { readonly kind: "text" | "code" | "strong" | "emphasis" | "struck"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly address: string }

/** Matches words between single asterisks, but not the asterisks of products (`2 * 3 * 4`) or arguments (`*args`). */
const EMPHASIS = /^\*([^*\s](?:[^*\n]{0,200}[^*\s])?)\*$/
/** The words and the address of a link, which can be followed by a title. */
const LABEL = /(?:[^[\]`\n]|`[^`\n]{0,200}`){1,300}/.source
const ADDRESS = /[^()\s]{1,2000}/.source
const TITLE = /(?:\s"[^"\n]{0,300}")?/.source
const LINK = new RegExp(`^!?\\[(${LABEL})\\]\\((${ADDRESS})${TITLE}\\)$`)

/** Everything that could be code, a link, an address, or marked words. */
const PARTS = [
  /`[^`\n]+`/.source,
  // In code, such as `calls[0](x)`, brackets follow a name.
  `(?<![\\w)\\]])!?\\[${LABEL}\\]\\(${ADDRESS}${TITLE}\\)`,
  /<https?:\/\/[^<>\s]+>/.source,
  /\*\*[^*\n]+\*\*/.source,
  /(?<!~)~~[^~\n]+~~(?!~)/.source,
  /(?<![*\w])\*[^*\s](?:[^*\n]{0,200}[^*\s])?\*(?![*\w])/.source,
]
const SPLIT = new RegExp(`(${PARTS.join("|")})`)

/** Splits a line into code, links, marked and plain text. */
export function inlineOf(text: string): readonly Inline[] {
  return text
    .split(SPLIT)
    .filter((part) => part !== "")
    .map(partOf)
}

function partOf(part: string): Inline {
  if (/^`[^`]+`$/.test(part)) return { kind: "code", text: part.slice(1, -1) }
  if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: "strong", text: part.slice(2, -2) }
  if (/^~~[^~]+~~$/.test(part)) return { kind: "struck", text: part.slice(2, -2) }
  if (/^<https?:\/\/[^<>\s]+>$/.test(part)) return { kind: "text", text: part.slice(1, -1) }
  const emphasised = EMPHASIS.exec(part)?.[1]
  if (emphasised !== undefined) return { kind: "emphasis", text: emphasised }
  const [, label, address] = LINK.exec(part) ?? []
  return label === undefined || address === undefined
    ? { kind: "text", text: part }
    : { kind: "link", text: label, address }
}
