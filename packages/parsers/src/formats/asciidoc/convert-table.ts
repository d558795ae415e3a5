import type { Block, CodeBlock } from "../../document/document.ts"
import { flattenBlocks } from "../../document/flatten-blocks.ts"
import { attributeOf, type AsciidocCell, type AsciidocDocument, type AsciidocTable } from "./asciidoctor-nodes.ts"
import { MARKS, toMarkdown } from "./inline-marks.ts"

/** A table with text in its cells, and code blocks that do not fit into one. */
export interface FlatTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly code: readonly CodeBlock[]
}

/** Wider spans are filled no further. */
const MAX_SPAN = 50
/** A table of more cells than this is cut: a few characters can ask for billions of them. */
const MAX_CELLS = 200_000

/**
 * Flattens a table: each cell is one line of Markdown, a cell over several columns or rows is empty in all but its first.
 *
 * @param innerBlocks gives the blocks of a cell that is a document of its own.
 */
export async function flattenTable(
  table: AsciidocTable,
  innerBlocks: (document: AsciidocDocument) => readonly Block[],
): Promise<FlatTable> {
  const code: CodeBlock[] = []
  const rows: (readonly string[])[] = []
  const held: number[] = []
  let cellCount = 0
  for (const row of [...table.rows.head, ...table.rows.body, ...table.rows.foot]) {
    const cells: string[] = []
    for (const cell of row) {
      fillHeld(cells, held)
      const text = await cellText(cell, innerBlocks, code)
      const width = Math.min(MAX_SPAN, Math.max(1, cell.colspan ?? 1))
      for (let at = 0; at < width; at++) {
        held[cells.length] = Math.max(0, (cell.rowspan ?? 1) - 1)
        cells.push(at === 0 ? text : "")
      }
    }
    fillHeld(cells, held)
    rows.push(cells)
    if ((cellCount += cells.length) > MAX_CELLS) break
  }
  const headCount = Math.min(1, table.rows.head.length)
  return { header: rows[0] !== undefined && headCount === 1 ? rows[0] : [], rows: rows.slice(headCount), code }
}

function fillHeld(cells: string[], held: number[]): void {
  while ((held[cells.length] ?? 0) > 0) {
    held[cells.length] = (held[cells.length] ?? 1) - 1
    cells.push("")
  }
}

async function cellText(
  cell: AsciidocCell,
  innerBlocks: (document: AsciidocDocument) => readonly Block[],
  code: CodeBlock[],
): Promise<string> {
  if (cell.innerDocument !== null && cell.innerDocument !== undefined) {
    return flattenBlocks(innerBlocks(cell.innerDocument), (block) => {
      if (!block.code.includes("\n")) return toMarkdown(`${MARKS.code}${block.code}${MARKS.codeEnd}`)
      code.push(block)
      return ""
    })
  }
  if (cell.style === "literal") return toMarkdown(`${MARKS.code}${cell.text ?? ""}${MARKS.codeEnd}`)
  const content = await cell.content()
  const text = typeof content === "string" ? content : (content ?? []).join(" ")
  return oneLine(toMarkdown(text === "" ? attributeOf(cell, "text") : text))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
