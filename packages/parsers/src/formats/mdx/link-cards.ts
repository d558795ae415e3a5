import type { List, ListItem, Nodes, RootContent } from "mdast"
import { type JsxElement, parseJsxAttributes } from "./jsx-attributes.ts"

const CARD = /Card$/
/** Containers in a card are not nested deeper. */
const MAX_DEPTH = 4

/**
 * Makes cards that are links items of a list: `<LinkedCard href="/koi">…</LinkedCard>`. A single card, and those with a title, stay as they
 * are.
 */
export function listCards(nodes: readonly RootContent[]): readonly RootContent[] {
  if (nodes.filter((node) => cardOf(node) !== undefined).length < 2) return nodes
  const written: RootContent[] = []
  let cards: List | undefined
  for (const node of nodes) {
    const card = cardOf(node)
    if (card !== undefined && cards !== undefined) cards.children.push(itemOf(card))
    else {
      cards = card && { type: "list", ordered: false, children: [itemOf(card)], position: node.position }
      written.push(cards ?? node)
    }
  }
  return written
}

function cardOf(node: Nodes): JsxElement | undefined {
  if (node.type === "paragraph")
    return node.children.length === 1 && node.children[0] ? cardOf(node.children[0]) : undefined
  if (node.type !== "mdxJsxFlowElement" && node.type !== "mdxJsxTextElement") return undefined
  if (!CARD.test(node.name ?? "") || node.children.length === 0) return undefined
  const { href, title, label } = parseJsxAttributes(node)
  return href !== undefined && title === undefined && label === undefined ? node : undefined
}

function itemOf(card: JsxElement): ListItem {
  const { href = "" } = parseJsxAttributes(card)
  linkFirst(card, href, 0)
  return { type: "listItem", children: card.children as ListItem["children"], position: card.position }
}

/** Makes the first text in a card the link. @returns true if there is one. */
function linkFirst(node: Nodes, url: string, depth: number): boolean {
  if (!("children" in node) || depth > MAX_DEPTH) return false
  const isText = node.children.some((child) => child.type === "text" && child.value.trim() !== "")
  if (!isText) return node.children.some((child) => linkFirst(child, url, depth + 1))
  const link = { type: "link" as const, url, children: node.children, position: node.position }
  Object.assign(node, { children: [link] })
  return true
}
