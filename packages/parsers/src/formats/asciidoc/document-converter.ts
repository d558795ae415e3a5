import type { BlockWriter } from "../../document/block-writer.ts"
import { openAdmonition } from "../../document/writers/admonition.ts"
import { belongsToSentence, boldTerm, openDefinition, openDefinitionList } from "../../document/writers/definition.ts"
import type { Block, LineSpan } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { writeHtml } from "../html/html-walker.ts"
import { normaliseLanguage } from "../../document/language-label.ts"
import {
  attributeOf,
  type AsciidocDefinition,
  type AsciidocDefinitions,
  type AsciidocDocument,
  type AsciidocList,
  type AsciidocNode,
  type AsciidocTable,
} from "./asciidoctor-nodes.ts"
import { convertInline } from "./convert-inline.ts"
import { flattenTable } from "./convert-table.ts"
import { isAllCode, toMarkdown, toPlainText, toTitle, withoutTargets } from "./inline-marks.ts"
import type { ReferenceTitles } from "./page-references.ts"

/** A definition at least this long becomes an entry with its own heading. */
const LONG_DEFINITION_CHARS = 600

/** Styles of blocks that extensions draw; the text after the style is a file name. */
const DIAGRAM =
  /^(?:plantuml|c4plantuml|mermaid|graphviz|ditaa|d2|vega(?:lite)?|bytefield|wavedrom|(?:block|seq|act|nw|packet|rack)diag|nomnoml|erd|svgbob|structurizr|tikz|bpmn|pikchr)$/

/**
 * Converts the nodes of a document in the order in which Asciidoctor visits them: inline nodes become text, blocks
 * become calls of a writer. Documents inside table cells are visited first and get their own writers.
 */
export class DocumentConverter {
  readonly #writerByDocument = new Map<AsciidocDocument, BlockWriter>()
  readonly #main: BlockWriter
  readonly #makeWriter: () => BlockWriter
  readonly #references: ReferenceTitles
  /** Title for the next code block that has no title. */
  #codeTitle = ""

  constructor(writer: BlockWriter, makeWriter: () => BlockWriter, references: ReferenceTitles) {
    this.#main = writer
    this.#makeWriter = makeWriter
    this.#references = references
  }

  /** Converts a node. Asciidoctor calls it for every node; blocks return no text. */
  async convert(node: AsciidocNode, transform: string = node.nodeName): Promise<string> {
    if (transform.startsWith("inline_")) return await convertInline(node, this.#references)
    await this.#block(node, transform)
    return ""
  }

  async #block(node: AsciidocNode, transform: string): Promise<void> {
    switch (transform) {
      case "section":
        return await this.#section(node)
      case "floating_title":
        return this.#heading(node)
      case "paragraph":
        return await this.#paragraph(node)
      case "listing":
      case "literal":
      case "stem":
        return await this.#code(node, transform)
      case "admonition":
        return await this.#admonition(node)
      case "sidebar":
      case "example":
      case "open":
        return titleOf(node) === "" ? await this.#body(node) : await this.#framed(node, titleOf(node))
      case "quote":
      case "verse":
        return await this.#quotation(node)
      case "ulist":
      case "olist":
      case "colist":
        return await this.#list(node as AsciidocList, transform)
      case "dlist":
        return await this.#definitions(node as AsciidocDefinitions)
      case "table":
        return await this.#table(node as AsciidocTable)
      case "image":
      case "video":
      case "audio":
        if (titleOf(node) === "") return this.#writer(node).leaveOut()
        return this.#writer(node).paragraph(titleOf(node), span(node))
      case "pass":
        return await this.#raw(node)
      case "thematic_break":
      case "page_break":
      case "toc":
        return undefined
      default:
        await node.content()
    }
  }

