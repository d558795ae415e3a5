import { BlockWriter } from "../../document/block-writer.ts"
import type { Block, LineSpan, ParsedFile } from "../../document/document.ts"
import { writeMarkdown } from "../../formats/markdown/parse-markdown.ts"
import type { CodeModule, CodeSymbol, CommentEntry, DocComment } from "./code-symbol.ts"

/** Maximum number of fields and alternatives in the declaration of a type; documented ones also have a section. */
const MAX_SHOWN_VALUES = 60
/** Maximum number of symbols per file; files with more are tables of data. */
const MAX_SYMBOLS = 3_000
/** Maximum depth of nested types. */
const MAX_DEPTH = 5

/** The file to write, and the conventions of its language. */
export interface WrittenFile {
  readonly path: string
  /** Label of code blocks. */
  readonly language: string
  /** Separator between a type and its member. */
  readonly separator: string | ((member: CodeSymbol) => string)
  readonly lineCount: number
}

/**
 * Writes the public symbols of a file as a document: the file's own comment, then every symbol as a section with its
 * declaration as a code block, members below their type.
 */
export function writeModule(module: CodeModule, file: WrittenFile): ParsedFile {
  const blocks: Block[] = []
  let count = 0
  if (module.comment !== undefined) {
    blocks.push(...commentBlocks(module.comment, module.commentLines ?? { start: 1, end: 1 }, file))
  }
  const write = (symbols: readonly CodeSymbol[], owner: string, depth: number): void => {
    for (const symbol of symbols) {
      if (++count > MAX_SYMBOLS) return
      const name = owner === "" ? symbol.name : owner + separatorOf(file, symbol) + symbol.name
      const isListed = depth > 0 && symbol.kind === "value" && !isDocumented(symbol)
      if (isListed) continue
      blocks.push(...symbolBlocks(symbol, name, depth, file))
      if (depth < MAX_DEPTH) write(symbol.members, name, depth + 1)
    }
  }
  write(module.symbols, "", 0)
  const problems =
    count > MAX_SYMBOLS ? [{ message: `only the first ${MAX_SYMBOLS} symbols of the file were read` }] : []
  return { document: { title: file.path, blocks }, problems }
}

function separatorOf({ separator }: WrittenFile, member: CodeSymbol): string {
  return typeof separator === "string" ? separator : separator(member)
}

function isDocumented({ comment, deprecated, members }: CodeSymbol): boolean {
  return deprecated !== undefined || members.length > 0 || (comment !== undefined && commentMarkdown(comment) !== "")
}

/** Uses a separate writer for each symbol, because members may be on lines outside of their type. */
function symbolBlocks(symbol: CodeSymbol, name: string, depth: number, file: WrittenFile): readonly Block[] {
  const writer = new BlockWriter(file.lineCount)
  const { lines } = symbol
  writer.heading(2 + depth, symbol.kind === "function" ? `${name}()` : name, lines, { isEntry: true })
  writer.code(file.language, declarationOf(symbol), lines)
  const markdown = commentMarkdown(symbol.comment, symbol.deprecated)
  if (markdown !== "") writeMarkdown(markdown, lines.start, writer)
  return onLines(writer.finish().document.blocks, lines)
}

function commentBlocks(comment: DocComment, lines: LineSpan, file: WrittenFile): readonly Block[] {
  const writer = new BlockWriter(file.lineCount)
  writeMarkdown(commentMarkdown(comment), lines.start, writer)
  return onLines(writer.finish().document.blocks, lines)
}

/** Sets the lines of Markdown blocks to those of the symbol, because they do not match the lines of the comment. */
function onLines(blocks: readonly Block[], lines: LineSpan): readonly Block[] {
  return blocks.map((block) => ({ ...block, lines }))
}

function declarationOf({ signature, members }: CodeSymbol): string {
  const values = members.filter(({ kind }) => kind === "value")
  if (values.length === 0) return signature
  const shown = values.slice(0, MAX_SHOWN_VALUES).map((value) => `  ${value.signature.replaceAll("\n", "\n  ")}`)
  return [signature, ...shown, ...(values.length > MAX_SHOWN_VALUES ? ["  …"] : [])].join("\n")
}

/** Writes the parts of a comment as Markdown. */
export function commentMarkdown(comment: DocComment | undefined, deprecated?: string): string {
  const old = comment?.deprecated ?? deprecated
  const parts = [
    old === undefined ? "" : `**Deprecated.** ${old}`.trim(),
    comment?.description ?? "",
    listOf("Parameters", comment?.parameters ?? []),
    comment?.returns === undefined ? "" : sentenceOf("Returns", comment.returns),
    listOf("Throws", comment?.throws ?? []),
    ...(comment?.notes ?? []),
    ...(comment?.examples ?? []).map((example) => `Example:\n\n${example}`),
  ]
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")
}

function listOf(title: string, entries: readonly CommentEntry[]): string {
  if (entries.length === 0) return ""
  return [`${title}:`, "", ...entries.map((entry) => `- ${indented(entryText(entry))}`)].join("\n")
}

/** The beginning of a list, a fence or a quotation, which cannot continue a line. */
const BLOCK = /^(?:[-*+][ \t]+\S|\d{1,3}[.)][ \t]+\S|```|~~~|>[ \t])/

/** Writes a text after its name, or below it if the text begins with a list or another block. */
function afterName(name: string, text: string): string {
  return name === "" || text === "" ? name + text : `${name}:${BLOCK.test(text) ? "\n\n" : " "}${text}`
}

function entryText({ name, type, text }: CommentEntry): string {
  const named = [name === "" ? "" : `\`${name}\``, type === "" ? "" : `(\`${type}\`)`].filter(Boolean).join(" ")
  return afterName(named, text.trim())
}

function sentenceOf(title: string, { type, text }: CommentEntry): string {
  const head = type === "" ? title : `${title} (\`${type}\`)`
  return text.trim() === "" ? (type === "" ? "" : `${head}.`) : afterName(head, text.trim())
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ")
}
