import type { HtmlElement, HtmlNode } from "../html/html-tree.ts"
import { isHtmlElement } from "../html/html-names.ts"
import { expandMacro } from "./macros.ts"
import { childOf, type StorageElement, type StorageNode, textOfNodes } from "./parse-storage.ts"

/** HTML attributes that affect the text, unlike classes and styles of the editor. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(["colspan", "rowspan", "start", "class", "open"])
/** Elements of the wiki whose text is not part of the page. */
const DROPPED: ReadonlySet<string> = new Set([
  "ac:parameter",
  "ac:placeholder",
  "ac:emoticon",
  "ac:task-id",
  "ac:task-uuid",
  "ac:adf-fallback",
  "ac:adf-attribute",
  "ac:adf-parameter",
  "ri:user",
])

/** Reports a part of a page that cannot be parsed. */
export type NoteProblem = (message: string, line: number) => void

/** An HTML element that a macro was converted to, with wiki nodes as children. */
export interface Written {
  readonly name: string
  readonly className?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children: readonly (StorageNode | Written | string)[]
}

/** Converts the nodes of a page to the tree of an HTML page. */
export function storageTree(nodes: readonly StorageNode[], note: NoteProblem): HtmlElement {
  const root: HtmlElement = { kind: "element", name: "", attributes: {}, children: [], parent: undefined, line: 1 }
  for (const node of nodes) appendNode(root, node, note)
  return root
}

function appendNode(parent: HtmlElement, node: StorageNode, note: NoteProblem): void {
  if (node.kind === "text") {
    parent.children.push({ kind: "text", text: node.text, line: node.line })
    return
  }
  const written = rewrite(node, parent, note)
  for (const child of written) append(parent, child, { line: node.line, note })
}

function append(
  parent: HtmlElement,
  child: StorageNode | Written | string,
  location: { readonly line: number; readonly note: NoteProblem },
): void {
  if (typeof child === "string") {
    parent.children.push({ kind: "text", text: child, line: location.line })
    return
  }
  if ("kind" in child) return appendNode(parent, child, location.note)
  const { name, className, attributes = {}, children } = child
  const element: HtmlElement = {
    kind: "element",
    name,
    attributes: className === undefined ? attributes : { ...attributes, class: className },
    children: [],
    parent,
    line: location.line,
  }
  parent.children.push(element)
  for (const inner of children) append(element, inner, location)
  if (name === "table" && !isInTable(parent)) hoistCode(element)
}

function rewrite(
  node: StorageElement,
  parent: HtmlElement,
  note: NoteProblem,
): readonly (StorageNode | Written | string)[] {
  const { name, children } = node
  if (name === "ac:structured-macro" || name === "ac:macro") return expandMacro(node, note)
  if (DROPPED.has(name)) return []
  if (name === "ac:link" || name === "ac:image") return name === "ac:link" ? linkText(node) : captionOf(node)
  if (name === "ac:task-list") return [{ name: "ul", children }]
  if (name === "ac:task") return [task(node)]
  if (name === "time") return [node.attributes["datetime"] ?? "", ...children]
  if (name === "ac:adf-node" && node.attributes["type"] === "panel") return [adfPanel(node)]
  if (name === "table" && isInTable(parent)) return flatRows(node)
  if (/^h[1-6]$/.test(name) && isInTable(parent)) return [{ name: "p", children: [{ name: "strong", children }] }]
  if (name.includes(":")) {
    const isBlock = /^ac:(?:layout|rich-text-body|adf-content|adf-extension|task-body)/.test(name)
    return isBlock ? [{ name: "div", children }] : children
  }
  return isHtmlElement(name) ? [{ name, attributes: keptAttributes(node), children }] : children
}

function keptAttributes({ name, attributes }: StorageElement): Readonly<Record<string, string>> {
  const kept = Object.entries(attributes).filter(
    ([key]) => KEPT_ATTRIBUTES.has(key) && (key !== "class" || name === "code"),
  )
  return Object.fromEntries(kept)
}

/** Returns the text of a link, or else its target. */
function linkText(link: StorageElement): readonly (StorageNode | string)[] {
  const body = childOf(link, "ac:link-body") ?? childOf(link, "ac:plain-text-link-body")
  if (body !== undefined && (body.name === "ac:link-body" || textOfNodes(body.children).trim() !== "")) {
    return body.children
  }
  const page = childOf(link, "ri:page") ?? childOf(link, "ri:blog-post")
  return [
    page?.attributes["ri:content-title"] ??
      childOf(link, "ri:attachment")?.attributes["ri:filename"] ??
      childOf(link, "ri:url")?.attributes["ri:value"] ??
      childOf(link, "ri:space")?.attributes["ri:space-key"] ??
      link.attributes["ac:anchor"] ??
      "",
  ]
}

/** Images are skipped, but their captions are kept. */
function captionOf(image: StorageElement): readonly Written[] {
  const caption = childOf(image, "ac:caption")
  return caption === undefined ? [] : [{ name: "p", children: caption.children }]
}

function task(element: StorageElement): Written {
  const status = childOf(element, "ac:task-status")
  const isDone = status !== undefined && textOfNodes(status.children).trim() === "complete"
  const body = childOf(element, "ac:task-body")
  return { name: "li", children: [isDone ? "[x] " : "[ ] ", ...(body?.children ?? [])] }
}

/** Panels of the new editor, which has its own format for some types. */
function adfPanel(node: StorageElement): Written {
  const kind = node.children.find(
    (child) =>
      child.kind === "element" && child.name === "ac:adf-attribute" && child.attributes["key"] === "panel-type",
  )
  const word = kind?.kind === "element" ? textOfNodes(kind.children).trim() : "note"
  return { name: "div", className: `admonition ${/^\w+$/.test(word) ? word : "note"}`, children: node.children }
}

/** Tables cannot be nested: each row of a table in a cell becomes a line. */
function flatRows(table: StorageElement): readonly Written[] {
  const rows: Written[] = []
  const visit = (element: StorageElement): void => {
    for (const child of element.children) {
      if (child.kind === "text") continue
      if (child.name !== "tr") {
        visit(child)
        continue
      }
      const cells = child.children.filter((cell) => cell.kind === "element")
      const parts = cells.flatMap((cell, at) => [...(at === 0 ? [] : [", "]), ...cell.children])
      rows.push({ name: "p", children: parts })
    }
  }
  visit(table)
  return rows
}

function isInTable(element: HtmlElement | undefined): boolean {
  for (let at = element; at !== undefined; at = at.parent) if (at.name === "td" || at.name === "th") return true
  return false
}

/** Moves code of several lines below its table, because it does not fit into a cell. */
function hoistCode(table: HtmlElement): void {
  const found: HtmlElement[] = []
  const visit = (element: HtmlElement): void => {
    for (const [at, child] of [...element.children.entries()].toReversed()) {
      if (child.kind === "text") continue
      if (child.name === "pre" && lineCountOf(child) > 1) {
        element.children.splice(at, 1)
        found.unshift(child)
      } else visit(child)
    }
  }
  visit(table)
  table.parent?.children.push(...found)
}

function lineCountOf(element: HtmlElement): number {
  const text = (node: HtmlNode): string => (node.kind === "text" ? node.text : node.children.map(text).join(""))
  return text(element).trim().split("\n").length
}
