import type { PhrasingContent, Root, RootContent, Table } from "mdast"
import { parseAlert } from "../../document/alert.ts"
import type { BlockWriter } from "../../document/block-writer.ts"
import { componentText, parameterText } from "../../document/writers/component-text.ts"
import type { LineSpan } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { withPlaceholders } from "../../document/heading-text.ts"
import { isAdmonitionKind, openAdmonition } from "../../document/writers/admonition.ts"
import { isCondition } from "../../document/writers/condition-label.ts"
import { stateOfComponent } from "../../document/writers/state-component.ts"
import { languageTitle } from "../../document/writers/language-title.ts"
import { openLabel, writeLabel } from "../../document/writers/label.ts"
import { isHidden, isHtmlElement } from "../html/html-names.ts"
import { writeHtml } from "../html/html-walker.ts"
import { parseFenceInfo } from "../../document/language-label.ts"
import { shownCode, shownLanguage } from "../../document/shown-code.ts"
import { isTab, labelCodeGroup, labelItems, labelTabs, labelVariants } from "./label-tabs.ts"
import { prefixCondition } from "./condition-prefix.ts"
import { embeddedHtmlOf } from "./embedded-html.ts"
import { parseJsxTable } from "./jsx-table.ts"
import { expressionText, type JsxElement, parseJsxAttributes } from "./jsx-attributes.ts"
import { moveLeadWords } from "./lead-words.ts"
import { listCards } from "./link-cards.ts"
import { listProperties } from "./property-lists.ts"
import { parsePropertyRows } from "./property-rows.ts"
import { titleSteps } from "./step-titles.ts"
import { labelPanels, labelParts } from "./tab-panels.ts"
import { terminalText } from "./terminal-text.ts"
import { isOnlyImages, renderPhrasing, renderPlainPhrasing } from "./render-phrasing.ts"

const MAX_DEPTH = 200
const DROPPED = new Set(["script", "style", "svg", "head"])
const CODE_COMPONENT = /code|snippet|terminal|highlight|^pre$|sandpack|playground|command|file$/i
const CONTAINER_OPENER = /(?<=^|\n):{3,}[ \t]*([A-Za-z][\w-]*)(?:\[([^\]]*)\]|[ \t]+([^\n]*))?/
/** A line that opens or closes a container; the closing marker may be at the end of a line. */
const CONTAINER_LINE =
  /(?<=^|\n):{3,}[ \t]*(?:([A-Za-z][\w-]*)(?:\[([^\]]*)\]|[ \t]+([^\n]*))?|(?=\n|$))|[ \t]:{3}(?=\n|$)/

/** Walks over the tree of an MDX page and writes it as blocks. */
export class MdxWalker {
  readonly #writer: BlockWriter
  readonly #embeddedHtml: readonly string[]
  /** Functions that close the open containers. */
  readonly #containers: (() => void)[] = []

  /** @param embeddedHtml what `takeEmbeddedHtml` took out of the page. */
  constructor(writer: BlockWriter, embeddedHtml: readonly string[] = []) {
    this.#writer = writer
    this.#embeddedHtml = embeddedHtml
  }

  walk(root: Root): void {
    this.#nodes(root.children, 0)
  }

