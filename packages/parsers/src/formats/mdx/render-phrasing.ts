import { shownAlternative } from "../../document/alternative-text.ts"
import { endsEntry, linkText } from "../../document/link-text.ts"
import type { PhrasingContent } from "mdast"
import { componentText, pointerText } from "../../document/writers/component-text.ts"
import { conditionLabel, isCondition } from "../../document/writers/condition-label.ts"
import { stateOfComponent, stateText } from "../../document/writers/state-component.ts"
import { boldLine } from "../../document/writers/label.ts"
import { BLOCK_ELEMENTS, isBadge, isBadgeClass, isHidden, isHtmlElement } from "../html/html-names.ts"
import { codeSpan } from "../markdown/inline/render-inline.ts"
import { superscript } from "../../document/superscript.ts"
import { expressionText, type JsxElement, parseJsxAttributes } from "./jsx-attributes.ts"

/** Deeper inline nesting is dropped; real pages have fewer than 6 levels. */
const MAX_DEPTH = 40

const SIGNS: Readonly<Record<string, string>> = { b: "**", strong: "**", em: "*", i: "*", del: "~~", s: "~~" }

/**
 * Renders inline content as Markdown. Tags are dropped, as are link targets unless readers need them (`linkText`); images become their
 * alternative text.
 */
export function renderPhrasing(nodes: readonly PhrasingContent[]): string {
  return renderNodes(nodes, false, 0)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n[ \t]+/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim()
}

/** Renders inline content without markup, with its line breaks and spaces: for code. */
export function renderLines(nodes: readonly PhrasingContent[]): string {
  return renderNodes(nodes, true, 0)
}

/** Returns true if a paragraph consists only of images and the links around them. */
export function isOnlyImages(nodes: readonly PhrasingContent[]): boolean {
  const solid = nodes.filter((node) => node.type !== "break" && !(node.type === "text" && node.value.trim() === ""))
  return (
    solid.length > 0 && solid.every((node) => isPicture(node) || (node.type === "link" && isOnlyImages(node.children)))
  )
}

function isPicture(node: PhrasingContent): boolean {
  return (
    node.type === "image" ||
    node.type === "imageReference" ||
    (node.type === "mdxJsxTextElement" && (node.name === "img" || node.name === "Image"))
  )
}

/** Icons of links, such as the sign for help behind a heading. Elsewhere, the title of an icon can be the text of a table's cell. */
const ICON = /(?:^i|I)con$/

function isOnlyIcon(nodes: readonly PhrasingContent[]): boolean {
  const [icon] = nodes
  return nodes.length === 1 && icon?.type === "mdxJsxTextElement" && ICON.test(icon.name ?? "")
}

/** Renders inline content without markup: for headings. */
export function renderPlainPhrasing(nodes: readonly PhrasingContent[]): { text: string; isCode: boolean } {
  const solid = nodes.filter(
    (node) => (node.type !== "text" || node.value.trim() !== "") && node.type !== "mdxTextExpression",
  )
  const named = solid.filter((node) => !isState(node))
  const [first] = solid
  const isStateFirst = named.length > 0 && first !== undefined && isState(first)
  // The state of a feature stands behind its name, as elsewhere.
  const ordered = isStateFirst ? [...nodes.filter((node) => node !== first), SPACE, first] : nodes
  return {
    text: renderNodes(ordered, true, 0).replace(/\s+/g, " ").trim(),
    isCode: named.length === 1 && isCodeNode(named[0]),
  }
}

const SPACE: PhrasingContent = { type: "text", value: " " }

function isState(node: PhrasingContent): boolean {
  return (
    node.type === "mdxJsxTextElement" && node.children.length === 0 && stateOfComponent(node.name ?? "") !== undefined
  )
}

function isCodeNode(node: PhrasingContent | undefined): boolean {
  return (
    node?.type === "inlineCode" || (node?.type === "link" && node.children.length === 1 && isCodeNode(node.children[0]))
  )
}

function renderNodes(nodes: readonly PhrasingContent[], isPlain: boolean, depth: number): string {
  if (depth > MAX_DEPTH) return ""
  let out = ""
  for (const [at, node] of nodes.entries()) {
    const shown = renderNode(node, isPlain, depth)
    const text = isBadgeElement(node) && /\S/.test(out) ? badge(shown, out) : shown
    out += node.type === "link" && !isPlain ? linkText(text, node.url, out === "" && endsAt(nodes[at + 1])) : text
  }
  return out
}

