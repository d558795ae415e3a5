import type { Nodes, Paragraph, RootContent } from "mdast"
import type { JsxElement } from "./jsx-attributes.ts"

/** The mark of a note in a quotation, on its first line. */
const NOTE_MARK = /^\[![A-Z]{1,20}\][ \t]*(?:\n|$)/i

/**
 * Writes for whom a single paragraph or note is into its text: `**Nuxt:** Feed the koi.` A label above it would look as if everything below
 * were for the same readers.
 *
 * @returns false if the component contains anything else; nothing is changed then.
 */
export function prefixCondition(element: JsxElement, label: string): boolean {
  const paragraph = onlyParagraphIn(element.children)
  if (paragraph === undefined) return false
  const prefix = [
    { type: "strong" as const, children: [{ type: "text" as const, value: `${label}:` }] },
    { type: "text" as const, value: " " },
  ]
  const [first, ...others] = paragraph.children
  const mark = first?.type === "text" ? NOTE_MARK.exec(first.value)?.[0] : undefined
  if (first?.type === "text" && mark !== undefined) {
    const rest = { ...first, value: first.value.slice(mark.length) }
    paragraph.children = [{ ...first, value: mark }, ...prefix, rest, ...others]
  } else paragraph.children.unshift(...prefix)
  return true
}

/** Returns the paragraph that is all of the content, or the first one of a quotation that is. */
function onlyParagraphIn(children: readonly Nodes[]): Paragraph | undefined {
  const shown = children.filter((child) => child.type !== "text" || child.value.trim() !== "") as RootContent[]
  const [only] = shown
  if (shown.length !== 1 || only === undefined) return undefined
  if (only.type === "blockquote") {
    const [first, second] = only.children
    if (first?.type !== "paragraph") return undefined
    const [opening] = first.children
    const isOnlyMark =
      first.children.length === 1 &&
      opening?.type === "text" &&
      NOTE_MARK.test(`${opening.value}\n`) &&
      opening.value.trim().endsWith("]")
    if (!isOnlyMark) return first
    return second?.type === "paragraph" ? second : undefined
  }
  return only.type === "paragraph" && only.children.some(({ type }) => type === "text") ? only : undefined
}
