import type { Node } from "web-tree-sitter"
import { childrenOf, fieldText } from "./source-node.ts"

/** Blocks whose content stands in the file all the same. */
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

/** A string that documents what it stands in or behind. */
export interface Docstring {
  /** Content of the string, as it stands in the file. */
  readonly text: string
  readonly node: Node
}

/** Finds the string that some statements begin with. */
export function docstringOf(nodes: readonly Node[]): Docstring | undefined {
  const first = nodes.find(({ type }) => type !== "comment")
  const [string] = first?.type === "expression_statement" ? childrenOf(first) : []
  if (first === undefined || string?.type !== "string") return undefined
  const [, prefix = "", , text = string.text] = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(string.text) ?? []
  return {
    text: /r/i.test(prefix) ? text : text.replace(/\\([\\'"\n])/g, (_, sign: string) => sign.trim()),
    node: first,
  }
}

/** Finds the names that `__all__` lists; undefined when there is none. */
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
