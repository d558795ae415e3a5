import type { BlockWriter } from "../../document/block-writer.ts"
import { openAdmonition } from "../../document/writers/admonition.ts"
import { beginApiEntry } from "../../document/writers/api-entry.ts"
import { boldTerm } from "../../document/writers/definition.ts"
import { writeLabel } from "../../document/writers/label.ts"
import type { LineSpan } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { BLOCK_ELEMENTS } from "./html-names.ts"
import { admonitionBodyOf, admonitionKindOf, admonitionTitleOf } from "./admonitions.ts"
import { codeLanguageOf, codeTextOf, isCodeTitle } from "./code-text.ts"
import { isApiList, termsOf } from "./definition-list.ts"
import { classesOf, elementsOf, rawTextOf } from "./html-query.ts"
import type { HtmlElement, HtmlNode } from "./html-tree.ts"
import { gridColumnsOf, parseGrid } from "./grid-table.ts"
import { inlineText, isOnlyImages, plainText } from "./inline-text.ts"
import { isBoilerplate } from "./boilerplate.ts"
import { isLayoutTable, parametersOf, parseTable, type TableParameter } from "./parse-table.ts"
import { findTabLabels, type TabLabels } from "./tab-labels.ts"

/** Classes of elements that Doxygen, Javadoc and TypeDoc use instead of `pre`. */
const CODE_BOXES: ReadonlySet<string> = new Set([
  "fragment",
  "member-signature",
  "memproto",
  "type-signature",
  "tsd-signature",
])

/** Lists that only arrange the sections of a page, in Javadoc and TypeDoc. */
const SECTION_LISTS = /^(?:block-?list(?:last)?|details-list|member-list|summary-list|tsd-signatures)$/i
/** Elements between a signature of TypeDoc and the headings of its parameters. */
const FIELD_STEPS = 6

/** Walks through the content of a page and writes its blocks. */
export class PageWalker {
  readonly #writer: BlockWriter
  readonly #dropped: readonly string[]
  readonly #tabs: TabLabels
  readonly #skipped = new Set<HtmlElement>()
  #run: HtmlNode[] = []
  #codeTitle: string | undefined

  constructor(writer: BlockWriter, content: HtmlElement, dropped: readonly string[]) {
    this.#writer = writer
    this.#dropped = dropped
    this.#tabs = findTabLabels(content)
  }

  /** Writes everything inside an element. */
  walk(element: HtmlElement): void {
    for (const [at, child] of element.children.entries()) {
      const next = element.children[at + 1]
      if (isListOfFiles(child, next)) this.#skipped.add(next)
      else this.#visit(child)
    }
    this.#endRun()
  }