  async #section(node: AsciidocNode): Promise<void> {
    this.#heading(node)
    await node.content()
  }

  #heading(node: AsciidocNode): void {
    const title = node.title ?? ""
    const text = toTitle(title)
    this.#writer(node).heading((node.level ?? 0) + 1, text, headingSpan(node), {
      anchor: node.id ?? undefined,
      isEntry: isEntryName(text, isAllCode(title)),
    })
  }

  async #paragraph(node: AsciidocNode): Promise<void> {
    this.#title(node)
    this.#writer(node).paragraph(toMarkdown(textOf(await node.content())), span(node))
  }

  async #code(node: AsciidocNode, transform: string): Promise<void> {
    const code = toPlainText(textOf(await node.content()))
    const style = attributeOf(node, "style")
    const second = DIAGRAM.test(style) ? style : attributeOf(node, "2")
    const named = attributeOf(node, "language") || (/^[a-z][\w+#-]*$/i.test(second) ? second : "")
    const isPlain = transform === "literal" && !DIAGRAM.test(style)
    const language = transform === "stem" ? "latex" : isPlain ? "" : named
    if (code.trim() === "") return this.#writer(node).leaveOut()
    this.#writer(node).code(normaliseLanguage(language), code, span(node, 2), titleOf(node) || this.#codeTitle)
  }

  async #admonition(node: AsciidocNode): Promise<void> {
    if (isEmptied(node)) return this.#writer(node).leaveOut()
    const kind = attributeOf(node, "name") || "note"
    openAdmonition(this.#writer(node), { kind, title: titleOf(node), line: span(node).start, isTitleKept: true })
    await this.#body(node)
    this.#writer(node).close()
  }

  /** Writes a framed block: its title in bold, then its body. */
  async #framed(node: AsciidocNode, title: string): Promise<void> {
    if (isEmptied(node)) return this.#writer(node).leaveOut()
    this.#writer(node).openAdmonition(title, span(node).start, true)
    await this.#body(node)
    this.#writer(node).close()
  }

  /** Writes the content of a block that is either one paragraph or contains blocks. */
  async #body(node: AsciidocNode): Promise<void> {
    const content = textOf(await node.content())
    if (node.contentModel !== "compound") this.#writer(node).paragraph(toMarkdown(content), span(node))
  }

  async #quotation(node: AsciidocNode): Promise<void> {
    const writer = this.#writer(node)
    writer.openQuotation()
    this.#title(node)
    // Line breaks of a verse are kept.
    if (node.context === "verse") writer.code("", toPlainText(textOf(await node.content())), span(node))
    else await this.#body(node)
    const source = [attributeOf(node, "attribution"), attributeOf(node, "citetitle")].filter(Boolean).join(", ")
    writer.paragraph(source === "" ? "" : `— ${toMarkdown(source)}`, span(node))
    writer.close()
  }

  async #raw(node: AsciidocNode): Promise<void> {
    const html = textOf(await node.content())
    const line = span(node).start
    if (html.includes("<")) writeHtml(this.#writer(node), toPlainText(html), line)
    else this.#writer(node).paragraph(toMarkdown(html), span(node))
  }

  async #list(node: AsciidocList, transform: string): Promise<void> {
    const writer = this.#writer(node)
    this.#title(node)
    writer.openList()
    let number = Number(attributeOf(node, "start")) || 1
    for (const item of node.getItems()) {
      const isChecklist = attributeOf(item, "checkbox") !== "" || item.attributes["checkbox"] === ""
      const box = !isChecklist ? "" : item.attributes["checked"] === undefined ? "[ ] " : "[x] "
      writer.openItem(transform === "ulist" ? "-" : `${number++}.`)
      writer.paragraph(box + toMarkdown(item.text ?? ""), span(item))
      if (item.hasBlocks?.() === true) await item.content()
      writer.close()
    }
    writer.close()
  }

  async #definitions(node: AsciidocDefinitions): Promise<void> {
    const writer = this.#writer(node)
    const items = node.getItems()
    const size = items.reduce((sum, [, description]) => sum + sizeOf(description), 0)
    const isIntroduced = belongsToSentence(writer, size)
    this.#title(node)
    const hasEntries = !isIntroduced && items.some(isEntry)
    const closeList = hasEntries ? undefined : openDefinitionList(writer, size)
    for (const item of items) {
      const [terms, description] = item
      const termLines = span(terms[0] ?? node)
      const tab = description === null ? undefined : onlyCode(description)
      if (tab !== undefined && terms.length === 1) {
        // A tab, or a definition that looks like one: its name becomes the title of the code.
        this.#codeTitle = toPlainText(terms[0]?.text ?? "")
        await description?.content()
        this.#codeTitle = ""
        continue
      }
      const texts = terms.map((term) => term.text ?? "")
      const name = texts.map(toPlainText).join(", ")
      const term = texts.map((text) => boldTerm(toMarkdown(withoutTargets(text)))).join(", ")
      const close = openDefinition(writer, { name, term, lines: termLines, isEntry: hasEntries && isEntry(item) })
      if (description !== null) await this.#description(description)
      close()
    }
    closeList?.()
  }

  async #description(description: AsciidocNode): Promise<void> {
    this.#writer(description).paragraph(toMarkdown(description.text ?? ""), span(description))
    if (description.hasBlocks?.() === true) await description.content()
  }

  async #table(node: AsciidocTable): Promise<void> {
    this.#title(node)
    const writer = this.#writer(node)
    const { header, rows, code } = await flattenTable(node, (document) => this.#blocksOf(document))
    writer.table(header, rows, span(node, rows.length + 1))
    for (const block of code) writer.code(block.language, block.code, block.lines, block.title)
  }

  #blocksOf(document: AsciidocDocument): readonly Block[] {
    return this.#writerByDocument.get(document)?.finish().document.blocks ?? []
  }

  #title(node: AsciidocNode): void {
    const title = titleOf(node)
    if (title !== "") this.#writer(node).paragraph(boldTerm(title), span(node))
  }

  #writer(node: AsciidocNode): BlockWriter {
    const { document } = node
    if (document.parentDocument === null || document.parentDocument === undefined) return this.#main
    let writer = this.#writerByDocument.get(document)
    if (writer === undefined) this.#writerByDocument.set(document, (writer = this.#makeWriter()))
    return writer
  }
}

