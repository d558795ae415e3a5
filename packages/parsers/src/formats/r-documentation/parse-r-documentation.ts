import { BlockWriter } from "../../document/block-writer.ts"
import type { LineSpan, ParsedFile } from "../../document/document.ts"
import { parseRd, type RdMacro, type RdNode } from "./rd-tree.ts"
import { plainText, renderText, shownBranch } from "./rd-text.ts"

const SECTION_TITLES: ReadonlyMap<string, string> = new Map([
  ["usage", "Usage"],
  ["arguments", "Arguments"],
  ["value", "Value"],
  ["format", "Format"],
  ["details", "Details"],
  ["source", "Source"],
  ["note", "Note"],
  ["author", "Author"],
  ["references", "References"],
  ["seealso", "See also"],
  ["examples", "Examples"],
])
const LAST = ["references", "seealso", "author", "examples"]
const BLOCKS = new Set([
  "itemize",
  "enumerate",
  "describe",
  "tabular",
  "preformatted",
  "subsection",
  "section",
  "item",
  "deqn",
])

/**
 * Parses a help page of an R package.
 *
 * @param text with LF line ends. Sections are in the order in which R shows them.
 */
export function parseRDocumentation(text: string): ParsedFile {
  const parts = parseRd(text).filter((node) => node.kind === "macro")
  const find = (name: string) => parts.find((part) => part.name === name)
  const writer = new BlockWriter(text.split("\n").length)
  const page = new RdWriter(writer)
  const [name, title] = [oneLine(plainText(argument(find("name")))), oneLine(renderText(argument(find("title"))))]
  const heading = [name, title === name ? "" : title].filter(Boolean).join(": ")
  writer.heading(1, heading, spanOf(find("title")?.line ?? 1))
  const description = find("description")
  if (description !== undefined) page.text(argument(description))
  for (const part of inShownOrder(parts)) page.section(part)
  return writer.finish()
}

function inShownOrder(parts: readonly RdMacro[]): readonly RdMacro[] {
  const sections = parts.filter(({ name }) => name === "section" || SECTION_TITLES.has(name))
  const place = ({ name }: RdMacro) => (name === "usage" ? -2 : name === "arguments" ? -1 : 1 + LAST.indexOf(name))
  return sections.toSorted((a, b) => place(a) - place(b))
}

class RdWriter {
  readonly #writer: BlockWriter
  #level = 1
  /** Language of the next code block, which HTML of roxygen2 names before it. */
  #language = ""

  constructor(writer: BlockWriter) {
    this.#writer = writer
  }

  section(part: RdMacro): void {
    const { name, args, line } = part
    const isNamed = name === "section" || name === "subsection"
    this.#level++
    this.#writer.heading(
      this.#level,
      isNamed ? renderText(args[0] ?? []) : (SECTION_TITLES.get(name) ?? ""),
      spanOf(line),
    )
    const body = (isNamed ? args[1] : args[0]) ?? []
    if (name === "usage" || name === "examples") this.#writer.code("r", withoutGaps(plainText(body)), spanOf(line))
    else if (name === "arguments") this.#entries(body)
    else this.text(body)
    this.#level--
  }

  /** Writes paragraphs and blocks. */
  text(nodes: readonly RdNode[]): void {
    let words: RdNode[] = []
    const endParagraph = () => {
      const [first] = words
      if (first !== undefined) this.#writer.paragraph(renderText(words).trim(), spanOf(first.line))
      words = []
    }
    for (const node of nodes) {
      if (node.kind === "text") {
        const [head = "", ...rest] = node.text.split(/\n[ \t]*\n/)
        let line = node.line
        words.push({ ...node, text: head })
        for (const part of rest) {
          endParagraph()
          line += 2
          words.push({ ...node, text: part, line })
        }
      } else if (BLOCKS.has(node.name)) {
        endParagraph()
        this.#block(node)
      } else if (node.name === "if" || node.name === "ifelse") {
        const shown = shownBranch(node)
        this.#language = languageIn(shown) ?? this.#language
        if (!holdsBlock(shown)) words.push(...shown)
        else {
          endParagraph()
          this.text(shown)
        }
      } else words.push(node)
    }
    endParagraph()
  }

  #block(macro: RdMacro): void {
    const { name, args, line } = macro
    const [body = []] = args
    switch (name) {
      case "preformatted":
        this.#writer.code(this.#language, plainText(body), spanOf(line))
        this.#language = ""
        return
      case "deqn":
        return this.#writer.paragraph(renderText([macro]), spanOf(line))
      case "itemize":
      case "enumerate":
        return this.#list(body, name === "enumerate")
      case "describe":
        return this.#entries(body)
      case "item":
        return this.#entries([macro])
      case "tabular":
        return this.#table(args[1] ?? [], line)
      default:
        this.section(macro)
    }
  }

  /** Writes `\item{name}{text}`, as in arguments; text between them is a paragraph. */
  #entries(nodes: readonly RdNode[]): void {
    this.#writer.openList()
    for (const node of nodes) {
      if (node.kind !== "macro" || node.name !== "item") continue
      const [term = [], text = []] = node.args
      const label = renderText(term).trim()
      this.#writer.openItem("-")
      const name = label.startsWith("`") || label.startsWith("*") ? label : `\`${label}\``
      const [first, ...rest] = text
      if (first?.kind === "text") this.text([{ ...first, text: `${name}: ${first.text.trimStart()}` }, ...rest])
      else this.text([{ kind: "text", text: `${name}: `, line: node.line }, ...text])
      this.#writer.close()
    }
    this.#writer.close()
  }

  #list(nodes: readonly RdNode[], isOrdered: boolean): void {
    this.#writer.openList()
    let number = 0
    for (const item of itemsOf(nodes)) {
      number++
      this.#writer.openItem(isOrdered ? `${number}.` : "-")
      this.text(item)
      this.#writer.close()
    }
    this.#writer.close()
  }

  #table(nodes: readonly RdNode[], line: number): void {
    const rows = splitAt(nodes, "cr").map((row) => splitAt(row, "tab").map((cell) => oneLine(renderText(cell))))
    this.#writer.table([], rows, spanOf(line))
  }
}

/** Splits the text of a list at `\item`. */
function itemsOf(nodes: readonly RdNode[]): readonly (readonly RdNode[])[] {
  const items: RdNode[][] = []
  for (const node of nodes) {
    if (node.kind === "macro" && node.name === "item") items.push(node.args.flat())
    else items.at(-1)?.push(node)
  }
  return items
}

function splitAt(nodes: readonly RdNode[], name: string): readonly (readonly RdNode[])[] {
  const parts: RdNode[][] = [[]]
  for (const node of nodes) {
    if (node.kind === "macro" && node.name === name) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

function holdsBlock(nodes: readonly RdNode[]): boolean {
  return nodes.some((node) => node.kind === "macro" && BLOCKS.has(node.name))
}

/** Finds the language in `\out{<div class="sourceCode R">}`. */
function languageIn(nodes: readonly RdNode[]): string | undefined {
  const html = nodes
    .map((node) => (node.kind === "macro" && node.name === "out" ? plainText(node.args[0] ?? []) : ""))
    .join("")
  return /class="sourceCode ([\w+-]+)"/.exec(html)?.[1]?.toLowerCase()
}

function argument(macro: RdMacro | undefined): readonly RdNode[] {
  return macro?.args[0] ?? []
}

function spanOf(line: number): LineSpan {
  return { start: line, end: line }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim()
}

/** Removes blank lines that macros without output leave. */
function withoutGaps(code: string): string {
  return code
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd()
}
