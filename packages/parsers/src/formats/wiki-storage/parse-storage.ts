import { fromXml } from "xast-util-from-xml"
import { decodeHTML } from "entities"

/** An element of the storage format; elements of the wiki have the prefix `ac:` or `ri:`. */
export interface StorageElement {
  readonly kind: "element"
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly StorageNode[]
  /** Line of the body, from 1. */
  readonly line: number
}

/** A node of the storage format: an element or a run of text. */
export type StorageNode = StorageElement | { readonly kind: "text"; readonly text: string; readonly line: number }

/** HTML entities, except the five that XML defines. */
const NAMED_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)([a-zA-Z][a-zA-Z0-9]{1,31});/g
/** An ampersand that starts no entity, as old editors wrote it. */
const BARE_AMPERSAND = /&(?![a-zA-Z][a-zA-Z0-9]{1,31};|#\d{1,7};|#[xX][0-9a-fA-F]{1,6};)/g
const CDATA = /(<!\[CDATA\[[\s\S]*?(?:\]\]>|$))/
const NAMESPACES = 'xmlns:ac="http://atlassian.com/content" xmlns:ri="http://atlassian.com/resource/identifier"'
/** Deeper elements are unwrapped, because later steps recurse. */
const MAX_DEPTH = 150

type XmlNode = ReturnType<typeof fromXml>["children"][number]

/**
 * Parses the body of a page.
 *
 * @returns the nodes, or in `broken` the XML error and its line.
 */
export function parseStorage(
  body: string,
): { readonly nodes: readonly StorageNode[] } | { readonly broken: string; readonly line: number | undefined } {
  try {
    const [root] = fromXml(`<body ${NAMESPACES}>${resolveEntities(body)}</body>`).children
    return { nodes: root?.type === "element" ? root.children.flatMap((child) => nodesOf(child, 1)) : [] }
  } catch (thrown) {
    const { cause, line } = thrown as { readonly cause?: unknown; readonly line?: number | null }
    const [sentence = ""] = (cause instanceof Error ? cause.message : String(thrown)).split("\n")
    return { broken: sentence.replace(/\s*\(line \d+, column \d+\)/, ""), line: line ?? undefined }
  }
}

/** Replaces HTML entities with their characters, except in CDATA. */
function resolveEntities(body: string): string {
  return body
    .split(CDATA)
    .map((part, at) => (at % 2 === 1 ? part : resolveIn(part)))
    .join("")
}

function resolveIn(text: string): string {
  const resolved = text.replaceAll(NAMED_ENTITY, (entity) => {
    const character = decodeHTML(entity)
    // Unknown entities are shown as written.
    return character === entity ? `&amp;${entity.slice(1)}` : character
  })
  return resolved.replaceAll(BARE_AMPERSAND, "&amp;")
}

function nodesOf(node: XmlNode, depth: number): StorageNode[] {
  const line = node.position?.start.line ?? 1
  if (node.type === "text" || node.type === "cdata") return [{ kind: "text", text: node.value, line }]
  if (node.type !== "element") return []
  const children = node.children.flatMap((child) => nodesOf(child, depth + 1))
  if (depth > MAX_DEPTH) return children
  const attributes = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [name.toLowerCase(), value ?? ""]),
  )
  return [{ kind: "element", name: node.name.toLowerCase(), attributes, children, line }]
}

/** Returns the first child with a name. */
export function childOf({ children }: StorageElement, name: string): StorageElement | undefined {
  return children.find((child): child is StorageElement => child.kind === "element" && child.name === name)
}

/** Returns all text below the nodes. */
export function textOfNodes(nodes: readonly StorageNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.text : textOfNodes(node.children))).join("")
}

/** Returns the value of a macro's parameter; the unnamed one has the empty name. */
export function parameterOf({ children }: StorageElement, name: string): string | undefined {
  for (const child of children) {
    if (child.kind !== "element" || child.name !== "ac:parameter") continue
    if ((child.attributes["ac:name"] ?? "") === name) return textOfNodes(child.children).trim()
  }
  return undefined
}