function isBadgeElement(node: PhrasingContent): boolean {
  if (node.type !== "mdxJsxTextElement" || !isHtmlElement(node.name ?? "")) return false
  const { class: written, className = written } = parseJsxAttributes(node)
  return isBadgeClass(className ?? "")
}

/** Puts the text of a badge in parentheses, because without its colours, it would look like a part of the text before it. */
function badge(shown: string, before: string): string {
  const text = shown.trim()
  return text === "" ? "" : `${/\s$/.test(before) ? "" : " "}(${text})`
}

/** Returns true if an entry's line ends here or its description follows. */
function endsAt(next: PhrasingContent | undefined): boolean {
  return next === undefined || next.type === "break" || (next.type === "text" && endsEntry(next.value))
}

function renderNode(node: PhrasingContent | JsxElement, isPlain: boolean, depth: number): string {
  const wrap = (sign: string, children: readonly PhrasingContent[]): string => {
    const inner = renderNodes(children, isPlain, depth + 1)
    return isPlain || inner.trim() === "" ? inner : `${sign}${inner}${sign}`
  }
  switch (node.type) {
    case "text":
      return node.value
    case "inlineCode":
      return isPlain ? node.value : codeSpan(node.value)
    case "emphasis":
      return wrap("*", node.children)
    case "strong":
      return wrap("**", node.children)
    case "delete":
      return wrap("~~", node.children)
    case "link":
    case "linkReference":
      return isOnlyIcon(node.children) ? "" : renderNodes(node.children, isPlain, depth + 1)
    case "image":
      return isBadge(node.url) ? "" : shownAlternative(node.alt ?? "")
    case "imageReference":
      return node.alt ?? ""
    case "break":
      return "\n"
    case "footnoteReference":
      return `[^${node.label ?? node.identifier}]`
    case "mdxTextExpression":
      return expressionText(node.data?.estree) ?? ""
    case "mdxJsxTextElement":
    case "mdxJsxFlowElement":
      return renderElement(node, isPlain, depth)
    default:
      return ""
  }
}

function renderElement(element: JsxElement, isPlain: boolean, depth: number): string {
  const name = element.name ?? ""
  const attributes = parseJsxAttributes(element)
  if (name === "script" || name === "style" || name === "svg" || isHidden(attributes)) return ""
  // Block content cannot be inside a line; the renderer returns nothing for nodes that it does not support.
  const isCode = name === "code" || name === "samp" || name === "tt"
  const inner = renderNodes(element.children as PhrasingContent[], isPlain || isCode, depth + 1)
  if (name === "br") return "\n"
  if (name === "img" || name === "Image") return isBadge(attributes["src"] ?? "") ? "" : (attributes["alt"] ?? "")
  if (isCode) return isPlain || inner.trim() === "" ? inner : codeSpan(inner)
  if (name === "sup") return superscript(inner)
  const sign = SIGNS[name]
  if (sign !== undefined) return isPlain ? inner : `${sign}${inner}${sign}`
  if (name === "summary" && !isPlain && inner.trim() !== "") return `${boldLine(inner)}\n`
  if (name === "li") return `\n- ${inner}`
  if ((name === "abbr" || name === "dfn") && attributes["title"] !== undefined)
    return `${inner} (${attributes["title"]})`
  if (BLOCK_ELEMENTS.has(name)) return `${inner}\n`
  if (isHtmlElement(name)) return inner
  if (isCondition(name)) return withCondition(inner, conditionLabel(name, attributes))
  const state = stateOfComponent(name)
  if (state !== undefined) return stateText(state, inner)
  const words = componentWords(name, attributes)
  return words === "" && element.children.length === 0 ? pointerText(attributes) : `${words}${inner}`
}

/** Inside a line, a condition follows its text in parentheses: `` `pnpm koi` (Next.js) ``. */
function withCondition(text: string, condition: string | undefined): string {
  if (condition === undefined || text.trim() === "") return text
  return `${text.trimEnd()} (${condition.replace(/^Not /, "not ")})${/\s$/.test(text) ? " " : ""}`
}

function componentWords(name: string, attributes: Readonly<Record<string, string>>): string {
  const shown = componentText(name, attributes)
  const command = shown.command === undefined ? "" : codeSpan(shown.command)
  const words = [shown.label ?? "", shown.parameter ?? "", shown.text ?? "", command]
    .filter((part) => part !== "")
    .join(" ")
  return words === "" ? "" : `${words} `
}
