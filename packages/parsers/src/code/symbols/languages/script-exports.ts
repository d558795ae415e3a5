import type { Node } from "web-tree-sitter"
import { childrenOf, fieldText } from "../../syntax/source-node.ts"

/** Names that a script exports separately from their declarations. */
export interface ExportedNames {
  /** True if the file has `import` or `export`: then only exported names are public. */
  readonly isModule: boolean
  /**
   * Returns true if a declaration without `export` is public.
   *
   * @param isDocumented true if it has a documentation comment, which marks public names in files without modules.
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

/** Collects names from an assignment to the exports of the file. @returns false for any other statement. */
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