  /** Writes nodes as blocks. Inline content between them, as in a tag that opens and closes on one line, becomes a paragraph. */
  #nodes(nodes: readonly RootContent[], depth: number): void {
    if (depth > MAX_DEPTH) return
    labelVariants(nodes)
    let run: PhrasingContent[] = []
    for (const node of listCards(nodes)) {
      if (isPhrasing(node)) run.push(node)
      else {
        this.#phrasing(run, depth)
        run = []
        this.#node(node, depth)
      }
    }
    this.#phrasing(run, depth)
  }

  #phrasing(run: readonly PhrasingContent[], depth: number): void {
    const first = run[0]
    const last = run.at(-1)
    if (first !== undefined && last !== undefined) {
      this.#paragraph(run, { start: spanOf(first).start, end: spanOf(last).end }, depth)
    }
  }

  #node(node: RootContent, depth: number): void {
    const writer = this.#writer
    switch (node.type) {
      case "paragraph":
        return this.#paragraph(node.children, spanOf(node), depth)
      case "heading": {
        const { text, isCode } = renderPlainPhrasing(node.children)
        const { name, anchor } = takeAnchor(withPlaceholders(text), node.children)
        return writer.heading(node.depth, name, spanOf(node), { anchor, isEntry: isEntryName(name, isCode) })
      }
      case "code": {
        const info = `${node.lang ?? ""} ${node.meta ?? ""}`
        const { language, title } = parseFenceInfo(info)
        const shown = shownCode(info, node.value)
        return writer.code(shownLanguage(language, node.value), shown, spanOf(node), title)
      }
      case "table":
        return this.#table(node)
      case "list": {
        writer.openList()
        for (const [index, item] of node.children.entries()) {
          writer.openItem(
            node.ordered === true
              ? `${(node.start ?? 1) + index}.`
              : item.checked === null || item.checked === undefined
                ? "-"
                : `- [${item.checked ? "x" : " "}]`,
          )
          this.#nodes(item.children, depth + 1)
          writer.close()
        }
        return writer.close()
      }
      case "blockquote":
        return this.#quotation(node.children, spanOf(node), depth)
      case "footnoteDefinition":
        writer.openList()
        writer.openItem(`[^${node.label ?? node.identifier}]:`)
        this.#nodes(node.children, depth + 1)
        writer.close()
        return writer.close()
      case "mdxJsxFlowElement":
      case "mdxJsxTextElement":
        return this.#element(node, depth)
      case "mdxFlowExpression":
        return this.#expression(expressionText(node.data?.estree), spanOf(node), "", false)
      default:
        return undefined
    }
  }

  #paragraph(children: readonly PhrasingContent[], lines: LineSpan, depth: number): void {
    // For the parser, a tag with its content on one line is part of a paragraph; for readers, it is a block.
    if (children.some(isBlockElement) && children.every((child) => isElementOrSpace(child))) {
      for (const child of children) if (child.type === "mdxJsxTextElement") this.#element(child, depth + 1)
      return
    }
    if (isOnlyImages(children)) this.#writer.leaveOut()
    else this.#containerText(renderPhrasing(children), lines)
  }

  /** Writes text whose lines may open and close containers: `:::note Title` of Docusaurus and Starlight, `:::`. */
  #containerText(text: string, lines: LineSpan): void {
    let rest = text
    while (rest !== "") {
      const isOpen = this.#containers.length > 0
      const marker = (isOpen ? CONTAINER_LINE : CONTAINER_OPENER).exec(rest)
      if (marker === null) return this.#writer.paragraph(rest, lines)
      const end = marker.index + marker[0].length
      // Formatters join the closing line of a container with the text before it.
      this.#writer.paragraph(rest.slice(0, marker.index), lines)
      rest = rest.slice(end).trim()
      const [, name, bracketed, plain] = marker
      if (name === undefined) {
        this.#containers.pop()?.()
      } else {
        this.#openContainer(name, bracketed ?? plain, lines.start)
      }
    }
  }

  #openContainer(name: string, title: string | undefined, line: number): void {
    const language = title === undefined ? languageTitle(name) : ""
    if (isAdmonitionKind(name)) {
      openAdmonition(this.#writer, { kind: name, title, line })
      this.#containers.push(() => this.#writer.close())
    } else if (language !== "")
      this.#containers.push(openLabel(this.#writer, language, { start: line, end: line }, "none"))
    else {
      writeLabel(this.#writer, title ?? "", { start: line, end: line })
      this.#containers.push(() => undefined)
    }
  }

  /** Opens a tab, or content for some readers. @returns closes it; undefined for other components. */
  #openPart(element: JsxElement, label: string, at: LineSpan): (() => void) | undefined {
    const name = element.name ?? ""
    if (isTab(name)) return openLabel(this.#writer, label, at, firstHeading(element.children))
    if (!isCondition(name)) return undefined
    return openLabel(this.#writer, label !== "" && prefixCondition(element, label) ? "" : label, at, "none")
  }

  #quotation(children: readonly RootContent[], lines: LineSpan, depth: number): void {
    const first = children[0]
    const opening = first?.type === "paragraph" ? first.children[0] : undefined
    const hasMore = first?.type === "paragraph" && first.children.length > 1
    const alert = opening?.type === "text" ? parseAlert(opening.value, children.length === 1 || hasMore) : undefined
    if (first?.type !== "paragraph" || alert === undefined) {
      this.#writer.openQuotation()
      this.#nodes(children, depth + 1)
    } else {
      openAdmonition(this.#writer, { kind: alert.kind, title: alert.title, line: lines.start })
      const body: PhrasingContent[] = [{ type: "text", value: alert.body }, ...first.children.slice(1)]
      this.#writer.paragraph(renderPhrasing(body), spanOf(first))
      this.#nodes(children.slice(1), depth + 1)
    }
    this.#writer.close()
  }

  #element(element: JsxElement, depth: number): void {
    const name = element.name ?? ""
    const attributes = parseJsxAttributes(element)
    if (DROPPED.has(name) || isHidden(attributes)) return
    const embedded = embeddedHtmlOf(attributes, this.#embeddedHtml)
    if (embedded !== undefined) return writeHtml(this.#writer, embedded, spanOf(element).start)
    if (isHtmlElement(name)) return this.#html(element, name, attributes, depth)
    listProperties(element)
    titleSteps(element)
    labelPanels(element)
    labelParts(element)
    const terminal = terminalText(element)
    if (terminal !== undefined) return this.#writer.code(terminal.language, terminal.code, spanOf(element))
    const state = stateOfComponent(name)
    if (state !== undefined && element.children.every(isPhrasing))
      return this.#writer.paragraph(
        renderPhrasing([{ ...element, type: "mdxJsxTextElement" } as PhrasingContent]),
        spanOf(element),
      )
    if (name === "Tabs") labelTabs(element)
    else if (name === "CodeGroup") labelCodeGroup(element)
    else labelItems(element)
    moveLeadWords(element, attributes)
    const shown = componentText(name, attributes)
    const lines = spanOf(element)
    const at = { start: lines.start, end: lines.start }
    if (shown.admonition !== undefined) {
      this.#writer.openAdmonition(shown.admonition, lines.start)
      this.#writer.paragraph(shown.text ?? "", at)
      this.#nodes(element.children, depth + 1)
      return this.#writer.close()
    }
    const closeTab = this.#openPart(element, shown.label ?? "", at)
    if (shown.label !== undefined && closeTab === undefined) writeLabel(this.#writer, shown.label, at)
    if (shown.parameter !== undefined) {
      this.#writer.openList()
      this.#writer.openItem("-")
      this.#writer.term([shown.parameter, shown.text ?? ""].join(" "), at)
    } else this.#writer.paragraph(shown.text ?? "", at)
    this.#properties(element, at)
    this.#codeOf(element, name, attributes, shown.command)
    closeTab?.()
    if (shown.parameter === undefined) return
    this.#writer.close()
    this.#writer.close()
  }

  #properties(element: JsxElement, at: LineSpan): void {
    const rows = parsePropertyRows(element)
    if (rows.length === 0) return
    this.#writer.openList()
    for (const { name, details, text } of rows) {
      this.#writer.openItem("-")
      this.#writer.term([parameterText(name, details), text].filter(Boolean).join(" "), at)
      this.#writer.close()
    }
    this.#writer.close()
  }

  #codeOf(
    element: JsxElement,
    name: string,
    attributes: Readonly<Record<string, string>>,
    command: string | undefined,
    depth = 0,
  ): void {
    const lines = spanOf(element)
    const language = parseFenceInfo(attributes["language"] ?? attributes["lang"] ?? "").language
    if (command !== undefined) this.#writer.code("bash", command, lines)
    const code = attributes["code"] ?? attributes["source"]
    if (code !== undefined && (code.includes("\n") || CODE_COMPONENT.test(name)))
      this.#writer.code(language, code, lines, attributes["filename"])
    const isCode = CODE_COMPONENT.test(name)
    const expressions = element.children.filter(
      (child) => child.type === "mdxFlowExpression" || child.type === "mdxTextExpression",
    )
    for (const child of isCode ? expressions : []) {
      this.#expression(expressionText(child.data?.estree), spanOf(child), language, true)
    }
    this.#nodes(isCode ? element.children.filter((child) => !isExpression(child)) : element.children, depth + 1)
  }

  #expression(text: string | undefined, lines: LineSpan, language: string, isCode: boolean): void {
    if (text === undefined || text.trim() === "") return
    if (isCode || text.trim().includes("\n")) this.#writer.code(language, text, lines)
    else this.#writer.paragraph(text, lines)
  }

  #html(element: JsxElement, name: string, attributes: Readonly<Record<string, string>>, depth: number): void {
    const lines = spanOf(element)
    const inline = (): PhrasingContent[] =>
      element.children.flatMap((child) => (child.type === "paragraph" ? child.children : [child as PhrasingContent]))
    if (/^h[1-6]$/.test(name)) {
      const { text, isCode } = renderPlainPhrasing(inline())
      return this.#writer.heading(Number(name[1]), text, lines, {
        anchor: attributes["id"],
        isEntry: isEntryName(text, isCode),
      })
    }
    if (name === "table") {
      const table = parseJsxTable(element)
      if (table !== undefined) return this.#writer.table(table.header, table.rows, lines)
    }
    if (name === "img") return this.#writer.leaveOut()
    if (name === "a" && element.children.length === 0)
      return this.#writer.anchor(attributes["id"] ?? attributes["name"] ?? "")
    if (name === "summary" || name === "dt") return writeLabel(this.#writer, renderPhrasing(inline()), lines)
    const isFramed = name === "ul" || name === "ol" || name === "li" || name === "blockquote"
    if (name === "li") this.#writer.openItem("-")
    else if (name === "blockquote") this.#writer.openQuotation()
    else if (isFramed) this.#writer.openList()
    if (name === "pre") this.#codeOf(element, name, attributes, undefined, depth)
    else if (element.children.every(isPhrasing)) this.#writer.paragraph(renderPhrasing(inline()), lines)
    else this.#nodes(element.children, depth + 1)
    if (isFramed) this.#writer.close()
  }

  #table(table: Table): void {
    const [header = [], ...rows] = table.children.map((row) =>
      row.children.map((cell) => renderPhrasing(cell.children)),
    )
    // Without an empty line between them, the closing line of a container is read as a row.
    const isClosed = this.#containers.length > 0 && /^:{3,}$/.test((rows.at(-1) ?? []).join("").trim())
    this.#writer.table(header, isClosed ? rows.slice(0, -1) : rows, spanOf(table))
    if (isClosed) this.#containers.pop()?.()
  }
}

