import { z } from "zod"
import { BlockWriter } from "../../document/block-writer.ts"
import type { LineSpan, ParsedFile } from "../../document/document.ts"
import { openAdmonition } from "../../document/writers/admonition.ts"
import { writeLabel } from "../../document/writers/label.ts"
import { normaliseLanguage } from "../../document/language-label.ts"
import { propertyTexts } from "./properties.ts"
import { markdownOf, plainOf, RichText } from "./rich-text.ts"

/** A page has a single line, because links cannot point to anything smaller. */
const LINES: LineSpan = { start: 1, end: 1 }
/** Deeper blocks are skipped; people rarely nest five levels. */
const MAX_DEPTH = 60
const LIST_ITEMS: ReadonlySet<string> = new Set(["bulleted_list_item", "numbered_list_item", "to_do"])
/** Blocks that arrange other blocks, or show content from elsewhere. */
const SILENT: ReadonlySet<string> = new Set([
  "column_list",
  "column",
  "synced_block",
  "template",
  "tab",
  "divider",
  "breadcrumb",
  "table_of_contents",
  "child_page",
  "child_database",
  "link_to_page",
  "meeting_notes",
  "transcription",
  "ai_block",
])
/** Blocks that link to something else. */
const LINKS: ReadonlySet<string> = new Set(["bookmark", "embed", "link_preview", "video", "audio", "file", "pdf"])

const payloadShape = z.object({
  rich_text: RichText.optional(),
  caption: RichText.optional(),
  cells: z.array(RichText).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  expression: z.string().optional().catch(undefined),
  checked: z.boolean().optional().catch(undefined),
  has_column_header: z.boolean().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})
const blockShape = z.looseObject({ type: z.string(), children: z.array(z.unknown()).catch([]) })
const pageShape = z.object({
  title: z.string().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).catch({}),
  blocks: z.array(z.unknown()),
})

interface NotesBlock {
  readonly type: string
  readonly payload: z.infer<typeof payloadShape>
  readonly children: readonly unknown[]
}

/** Parses a Notion page: `{title, properties, blocks}` as JSON, each block with its `children`. */
export function parseNotesBlocks(text: string): ParsedFile {
  const writer = new BlockWriter(1)
  const page = parsePage(text)
  if (page === undefined) {
    writer.problem("not a notes page: the JSON is invalid or has no blocks")
    return writer.finish()
  }
  const properties = propertyTexts(page.properties)
  if (properties.length > 0) {
    writer.openList()
    for (const [name, value] of properties) {
      writer.openItem("-")
      writer.paragraph(`**${name}**: ${value}`, LINES)
      writer.close()
    }
    writer.close()
  }
  writeBlocks(writer, page.blocks, 0)
  return writer.finish(page.title)
}

function parsePage(text: string): z.infer<typeof pageShape> | undefined {
  try {
    return pageShape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function writeBlocks(writer: BlockWriter, blocks: readonly unknown[], depth: number): void {
  if (depth > MAX_DEPTH) return writer.problem(`blocks nested deeper than ${MAX_DEPTH} levels were skipped`)
  let openList = ""
  let count = 0
  for (const raw of blocks) {
    const block = parseBlock(raw)
    if (block === undefined) continue
    // To-dos and bullets form one list; any other block between numbered items restarts the numbering.
    const list = LIST_ITEMS.has(block.type) ? (block.type === "numbered_list_item" ? "numbers" : "bullets") : ""
    if (list !== openList && openList !== "") writer.close()
    if (list !== openList && list !== "") writer.openList()
    count = list === "numbers" && openList === "numbers" ? count + 1 : 1
    openList = list
    if (list === "") writeBlock(writer, block, depth)
    else writeItem(writer, block, { marker: list === "numbers" ? `${count}.` : "-", depth })
  }
  if (openList !== "") writer.close()
}

function parseBlock(raw: unknown): NotesBlock | undefined {
  const read = blockShape.safeParse(raw)
  if (!read.success) return undefined
  const { type, children } = read.data
  const payload = payloadShape.safeParse(read.data[type])
  return { type, children, payload: payload.success ? payload.data : {} }
}

function writeItem(
  writer: BlockWriter,
  { type, payload, children }: NotesBlock,
  { marker, depth }: { readonly marker: string; readonly depth: number },
): void {
  const box = type === "to_do" ? (payload.checked === true ? "[x] " : "[ ] ") : ""
  writer.openItem(marker)
  writer.paragraph(box + markdownOf(payload.rich_text ?? []), LINES)
  writeBlocks(writer, children, depth + 1)
  writer.close()
}

function writeBlock(writer: BlockWriter, block: NotesBlock, depth: number): void {
  const { type, payload, children } = block
  const text = payload.rich_text ?? []
  const heading = /^heading_([1-6])$/.exec(type)?.[1]
  if (heading !== undefined) writer.heading(Number(heading), plainOf(text), LINES)
  else if (type === "paragraph") writer.paragraph(markdownOf(text), LINES)
  else if (type === "toggle") writeLabel(writer, plainOf(text), LINES)
  else if (type === "code") return writeCode(writer, payload)
  else if (type === "equation") writer.paragraph(`$$${payload.expression ?? ""}$$`, LINES)
  else if (type === "table") return writeTable(writer, block)
  else if (type === "quote" || type === "callout") return writeFrame(writer, block, depth)
  else if (type === "image") writer.paragraph(markdownOf(payload.caption ?? []), LINES)
  else if (LINKS.has(type)) writer.paragraph(linkText(payload), LINES)
  else if (!SILENT.has(type)) {
    writer.problem(`the API returns no text for blocks of type ${type}`)
    writer.paragraph(markdownOf(text), LINES)
  }
  writeBlocks(writer, children, depth + 1)
}

function writeCode(
  writer: BlockWriter,
  { rich_text: text = [], caption = [], language = "" }: NotesBlock["payload"],
): void {
  writer.code(
    language === "plain text" ? "" : normaliseLanguage(language),
    plainOf(text),
    LINES,
    plainOf(caption).trim(),
  )
}

function writeFrame(writer: BlockWriter, { type, payload, children }: NotesBlock, depth: number): void {
  if (type === "quote") writer.openQuotation()
  else openAdmonition(writer, { kind: "note", line: LINES.start })
  writer.paragraph(markdownOf(payload.rich_text ?? []), LINES)
  writeBlocks(writer, children, depth + 1)
  writer.close()
}

function writeTable(writer: BlockWriter, { payload, children }: NotesBlock): void {
  const rows = children.map((row) => {
    const cells = parseBlock(row)?.payload.cells ?? []
    return cells.map((cell) => markdownOf(cell))
  })
  const [first = [], ...others] = rows
  if (payload.has_column_header === true) writer.table(first, others, LINES)
  else writer.table([], rows, LINES)
}

function linkText({ caption = [], url = "", name = "" }: NotesBlock["payload"]): string {
  const words = markdownOf(caption).trim() || name
  // URLs of files are secret and expire after an hour; the API returns them in another field, which is not read.
  return url === "" || words === "" ? words || url : `${words}: ${url}`
}
