import { type DocxDocument, type DocxElement, textOf } from "./docx-element.ts"
import { HIDDEN_STYLE_ID } from "./unpack-docx.ts"

/** Style name that marks code, regardless of its style in the document. */
export const CODE_STYLE = "Lectern Code"
/** Style name that marks inline code. */
export const INLINE_CODE_STYLE = "Lectern Inline Code"

const CODE_NAME = /\b(?:code|source|listing|preformatted|verbatim|console|terminal|macro ?text)\b|^plain ?text$/i
const CODE_FONT =
  /courier|consolas|menlo|monaco|mono\b|inconsolata|lucida console|source ?code|fira ?code|cascadia|fixedsys/i
/** Maximum span of a cell; real documents have less. */
const MAX_SPAN = 100
const MAX_CELLS = 100_000

/**
 * Normalises a document: marks code by its style or font, inserts notes after the words they belong to, removes hidden
 * text, and converts tables to plain grids without nested tables.
 */
export function shapeDocument(document: DocxDocument): DocxDocument {
  const shape = (element: DocxElement): DocxElement[] => {
    if (element.styleId === HIDDEN_STYLE_ID && element.type === "run") return []
    if (element.type === "noteReference") return noteText(document, element)
    if (element.type === "image") return []
    const children = element.children?.flatMap(shape)
    const shaped = children === undefined ? element : { ...element, children }
    if (shaped.type === "table") return shapeTable(shaped)
    if (shaped.type === "paragraph") return [shapeParagraph(shaped)]
    return [shaped]
  }
  return { ...document, children: (document.children ?? []).flatMap(shape) }
}

/** Returns the text of a note. A note that refers to itself is not expanded again. */
function noteText(document: DocxDocument, reference: DocxElement): DocxElement[] {
  const note = document.notes.resolve(reference)
  const text = (note?.body ?? []).map(textOf).join("").replaceAll(/\s+/g, " ").trim()
  return text === "" ? [] : [{ type: "text", value: ` (${text})` }]
}

function shapeParagraph(paragraph: DocxElement): DocxElement {
  const name = paragraph.styleName ?? paragraph.styleId ?? ""
  const runs = runsOf(paragraph).filter((run) => textOf(run).trim() !== "")
  const isCode = CODE_NAME.test(name) || (runs.length > 0 && runs.every(isCodeRun) && !/heading|title/i.test(name))
  if (isCode) return { ...paragraph, styleId: null, styleName: CODE_STYLE, children: plainRuns(paragraph) }
  return runs.some(isCodeRun) ? markInlineCode(paragraph) : paragraph
}

function runsOf(element: DocxElement): readonly DocxElement[] {
  return (element.children ?? []).flatMap((child) => (child.type === "run" ? [child] : runsOf(child)))
}

function isCodeRun({ font, styleName }: DocxElement): boolean {
  return CODE_FONT.test(font ?? "") || CODE_NAME.test(styleName ?? "")
}

/** Removes bold and italic from code. */
function plainRuns(element: DocxElement): DocxElement[] {
  return runsOf(element).map(({ children }) => ({ ...PLAIN_RUN, children: children ?? [] }))
}

const PLAIN_RUN = {
  type: "run",
  styleId: null,
  styleName: null,
  isBold: false,
  isItalic: false,
  isUnderline: false,
  isStrikethrough: false,
  isAllCaps: false,
  isSmallCaps: false,
  verticalAlignment: "baseline",
  font: null,
  fontSize: null,
  highlight: null,
} as const

function markInlineCode(element: DocxElement): DocxElement {
  const children = (element.children ?? []).map((child) => {
    if (child.type !== "run") return markInlineCode(child)
    return isCodeRun(child) && textOf(child).trim() !== ""
      ? { ...PLAIN_RUN, styleName: INLINE_CODE_STYLE, children: child.children ?? [] }
      : child
  })
  return element.children === undefined ? element : { ...element, children }
}

/** Converts a table to a grid. A table with one cell is only a frame around its content. */
function shapeTable(table: DocxElement): DocxElement[] {
  const rows = (table.children ?? []).filter(({ type }) => type === "tableRow")
  const [only] = rows
  if (rows.length === 1 && only?.children?.length === 1) return [...(only.children[0]?.children ?? [])]
  const grid = fillGrid(rows)
  const hasHeader = rows.some(({ isHeader }) => isHeader === true)
  const children = grid.map((cells, index) => ({
    type: "tableRow",
    // Few authors mark the first row as a header, but nearly all mean it as one.
    isHeader: hasHeader ? rows[index]?.isHeader === true : index === 0 && grid.length > 1,
    children: cells,
  }))
  return [{ ...table, children }]
}

type Grid = (DocxElement | undefined)[][]

/**
 * Puts every cell into its column: a cell that spans rows is repeated, one that spans columns is followed by empty
 * cells.
 */
function fillGrid(rows: readonly DocxElement[]): DocxElement[][] {
  const grid: Grid = rows.map(() => [])
  let cellCount = 0
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0
    for (const cell of row.children ?? []) {
      while (grid[rowIndex]?.[column] !== undefined) column++
      const width = Math.min(MAX_SPAN, Math.max(1, cell.colSpan ?? 1))
      const height = Math.min(rows.length - rowIndex, Math.max(1, cell.rowSpan ?? 1))
      cellCount += width * height
      if (cellCount > MAX_CELLS) return grid.map(complete)
      const flat = { ...EMPTY_CELL, children: (cell.children ?? []).flatMap(withoutTables) }
      for (const target of grid.slice(rowIndex, rowIndex + height)) {
        target[column] = flat
        for (let right = 1; right < width; right++) target[column + right] = EMPTY_CELL
      }
      column += width
    }
  }
  return grid.map(complete)
}

const EMPTY_CELL: DocxElement = { type: "tableCell", colSpan: 1, rowSpan: 1, children: [] }

function complete(cells: readonly (DocxElement | undefined)[]): DocxElement[] {
  return Array.from(cells, (cell) => cell ?? EMPTY_CELL)
}

/** Replaces tables in a cell with one paragraph per row. */
function withoutTables(element: DocxElement): DocxElement[] {
  if (element.type !== "table") return [element]
  return (element.children ?? []).map((row) => {
    const cells = (row.children ?? []).map((cell) => textOf(cell).replaceAll(/\s+/g, " ").trim())
    const text = cells.filter((cell) => cell !== "").join(" · ")
    return paragraphOf(`${text}; `)
  })
}

function paragraphOf(text: string): DocxElement {
  const run: DocxElement = { ...PLAIN_RUN, children: [{ type: "text", value: text }] }
  return { type: "paragraph", styleId: null, styleName: null, children: [run], ...PLAIN_PARAGRAPH }
}

const PLAIN_PARAGRAPH = { numbering: null, alignment: null, indent: {} }
