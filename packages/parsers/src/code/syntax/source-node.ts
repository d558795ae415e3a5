import type { Node } from "web-tree-sitter"
import type { LineSpan } from "../../document/document.ts"

/** Longer declarations are data written as code. */
const MAX_SIGNATURE_CHARACTERS = 1_200
/** Longer values are not shown in a declaration. */
const MAX_VALUE_CHARACTERS = 160

/** A node of a syntax tree with the comments that belong to it. */
export interface CommentedNode {
  readonly node: Node
  /** Comments directly before the node, without an empty line between. */
  readonly before: readonly Node[]
  /** A comment after the node on its last line. */
  readonly after?: Node | undefined
  /** Attributes, decorators and annotations between the comments and the node. */
  readonly attributes: readonly Node[]
}

/** Node types that are comments or attributes. */
export interface NodeNames {
  readonly comments: ReadonlySet<string>
  readonly attributes?: ReadonlySet<string>
}

/**
 * Assigns comments to the siblings that they belong to.
 *
 * @param names types of nodes that are comments, and of those that can be between a comment and its node.
 * @returns the other siblings, in order; comments that belong to none are dropped.
 */
export function withComments(siblings: readonly Node[], names: NodeNames): readonly CommentedNode[] {
  const found: (CommentedNode & { after?: Node | undefined })[] = []
  let before: Node[] = []
  let attributes: Node[] = []
  let last: Node | undefined
  for (const node of siblings) {
    const gap = last === undefined ? 0 : node.startPosition.row - lastRow(last)
    if (gap > 1 && attributes.length === 0) before = []
    if (names.comments.has(node.type)) {
      const owner = found.at(-1)
      if (gap === 0 && owner !== undefined && last === owner.node) owner.after = node
      else before.push(node)
    } else if (names.attributes?.has(node.type) === true) attributes.push(node)
    else {
      found.push({ node, before, attributes })
      before = []
      attributes = []
    }
    last = node
  }
  return found
}

/** Returns the row of the last character. In some grammars, a line comment ends at the start of the next row. */
function lastRow({ endPosition }: Node): number {
  return endPosition.column === 0 ? endPosition.row - 1 : endPosition.row
}

/** Nodes that have no documentation: a comment directly before one is about the file. */
const WITHOUT_COMMENT = /^(?:import|using|use|package|namespace)_\w+$|^preproc_(?:include|call|ifdef)$|^php_tag$/

/**
 * Returns the comments at the start of a file, if an empty line or an import separates them from the first declaration.
 */
export function leadingComments(siblings: readonly Node[], names: NodeNames): readonly Node[] {
  const start = siblings.findIndex(({ type }) => names.comments.has(type))
  if (start < 0 || start > 1) return []
  const comments: Node[] = []
  for (const node of siblings.slice(start)) {
    const last = comments.at(-1)
    const isNext = last === undefined || node.startPosition.row - lastRow(last) <= 1
    if (!names.comments.has(node.type)) return isNext && !WITHOUT_COMMENT.test(node.type) ? [] : comments
    if (!isNext) return comments
    comments.push(node)
  }
  return comments
}

/** Returns the lines of the first to the last node, counted from 1. */
export function linesOf(first: Node, last: Node = first): LineSpan {
  return { start: first.startPosition.row + 1, end: Math.max(first.startPosition.row, lastRow(last)) + 1 }
}

/** Returns the named children of a node, or of one of its fields. */
export function childrenOf(node: Node, field?: string): readonly Node[] {
  const found = field === undefined ? node.namedChildren : node.childrenForFieldName(field)
  return found.filter((child): child is Node => child !== null)
}

/** Returns the first child with one of the given types. */
export function childOf(node: Node, ...types: readonly string[]): Node | undefined {
  return node.children.find((child): child is Node => child !== null && types.includes(child.type))
}

/** Returns the text of a field of a node; empty if it has none. */
export function fieldText(node: Node, field: string): string {
  return node.childForFieldName(field)?.text ?? ""
}

/**
 * Extracts a declaration from the source text.
 *
 * @param end index after its last character: mostly the start of its body.
 * @returns the text without the indentation of its first line and without an opening brace or colon at its end, clipped
 *   at the maximum length.
 */
export function declarationText(source: string, start: number, end: number): string {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1
  const indent = /^[ \t]*/.exec(source.slice(lineStart, start))?.[0] ?? ""
  const lines = source
    .slice(start, Math.min(end, start + MAX_SIGNATURE_CHARACTERS))
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()).trimEnd())
    .join("\n")
  const text = withoutOpening(lines)
  return end - start > MAX_SIGNATURE_CHARACTERS ? `${text} …` : text
}

/** Removes the start of a body from the end of a declaration: a brace, an arrow or an equals sign. */
function withoutOpening(text: string): string {
  let end = text.length
  while (end > 0 && /[\s;,]/.test(text[end - 1] ?? "")) end--
  const opening = ["{", "=>", "="].find((sign) => text.endsWith(sign, end)) ?? ""
  return text.slice(0, end - opening.length).trimEnd()
}

/** Extracts a declaration up to its body, or completely if it has none. */
export function signatureOf(source: string, node: Node, body: Node | null | undefined, from: Node = node): string {
  return declarationText(source, from.startIndex, body?.startIndex ?? node.endIndex)
}

/** Extracts the declaration of a value, with the value if it is short. */
export function valueSignature(source: string, node: Node, value: Node | null | undefined, from: Node = node): string {
  const isShort = value === null || value === undefined || value.endIndex - value.startIndex <= MAX_VALUE_CHARACTERS
  return declarationText(source, from.startIndex, isShort ? node.endIndex : value.startIndex)
}
