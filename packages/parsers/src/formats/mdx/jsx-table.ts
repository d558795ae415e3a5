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
  const rows = elementsNamed(table.children, ["tr"], 0).map((row) => elementsNamed(row.children, ["td", "th"], 0))
  if (rows.length === 0 || rows.some((row) => row.some((cell) => hasBlocks(cell.children)))) return undefined
  const cells = rows.map((row) => row.map((cell) => renderPhrasing(inlineOf(cell.children))))
  const hasHeader = rows[0]?.every((cell) => cell.name === "th") === true
  return hasHeader ? { header: cells[0] ?? [], rows: cells.slice(1) } : { header: [], rows: cells }
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
    if (node.type === "paragraph") return [...node.children, { type: "text", value: " " }]
    if (node.type === "mdxJsxFlowElement") return inlineOf(node.children)
    return node.type === "text" ||
      node.type === "inlineCode" ||
      node.type === "mdxJsxTextElement" ||
      node.type === "mdxTextExpression"
      ? [node]
      : []
  })
}