function titleOf(node: AsciidocNode): string {
  return node.hasTitle?.() === true ? toMarkdown(withoutTargets(node.title ?? "")) : ""
}

/** Contexts of blocks that contain other blocks and show nothing without them. */
const FRAME = /^(?:admonition|example|open|sidebar)$/

/** Returns true for a block without content, usually because its include could not be read. */
function isEmptied({ context, contentModel, lines, blocks = [] }: AsciidocNode): boolean {
  if (context === "listing" || context === "literal")
    return Array.isArray(lines) && lines.every((line) => String(line).trim() === "")
  return FRAME.test(context) && contentModel === "compound" && blocks.every(isEmptied)
}

/** Returns the code block of a description that consists only of code and its callouts. */
function onlyCode(description: AsciidocNode): AsciidocNode | undefined {
  let node = description
  while ((node.text ?? "") === "" && node.blocks?.slice(1).every(({ context }) => context === "colist") === true) {
    const inner = node.blocks[0]
    if (inner === undefined || inner.context === "listing") return inner
    if (inner.context !== "open") return undefined
    node = inner
  }
  return undefined
}

/** Returns true if a definition becomes an entry: if its terms are names, or if it is long. */
function isEntry([terms, description]: AsciidocDefinition): boolean {
  const areNames = terms.every(({ text }) => isEntryName(toPlainText(text ?? ""), isAllCode(text ?? "")))
  return areNames || sizeOf(description) > LONG_DEFINITION_CHARS
}

/** Counts the characters of a description and of the blocks in it. */
function sizeOf(node: AsciidocNode | null): number {
  if (node === null) return 0
  const own = (node.text?.length ?? 0) + (Array.isArray(node.lines) ? node.lines.join("").length : 0)
  return (node.blocks ?? []).reduce((sum, block) => sum + (Array.isArray(block) ? 0 : sizeOf(block)), own)
}

function textOf(content: string | readonly string[] | null): string {
  return typeof content === "string" ? content : (content ?? []).join("\n")
}

/** @param around number of lines of the block that are not content, such as fences. */
function span(node: AsciidocNode, around = 0): LineSpan {
  const start = node.sourceLocation?.lineno ?? 1
  const count = Array.isArray(node.lines) ? node.lines.length : 1
  return { start, end: start + Math.max(1, count) - 1 + around }
}

function headingSpan(node: AsciidocNode): LineSpan {
  const { start } = span(node)
  return { start, end: start }
}
