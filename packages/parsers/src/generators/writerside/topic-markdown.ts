import { DomUtils, parseDocument } from "htmlparser2"
import { codeSpan } from "../../formats/html/inline-text.ts"
import { fenced } from "../../document/fences.ts"
import { dedent } from "../includes/select-lines.ts"
import type { CodeReference } from "./code.ts"
import { fillVariables } from "./project.ts"

type ChildNode = ReturnType<typeof parseDocument>["children"][number]
type Element = Extract<ChildNode, { readonly attribs: unknown }>

/** What a topic needs from other files. */
export interface TopicSurroundings {
  /** Variables so far; a topic can set more. */
  readonly variables: Map<string, string>
  /** Returns the Markdown of an element of another topic. */
  include(from: string, id: string, variables: ReadonlyMap<string, string>): string
  /** Returns the fence with the code that a reference names. */
  code(reference: CodeReference): string | undefined
  /** Returns the title of another topic. */
  titleOf(target: string): string | undefined
}

/** Deeper elements are left out. */
const MAX_DEPTH = 60
/** Elements that configure the page or are shown on other pages only. */
const UNSHOWN = new Set([
  "show-structure",
  "primary-label",
  "secondary-label",
  "link-summary",
  "card-summary",
  "web-summary",
  "title",
  "seealso",
  "help-id",
  "web-file-name",
])
const BOLD = new Set(["b", "strong", "control", "ui-path"])
const ITALIC = new Set(["i", "em", "emphasis"])
const CODE = new Set(["code", "path", "shortcut"])
const INLINE = new Set([...BOLD, ...ITALIC, ...CODE, "a", "format", "tooltip", "sub", "sup", "math", "img", "br"])
const NOTES = new Set(["note", "tip", "warning"])

/** A block of Markdown, and the index in the XML at which its element starts. */
export interface TopicBlock {
  readonly text: string
  readonly start: number
}

/** Converts the XML of Writerside to blocks of Markdown. Invalid XML is converted as far as possible. */
export function topicBlocks(xml: string, around: TopicSurroundings): readonly TopicBlock[] {
  const { children } = parseDocument(xml, { xmlMode: true, withStartIndices: true })
  return new TopicWriter(around).blocks(children, 1, 0)
}

/** Converts the XML of Writerside to Markdown. */
export function topicMarkdown(xml: string, around: TopicSurroundings): string {
  return joined(topicBlocks(xml, around))
}

class TopicWriter {
  readonly #around: TopicSurroundings

  constructor(around: TopicSurroundings) {
    this.#around = around
  }

  /** Writes elements as blocks of Markdown. @param level of the next heading. */
  blocks(nodes: readonly ChildNode[], level: number, depth: number): readonly TopicBlock[] {
    if (depth > MAX_DEPTH) return []
    const blocks: TopicBlock[] = []
    let words: ChildNode[] = []
    const endParagraph = () => {
      const text = this.#inline(words).trim()
      if (text !== "") blocks.push({ text, start: words[0]?.startIndex ?? 0 })
      words = []
    }
    for (const node of nodes) {
      if (!isElement(node) || INLINE.has(node.name)) words.push(node)
      else {
        endParagraph()
        for (const block of this.#block(node, level, depth + 1)) {
          const { text, start } = typeof block === "string" ? { text: block, start: node.startIndex ?? 0 } : block
          if (text !== "") blocks.push({ text, start })
        }
      }
    }
    endParagraph()
    return blocks
  }