  #visit(node: HtmlNode): void {
    if (node.kind === "text") {
      this.#run.push(node)
      return
    }
    if (this.#tabs.isLabelRow(node) || this.#skipped.has(node)) return
    if (isInline(node)) {
      this.#run.push(node)
      return
    }
    this.#endRun()
    if (!isBoilerplate(node, this.#dropped)) this.#block(node)
  }

  /** Writes the inline content gathered so far as a paragraph. */
  #endRun(): void {
    const run = this.#run
    if (run.length === 0) return
    this.#run = []
    const text = isOnlyImages(run) ? "" : inlineText(run, this.#dropped).trim()
    const [first] = run
    if (text !== "" && first !== undefined) this.#writer.paragraph(text, spanOf(first, run.at(-1)))
  }

  #block(element: HtmlElement): void {
    const { name } = element
    const label = this.#tabs.labelOf(element)
    if (label !== undefined) writeLabel(this.#writer, label, spanOf(element))
    if (/^h[1-6]$/.test(name)) return this.#heading(element)
    if (name === "pre" || classesOf(element).some((word) => CODE_BOXES.has(word))) return this.#code(element)
    if (isCodeTitle(element)) {
      this.#codeTitle = plainText(element, this.#dropped)
      return
    }
    if (admonitionKindOf(element) !== undefined) return this.#admonition(element)
    this.#rememberAnchor(element)
    const columns = gridColumnsOf(element)
    if (columns !== undefined) this.#grid(element, columns)
    else if (name === "ul" && classesOf(element).some((word) => SECTION_LISTS.test(word))) this.#sections(element)
    else if (name === "ul" || name === "ol" || name === "menu") this.#list(element)
    else if (name === "dl") this.#definitions(element)
    else if (name === "table") this.#table(element)
    else if (name === "blockquote") {
      this.#writer.openQuotation()
      this.walk(element)
      this.#writer.close()
    } else if (isLabel(element)) writeLabel(this.#writer, plainText(element, this.#dropped), spanOf(element))
    else this.walk(element)
  }

  /** Sections have the anchor of their first heading. */
  #rememberAnchor({ name, attributes, children }: HtmlElement): void {
    const id = attributes["id"]
    if (id === undefined || (name !== "section" && name !== "div" && name !== "span")) return
    const first = children.find((child) => child.kind === "element")
    if (first?.kind === "element" && /^(?:h[1-6]|div|a|span|header)$/.test(first.name)) this.#writer.anchor(id)
  }

  #heading(element: HtmlElement): void {
    const text = plainText(element, this.#dropped)
    if (text === "") return
    const anchor = element.attributes["id"] ?? innerAnchorOf(element)
    if (isFieldHeading(element)) return writeLabel(this.#writer, text, spanOf(element))
    const isMember = isMemberHeading(element)
    const isCode = isMember || isOnlyCode(element, text) || classesOf(element).includes("code-header")
    // Doxygen gives members the level of the groups that contain them.
    const level = Number(element.name[1]) + (classesOf(element).includes("memtitle") ? 1 : 0)
    this.#writer.heading(level, text, spanOf(element), { anchor, isEntry: isEntryName(text, isCode) })
  }

  #code(element: HtmlElement): void {
    const title = this.#codeTitle
    this.#codeTitle = undefined
    const isSignature = element.name !== "pre" && !classesOf(element).includes("fragment")
    const code = codeTextOf(element, this.#dropped)
    const text = isSignature ? code.replaceAll(/\s+/g, " ").trim() : code
    this.#writer.code(codeLanguageOf(element), text, spanOf(element, deepestOf(element)), title)
  }

  #admonition(element: HtmlElement): void {
    const titleElement = admonitionTitleOf(element)
    const own = titleElement === undefined ? undefined : plainText(titleElement, this.#dropped)
    if (titleElement !== undefined) this.#skipped.add(titleElement)
    const kind = admonitionKindOf(element) ?? "note"
    // Generators give every box a title, so the title alone means nothing.
    openAdmonition(this.#writer, { kind, title: own, line: element.line, isTitleKept: false })
    this.walk(admonitionBodyOf(element))
    this.#writer.close()
  }

  #list(element: HtmlElement): void {
    let count = element.name === "ol" ? Number(element.attributes["start"] ?? 1) || 1 : 0
    this.#writer.openList()
    for (const child of element.children) {
      if (child.kind === "text" || (child.name === "li" && isBoilerplate(child, this.#dropped))) continue
      if (child.name !== "li") {
        this.#visit(child)
        this.#endRun()
        continue
      }
      this.#writer.openItem(count > 0 ? `${count++}.` : "-")
      this.walk(child)
      this.#writer.close()
    }
    this.#writer.close()
  }

  #sections(list: HtmlElement): void {
    for (const child of list.children)
      if (child.kind === "element" && !isBoilerplate(child, this.#dropped)) this.walk(child)
  }

  #grid(grid: HtmlElement, columns: number): void {
    const { header, rows } = parseGrid(grid, columns, this.#dropped)
    this.#writer.table(header, rows, spanOf(grid, deepestOf(grid)))
  }

  #definitions(list: HtmlElement): void {
    const isApi = isApiList(list) && !this.#writer.isNested
    for (const { terms, bodies } of termsOf(list)) {
      const [first, ...others] = terms.filter((term) => !isBoilerplate(term, this.#dropped))
      if (first !== undefined && isApi) this.#beginEntry(first, others)
      else if (first !== undefined) this.#terms([first, ...others])
      for (const body of bodies) if (!isBoilerplate(body, this.#dropped)) this.walk(body)
      if (first !== undefined && isApi) this.#writer.endEntry()
    }
  }

  #beginEntry(term: HtmlElement, others: readonly HtmlElement[]): void {
    const [second] = others
    beginApiEntry(this.#writer, {
      name: plainText(term, this.#dropped),
      signatures: others.map((other) => plainText(other, this.#dropped)).filter((text) => text !== ""),
      lines: spanOf(term),
      signatureLines: second === undefined ? undefined : spanOf(second),
      anchor: term.attributes["id"] ?? innerAnchorOf(term),
    })
  }

  #terms(terms: readonly HtmlElement[]): void {
    for (const term of terms) {
      const text = inlineText(term.children, this.#dropped).replaceAll("\n", " ").trim()
      if (text !== "") this.#writer.term(boldTerm(text), spanOf(term))
    }
  }

  #parameters(parameters: readonly TableParameter[], { line }: HtmlElement): void {
    this.#writer.openList()
    for (const { name, direction, description } of parameters) {
      this.#writer.openItem("-")
      const subject = `\`${name}\`${direction === "" ? "" : ` ${direction}`}`
      this.#writer.paragraph(description === "" ? subject : `${subject}: ${description}`, { start: line, end: line })
      this.#writer.close()
    }
    this.#writer.close()
  }

  #table(element: HtmlElement): void {
    const parameters = parametersOf(element, this.#dropped)
    if (parameters.length > 0) return this.#parameters(parameters, element)
    if (isLayoutTable(element)) return this.walk(element)
    const caption = element.children.find((child) => child.kind === "element" && child.name === "caption")
    if (caption?.kind === "element") writeLabel(this.#writer, plainText(caption, this.#dropped), spanOf(caption))
    const { header, rows } = parseTable(element, this.#dropped)
    this.#writer.table(header, rows, spanOf(element, deepestOf(element)))
  }
}

/** Headings inside one signature of TypeDoc: parameters, return value. */
function isFieldHeading({ name, parent }: HtmlElement): boolean {
  let at = /^h[4-6]$/.test(name) ? parent : undefined
  for (let steps = 0; at !== undefined && steps < FIELD_STEPS; at = at.parent, steps++) {
    if (classesOf(at).includes("tsd-signatures")) return true
  }
  return false
}

/** Returns true for the sentence at the end of a page of Doxygen that introduces a list of source files. */
function isListOfFiles(node: HtmlNode, next: HtmlNode | undefined): next is HtmlElement {
  if (node.kind !== "text" || next?.kind !== "element" || next.name !== "ul") return false
  return /^\s*The documentation for this [\w ]{1,40} was generated from the following files?:\s*$/.test(node.text)
}

/** Headings of members in pages of Javadoc, Doxygen and TypeDoc: plain words that name a declaration below. */
function isMemberHeading(element: HtmlElement): boolean {
  const { parent } = element
  if (classesOf(element).includes("memtitle")) return true
  return parent?.name === "section" && classesOf(parent).some((word) => word === "detail" || word === "tsd-member")
}

/** Returns true for inline elements, except those with block content, as in cards and components. */
function isInline(element: HtmlElement): boolean {
  if (BLOCK_ELEMENTS.has(element.name)) return false
  for (const inner of elementsOf(element)) if (BLOCK_ELEMENTS.has(inner.name) && inner.name !== "wbr") return false
  return !isCodeTitle(element) && !isLabel(element)
}

/** Summaries, and labels of tabs that are next to their panels. */
function isLabel({ name, children, attributes }: HtmlElement): boolean {
  if (name === "label") return /(?:^|\s)(?:sd-tab-label|tabbed-label)(?:\s|$)/.test(attributes["class"] ?? "")
  if (name !== "summary") return false
  return !children.some((child) => child.kind === "element" && BLOCK_ELEMENTS.has(child.name))
}

function innerAnchorOf(element: HtmlElement): string | undefined {
  const inner = element.children.find((child) => child.kind === "element")
  return inner?.kind === "element" ? (inner.attributes["id"] ?? inner.attributes["name"]) : undefined
}

function isOnlyCode(element: HtmlElement, text: string): boolean {
  const code = element.children.find((child) => child.kind === "element" && child.name === "code")
  return code?.kind === "element" && rawTextOf(code).replaceAll(/\s+/g, " ").trim() === text
}

function deepestOf(element: HtmlElement): HtmlNode {
  let last: HtmlNode = element
  for (let next: HtmlNode | undefined = element; next !== undefined;) {
    last = next
    next = next.kind === "element" ? next.children.at(-1) : undefined
  }
  return last
}

function spanOf(first: HtmlNode, last: HtmlNode = first): LineSpan {
  const end = last.kind === "text" ? last.line + (last.text.match(/\n/g)?.length ?? 0) : last.line
  return { start: first.line, end: Math.max(first.line, end) }
}
