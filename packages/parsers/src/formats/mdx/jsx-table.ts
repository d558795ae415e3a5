import type { PhrasingContent, RootContent } from "mdast"
import type { JsxElement } from "./jsx-attributes.ts"
import { renderPhrasing } from "./render-phrasing.ts"

interface JsxTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Maximum depth of table rows below the tag. */
const MAX_DEPTH = 8

/**
 * Parses a `<table>` in MDX.
 *
 * @returns undefined if a cell contains more than a line of text, such as code, lists or other tables.
 */
export function parseJsxTable(table: JsxElement): JsxTable | undefined {
  const rows = elementsNamed(table.children, ["thead", "tr"], 0).flatMap(rowsOf)
  if (rows.length === 0 || rows.some(({ cells }) => cells.some((cell) => hasBlocks(cell.children)))) return undefined
  const texts = rows.map(({ cells }) => cells.map((cell) => renderPhrasing(inlineOf(cell.children))))
  return rows[0]?.isHeader === true ? { header: texts[0] ?? [], rows: texts.slice(1) } : { header: [], rows: texts }
}

interface JsxRow {
  readonly cells: readonly JsxElement[]
  readonly isHeader: boolean
}

/** Returns a row, or the rows of a `<thead>`, whose cells are one row if they have no `<tr>`: browsers add it. */
function rowsOf(part: JsxElement): readonly JsxRow[] {
  const isHead = part.name === "thead"
  const inner = isHead ? elementsNamed(part.children, ["tr"], 0) : []
  return (inner.length === 0 ? [part] : inner).flatMap((row) => {
    const cells = elementsNamed(row.children, ["td", "th"], 0)
    return cells.length === 0 ? [] : [{ cells, isHeader: isHead || cells.every(({ name }) => name === "th") }]
  })
}

function elementsNamed(nodes: readonly RootContent[], names: readonly string[], depth: number): JsxElement[] {
  if (depth > MAX_DEPTH) return []
  return nodes.flatMap((node) => {
    if (node.type === "paragraph") return elementsNamed(node.children, names, depth + 1)
    if (node.type !== "mdxJsxFlowElement" && node.type !== "mdxJsxTextElement") return []
    return names.includes(node.name ?? "") ? [node] : elementsNamed(node.children, names, depth + 1)
  })
}

function hasBlocks(nodes: readonly RootContent[]): boolean {
  return nodes.some(
    (node) =>
      node.type === "code" ||
      node.type === "list" ||
      node.type === "table" ||
      (node.type === "mdxJsxFlowElement" && hasBlocks(node.children)),
  )
}

function inlineOf(nodes: readonly RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    // Some sites write the names of options as headings, so that each can be linked to.
    if (node.type === "paragraph" || node.type === "heading") return [...node.children, { type: "text", value: " " }]
    if (node.type === "mdxJsxFlowElement") return inlineOf(node.children)
    return node.type === "text" ||
      node.type === "inlineCode" ||
      node.type === "mdxJsxTextElement" ||
      node.type === "mdxTextExpression"
      ? [node]
      : []
  })
}
