import type { Nodes, Paragraph, RootContent } from "mdast"
import type { JsxElement } from "./jsx-attributes.ts"

/** The mark of a note in a quotation, on its first line. */
const NOTE_MARK = /^\[![A-Z]{1,20}\][ \t]*(?:\n|$)/i

/**
 * Begins a single paragraph or note with the readers that it is for: `**Nuxt:** Feed the koi.` With a label above it, everything below would
 * seem to be for the same readers.
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

/** Returns the only paragraph of some content. If the content is a quotation, returns its first paragraph after the mark of a note. */
function onlyParagraphIn(children: readonly Nodes[]): Paragraph | undefined {
  const shown = children.filter((child) => child.type !== "text" || child.value.trim() !== "") as RootContent[]
  const [only] = shown
  if (shown.length !== 1 || only === undefined) return undefined
  if (only.type === "blockquote") {
    const [first, second] = only.children
    if (first?.type !== "paragraph") return undefined
    const [opening] = first.children
    const mark = opening?.type === "text" ? NOTE_MARK.exec(opening.value)?.[0] : undefined
    const isOnlyMark = first.children.length === 1 && opening?.type === "text" && mark === opening.value
    if (!isOnlyMark) return first
    return second?.type === "paragraph" ? second : undefined
  }
  return only.type === "paragraph" && only.children.some(({ type }) => type === "text") ? only : undefined
}
