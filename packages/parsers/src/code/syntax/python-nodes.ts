import type { Node } from "web-tree-sitter"
import { childrenOf, fieldText } from "./source-node.ts"

/** Blocks whose content belongs to the surrounding scope. */
export const TRANSPARENT: ReadonlySet<string> = new Set([
  "if_statement",
  "try_statement",
  "with_statement",
  "else_clause",
  "elif_clause",
  "except_clause",
  "finally_clause",
  "block",
])

/** A docstring. */
export interface Docstring {
  /** Content of the string, as written in the file. */
  readonly text: string
  readonly node: Node
}

/** Returns the docstring at the start of some statements. */
export function docstringOf(nodes: readonly Node[]): Docstring | undefined {
  const first = nodes.find(({ type }) => type !== "comment")
  const [string] = first?.type === "expression_statement" ? childrenOf(first) : []
  const text = string === undefined ? undefined : stringText(string)
  return first === undefined || text === undefined ? undefined : { text, node: first }
}

/** Returns the content of a string; undefined if the node is not a string. */
export function stringText(string: Node): string | undefined {
  if (string.type !== "string") return undefined
  const [, prefix = "", , text = string.text] = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(string.text) ?? []
  return /r/i.test(prefix) ? text : text.replace(/\\([\\'"\n])/g, (_, sign: string) => sign.trim())
}

/** Returns the names in `__all__`; undefined if there is none. */
export function listedNames(nodes: readonly Node[]): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  let isListed = false
  for (const node of nodes) {
    const [assignment] = node.type === "expression_statement" ? childrenOf(node) : []
    if (assignment === undefined || fieldText(assignment, "left") !== "__all__") continue
    isListed = true
    for (const [, name = ""] of fieldText(assignment, "right").matchAll(/["'](\w+)["']/g)) names.add(name)
  }
  return isListed && names.size > 0 ? names : undefined
}
