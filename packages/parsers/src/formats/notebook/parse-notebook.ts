import { z } from "zod"
import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { type FrontMatter, parseFrontMatter } from "../../document/front-matter.ts"
import { writeHtml } from "../html/html-walker.ts"
import { normaliseLanguage } from "../../document/language-label.ts"
import { writeMarkdown } from "../markdown/parse-markdown.ts"
import { writeRestructuredText } from "../restructured-text/parse-restructured-text.ts"

const lines = z.union([z.string(), z.array(z.string())]).catch("")
const output = z.object({
  output_type: z.string().catch(""),
  text: lines.optional(),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
const cell = z.object({
  cell_type: z.string().catch(""),
  source: lines,
  input: lines.optional(),
  metadata: z
    .object({
      tags: z.array(z.string()).catch([]),
      nbsphinx: z.string().optional().catch(undefined),
      raw_mimetype: z.string().optional().catch(undefined),
      format: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  outputs: z
    .array(output.catch({ output_type: "" }))
    .optional()
    .catch(undefined),
})
const notebook = z.object({
  cells: z.array(cell).optional(),
  worksheets: z.array(z.object({ cells: z.array(cell) })).optional(),
  metadata: z
    .object({
      title: z.string().optional().catch(undefined),
      language_info: z.object({ name: z.string() }).optional().catch(undefined),
      kernelspec: z
        .object({ language: z.string().optional(), name: z.string().optional() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Maximum lines and characters of an output: enough to show its shape. */
const MAX_OUTPUT_LINES = 20
const MAX_OUTPUT_CHARS = 2_000

/**
 * Parses a Jupyter notebook: Markdown cells as Markdown, code cells as code in the language of the kernel, short text
 * outputs as code with the label `text`. The line of a cell is the line of the file where its text starts.
 */
export function parseNotebook(text: string): ParsedFile {
  const lineCount = text.split("\n").length
  const writer = new BlockWriter(lineCount)
  const book = parseNotebookJson(text)
  if (book === undefined) {
    writer.problem("not a notebook: the JSON is invalid or has no cells")
    return writer.finish()
  }
  const language = normaliseLanguage(
    book.metadata?.language_info?.name ?? book.metadata?.kernelspec?.language ?? "python",
  )
  const startLines = cellLines(text)
  const cells = book.cells ?? book.worksheets?.flatMap((sheet) => sheet.cells) ?? []
  let front: FrontMatter | undefined
  for (const [index, { cell_type: kind, source, input, metadata, outputs }] of cells.entries()) {
    const line = startLines[index] ?? startLines.at(-1) ?? 1
    const hidden = hiddenPartsOf(metadata)
    if (hidden.cell) continue
    const content = hidden.input ? "" : joined(source) || joined(input)
    // Quarto and Jupyter Book keep the front matter in a raw cell.
    const head = index === 0 && kind === "raw" ? parseFrontMatter(`${content}\n`) : undefined
    if (head !== undefined && head.lineCount > 0) front = head
    else if (kind === "markdown") writeMarkdown(content, line, writer)
    else if (kind === "code") writeCodeCell(writer, content, language, line)
    else if (kind === "heading") writer.heading(2, content, { start: line, end: line })
    else writeRawCell(writer, content, metadata?.raw_mimetype ?? metadata?.format ?? "", line)
    const shown = hidden.output ? "" : outputText(outputs ?? [])
    if (shown !== "") writer.code("text", shown, { start: line, end: line })
  }
  return writer.finish(book.metadata?.title ?? front?.title, front?.description)
}

/** Returns which parts of a cell its site hides, by tags of Jupyter Book or metadata of nbsphinx. */
function hiddenPartsOf(metadata: z.infer<typeof cell>["metadata"]) {
  const tags = new Set(metadata?.tags)
  return {
    cell: tags.has("remove-cell") || tags.has("remove_cell") || metadata?.nbsphinx === "hidden",
    input: tags.has("remove-input") || tags.has("remove_input"),
    output: tags.has("remove-output") || tags.has("remove_output"),
  }
}

/** Writes a code cell. If the first line is a cell magic such as `%%bash`, the whole cell is in that language. */
function writeCodeCell(writer: BlockWriter, content: string, language: string, line: number): void {
  const magic = /^%%(bash|sh|javascript|js|html|sql|latex|ruby|perl|R|julia)\b/.exec(content)?.[1]
  writer.code(magic?.toLowerCase() ?? language, content, { start: line, end: line + content.split("\n").length - 1 })
}

/** Parses a raw cell in the format that it names; formats for print are skipped. */
function writeRawCell(writer: BlockWriter, content: string, format: string, line: number): void {
  if (format === "text/restructuredtext" || format === "text/x-rst") writeRestructuredText(content, line, writer)
  else if (format === "text/markdown") writeMarkdown(content, line, writer)
  else if (format === "text/html") writeHtml(writer, content, line)
  else if (!/^(?:text\/(?:latex|asciidoc|x-python)|application\/)|^pdf$/.test(format))
    writer.paragraph(content, { start: line, end: line })
}

function parseNotebookJson(text: string): z.infer<typeof notebook> | undefined {
  try {
    const parsed = notebook.safeParse(JSON.parse(text))
    return parsed.success && (parsed.data.cells ?? parsed.data.worksheets) !== undefined ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Returns the lines on which the texts of the cells start, in a file with one string per line. */
function cellLines(text: string): number[] {
  const found: number[] = []
  for (const [index, line] of text.split("\n").entries())
    if (/^\s*"(?:source|input)"\s*:/.test(line)) found.push(index + 2)
  return found
}

function outputText(outputs: readonly z.infer<typeof output>[]): string {
  const texts = outputs.map(({ text, data }) => {
    const plain = lines.safeParse(data?.["text/plain"])
    return joined(text) || (plain.success ? joined(plain.data) : "")
  })
  const shown = texts
    .filter((text) => !/^<[\w.]+( object)? at 0x|^<Figure size/.test(text))
    .join("\n")
    // eslint-disable-next-line no-control-regex -- terminal colours are noise to a reader
    .replace(/\u001b\[[\d;]*m|\[\d+(?:;\d+)*m/g, "")
  return shown.split("\n").slice(0, MAX_OUTPUT_LINES).join("\n").slice(0, MAX_OUTPUT_CHARS).trimEnd()
}

function joined(text: string | readonly string[] | undefined): string {
  return typeof text === "string" ? text : (text ?? []).join("")
}