/** Components with headings are not nested deeper in a tab. */
const MAX_HEADING_DEPTH = 4

/** Returns the first heading among nodes, or in components among them. */
function firstHeading(nodes: readonly RootContent[], depth = 0): { level: number; text: string } | undefined {
  for (const node of depth > MAX_HEADING_DEPTH ? [] : nodes) {
    if (node.type === "heading") return { level: node.depth, text: renderPlainPhrasing(node.children).text }
    const inner = node.type === "mdxJsxFlowElement" ? firstHeading(node.children, depth + 1) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

const PHRASING = new Set(
  "text inlineCode emphasis strong delete link linkReference image imageReference break footnoteReference mdxTextExpression mdxJsxTextElement".split(
    " ",
  ),
)
const INLINE_ELEMENT = /^(?:a|img|Image|code|strong|b|em|i|u|span|kbd|br|sup|sub|abbr|small|mark|Link|Badge)$/

function isPhrasing(node: RootContent): node is PhrasingContent {
  return PHRASING.has(node.type)
}

function isExpression(node: RootContent): boolean {
  return node.type === "mdxFlowExpression" || node.type === "mdxTextExpression"
}

function isBlockElement(node: PhrasingContent): boolean {
  return (
    node.type === "mdxJsxTextElement" &&
    !INLINE_ELEMENT.test(node.name ?? "") &&
    stateOfComponent(node.name ?? "") === undefined
  )
}

function isElementOrSpace(node: PhrasingContent): boolean {
  return isBlockElement(node) || node.type === "mdxTextExpression" || (node.type === "text" && node.value.trim() === "")
}

/** Markers of Fumadocs at the end of a heading: its id, a step, in or out of the table of contents. */
const HEADING_SIGN = /\s+\[(?:#([\w:.-]+)|step|!?toc)\]$/

/** Extracts the id of a heading: as `{#id}` (an expression in MDX, so only text if escaped), as a comment, or in brackets. */
function takeAnchor(text: string, children: readonly PhrasingContent[]): { name: string; anchor: string | undefined } {
  const sign = children.at(-1)?.type === "text" ? HEADING_SIGN.exec(text) : null
  if (sign !== null) return { name: text.slice(0, sign.index), anchor: sign[1] }
  const escaped = /\s*\\?\{#([\w:.-]+)\\?\}\s*$/.exec(text)
  if (escaped !== null) return { name: text.slice(0, escaped.index), anchor: escaped[1] }
  const last = children.at(-1)
  const comment = last?.type === "mdxTextExpression" ? /^\s*\/\*\s*#?([\w:.-]+)\s*\*\/\s*$/.exec(last.value) : null
  return { name: text, anchor: comment?.[1] }
}

function spanOf(node: { position?: { start: { line: number }; end: { line: number } } | undefined }): LineSpan {
  return { start: node.position?.start.line ?? 1, end: node.position?.end.line ?? 1 }
}
