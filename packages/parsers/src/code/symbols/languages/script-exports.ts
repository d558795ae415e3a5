import type { Node } from "web-tree-sitter"
import { childrenOf, fieldText } from "../../syntax/source-node.ts"

/** What a script hands out apart from its declarations. */
export interface ExportedNames {
  /** True when the file has `import` or `export`: then nothing else is public. */
  readonly isModule: boolean
  /**
   * Tells whether a declaration that does not say so itself is public.
   *
   * @param isDocumented it has a documentation comment: in files older than modules that is what marks the public ones.
   */
  has(name: string, isDocumented: boolean): boolean
}

/** Collects `export { a, b as c }`, `export default a` and `module.exports = { a }` of a file. */
export function exportedNames(nodes: readonly Node[]): ExportedNames {
  const names = new Set<string>()
  let isModule = false
  let isCommon = false
  for (const node of nodes) {
    if (node.type === "export_statement" || node.type === "import_statement") isModule = true
    if (node.type === "export_statement" && node.childForFieldName("source") === null) readExport(node, names)
    if (node.type === "expression_statement" && readAssignment(node, names)) isCommon = true
  }
  return { isModule, has: (name, isDocumented) => names.has(name) || (isCommon && !isModule && isDocumented) }
}

function readExport(node: Node, names: Set<string>): void {
  for (const child of childrenOf(node)) {
    if (child.type === "identifier") names.add(child.text)
    if (child.type !== "export_clause") continue
    for (const specifier of childrenOf(child)) names.add(fieldText(specifier, "name"))
  }
}

/** @returns true for an assignment to what the file hands out. */
function readAssignment(statement: Node, names: Set<string>): boolean {
  let [node] = childrenOf(statement)
  let isExport = false
  while (node?.type === "assignment_expression") {
    isExport ||= /^(?:module\.)?exports\b/.test(fieldText(node, "left"))
    node = node.childForFieldName("right") ?? undefined
  }
  if (!isExport || node === undefined) return isExport
  if (node.type === "identifier") names.add(node.text)
  for (const property of node.type === "object" ? childrenOf(node) : []) {
    if (property.type === "shorthand_property_identifier") names.add(property.text)
    if (property.type === "pair") names.add(fieldText(property, "value"))
  }
  return true
}