  #block(element: Element, level: number, depth: number): readonly (string | TopicBlock)[] {
    const { name, attribs, children } = element
    const inner = () => this.blocks(children, level, depth)
    if (UNSHOWN.has(name)) return []
    if (NOTES.has(name)) return [quoted(joined(inner()))]
    switch (name) {
      case "topic":
      case "chapter":
        return [this.#heading(element, level), ...this.blocks(children, level + 1, depth)]
      case "list":
      case "procedure":
        return [bold(this.#fill(attribs["title"])), this.#list(element, level, depth)]
      case "def":
        return [item("- ", `${bold(this.#fill(attribs["title"]))}\n\n${joined(inner())}`)]
      case "tab":
      case "tabs":
        return [this.#openTab(element), ...inner(), `</${name}>`]
      case "compare":
        return this.#compared(element)
      case "code-block":
        return [this.#code(element) ?? ""]
      case "table":
        return [this.#table(element)]
      case "var":
        this.#around.variables.set(attribs["name"] ?? "", this.#fill(attribs["value"]))
        return []
      case "include":
        return [this.#include(element)]
      default:
        return inner()
    }
  }

  /** Tabs are elements that the parser of Markdown labels as well. */
  #openTab({ name, attribs }: Element): string {
    return name === "tabs" ? "<tabs>" : `<tab title="${this.#fill(attribs["title"]).replaceAll('"', "'")}">`
  }

  #heading({ attribs, children }: Element, level: number): string {
    const written = elementsOf(children).find(({ name }) => name === "title")
    const title =
      attribs["title"] === undefined ? this.#inline(written?.children ?? []) : escaped(this.#fill(attribs["title"]))
    const text = title.replaceAll(/\s+/g, " ").trim()
    return text === ""
      ? ""
      : `${"#".repeat(Math.min(level, 6))} ${text}${attribs["id"] && level > 1 ? ` {#${attribs["id"]}}` : ""}`
  }

  #list({ name, attribs, children }: Element, level: number, depth: number): string {
    const isOrdered = name === "procedure" ? attribs["type"] !== "choices" : /decimal|alpha/.test(attribs["type"] ?? "")
    let number = 0
    const written = elementsOf(children).map((child) => {
      if (child.name !== "li" && child.name !== "step") return joined(this.blocks([child], level, depth))
      number++
      return item(isOrdered ? `${number}. ` : "- ", joined(this.blocks(child.children, level, depth)))
    })
    return written.filter((text) => text !== "").join("\n\n")
  }

  #compared({ attribs, children }: Element): readonly string[] {
    const titles = [attribs["first-title"] ?? "Before", attribs["second-title"] ?? "After"]
    const blocks = elementsOf(children).filter(({ name }) => name === "code-block")
    return blocks.map((block, index) => this.#code(block, this.#fill(titles[index])) ?? "")
  }

  #code({ attribs, children }: Element, title = this.#fill(attribs["title"])): string | undefined {
    const language = (attribs["lang"] ?? "").toLowerCase()
    const src = attribs["src"]
    if (src !== undefined) {
      const [lines, symbol] = [attribs["include-lines"], attribs["include-symbol"]]
      return this.#around.code({ src: this.#fill(src), language, lines, symbol, title })
    }
    const text = dedent(
      DomUtils.textContent(children)
        .replace(/^(?:[ \t]*\n)+/, "")
        .trimEnd(),
    )
    return text === "" ? undefined : fenced(this.#fill(text), language, title)
  }

  #table({ children }: Element): string {
    const rows = rowsIn(children).map((row) =>
      elementsOf(row.children).map((cell) =>
        joined(this.blocks(cell.children, 6, 0))
          .replaceAll(/\s*\n\s*/g, " ")
          .replaceAll("|", String.raw`\|`),
      ),
    )
    const [head = [], ...rest] = rows
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
    return head.length === 0 ? "" : [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n")
  }

  #include({ attribs, children }: Element): string {
    const own = new Map(this.#around.variables)
    for (const { name, attribs: set } of elementsOf(children)) {
      if (name === "var") own.set(set["name"] ?? "", this.#fill(set["value"]))
    }
    return this.#around.include(this.#fill(attribs["from"]), attribs["element-id"] ?? "", own)
  }

  #inline(nodes: readonly ChildNode[]): string {
    return nodes
      .map((node) => {
        if (isElement(node)) return this.#inlineElement(node)
        return DomUtils.isText(node) ? escaped(this.#fill(node.data)) : ""
      })
      .join("")
      .replaceAll(/\s+/g, " ")
  }

  #inlineElement(element: Element): string {
    const { name, attribs, children } = element
    const text = this.#inline(children).trim()
    if (CODE.has(name)) return codeSpan(this.#fill(DomUtils.textContent(children)))
    if (BOLD.has(name)) return bold(text)
    if (ITALIC.has(name)) return text === "" ? "" : `*${text}*`
    if (name !== "a") return name === "img" ? "" : text
    const target = this.#fill(attribs["href"]) + (attribs["anchor"] === undefined ? "" : `#${attribs["anchor"]}`)
    const label = text || (this.#around.titleOf(target) ?? "")
    return label === "" ? "" : `[${label}](${target.replaceAll(/[()\s]/g, encodeURIComponent)})`
  }

  #fill(text = ""): string {
    return fillVariables(text, this.#around.variables)
  }
}

function isElement(node: ChildNode): node is Element {
  return "attribs" in node
}

function elementsOf(nodes: readonly ChildNode[]): readonly Element[] {
  return nodes.filter(isElement)
}

function rowsIn(nodes: readonly ChildNode[]): readonly Element[] {
  return elementsOf(nodes).flatMap((row) => (/^t(?:head|body|foot)$/.test(row.name) ? rowsIn(row.children) : [row]))
}

function bold(text: string): string {
  return text === "" ? "" : `**${text}**`
}

/** Escapes characters that are markup in Markdown or MDX. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}<[\]]/g, String.raw`\$&`)
}

function joined(blocks: readonly TopicBlock[]): string {
  return blocks.map(({ text }) => text).join("\n\n")
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")
}

function item(mark: string, text: string): string {
  const [first = "", ...rest] = text.trim().split("\n")
  return [mark + first, ...rest.map((line) => (line === "" ? "" : " ".repeat(mark.length) + line))].join("\n")
}
