import type { Block, CodeBlock } from "../../document/document.ts"
import { flattenBlocks } from "../../document/flatten-blocks.ts"
import { codeSpan } from "../html/inline-text.ts"
import { attributeOf, type AsciidocCell, type AsciidocDocument, type AsciidocTable } from "./asciidoctor-nodes.ts"
import { imageValue } from "./image-value.ts"
import { MARKS, toMarkdown } from "./inline-marks.ts"

/** A table with text in its cells, and the code blocks that do not fit into a cell. */
export interface FlatTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly code: readonly CodeBlock[]
}

/** Maximum span that is filled with empty cells. */
const MAX_SPAN = 50
/** Larger tables are cut: a few characters can ask for billions of cells. */
const MAX_CELLS = 200_000

/**
 * Flattens a table: each cell becomes one line of Markdown; a cell that spans columns or rows is empty except in its
 * first position.
 *
 * @param innerBlocks returns the blocks of a cell that contains a document.
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
      fillSpannedCells(cells, held)
      const text = await cellText(cell, innerBlocks, (block) => code.push(titled(block, cells[0] ?? "")))
      const width = Math.min(MAX_SPAN, Math.max(1, cell.colspan ?? 1))
      for (let at = 0; at < width; at++) {
        held[cells.length] = Math.max(0, (cell.rowspan ?? 1) - 1)
        cells.push(at === 0 ? text : "")
      }
    }
    fillSpannedCells(cells, held)
    rows.push(cells)
    if ((cellCount += cells.length) > MAX_CELLS) break
  }
  const headCount = Math.min(1, table.rows.head.length)
  return { header: rows[0] !== undefined && headCount === 1 ? rows[0] : [], rows: rows.slice(headCount), code }
}

function fillSpannedCells(cells: string[], held: number[]): void {
  while ((held[cells.length] ?? 0) > 0) {
    held[cells.length] = (held[cells.length] ?? 1) - 1
    cells.push("")
  }
}

/** Longer code is shown below the table. */
const MAX_CODE_CHARS = 300
/** Languages in which line breaks between elements have no meaning. */
const FREE_LANGUAGES = /^(?:xml|html|json)$/
const BELOW = "(see the code below the table)"

async function cellText(
  cell: AsciidocCell,
  innerBlocks: (document: AsciidocDocument) => readonly Block[],
  addCode: (block: CodeBlock) => void,
): Promise<string> {
  const { innerDocument } = cell
  if (innerDocument !== null && innerDocument !== undefined) {
    const text = flattenBlocks(innerBlocks(innerDocument), (block) => {
      const line = block.code.replace(/\s*\n\s*/g, " ")
      const isLine = FREE_LANGUAGES.test(block.language) && line.length <= MAX_CODE_CHARS
      if (isLine || !block.code.includes("\n")) return codeSpan(line.trim())
      addCode(block)
      return BELOW
    })
    return text === "" ? imageValues(innerDocument) : text
  }
  if (cell.style === "literal") return toMarkdown(`${MARKS.code}${cell.text ?? ""}${MARKS.codeEnd}`)
  const content = await cell.content()
  const text = typeof content === "string" ? content : (content ?? []).join(" ")
  return oneLine(toMarkdown(text === "" ? attributeOf(cell, "text") : text))
}

/** Returns the values that the images of a cell without text stand for. */
function imageValues({ blocks = [] }: AsciidocDocument): string {
  return blocks
    .filter(({ context }) => context === "image")
    .map((image) => toMarkdown(imageValue(image)))
    .join(" ")
}

/** Names code after the row that it belongs to. */
function titled(block: CodeBlock, name: string): CodeBlock {
  const words = name.replaceAll("`", "").trim()
  return block.title !== undefined || words === "" ? block : { ...block, title: words }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
