import type { Node } from "web-tree-sitter"
import { commentText } from "../comments/comment-text.ts"
import { parseXmlComment } from "../comments/xml-comment.ts"
import { childOf, childrenOf, declarationText, fieldText } from "../../syntax/source-node.ts"
import { classParser } from "./class-language.ts"

/** Parses C#: `public` and `protected` declarations, and all members of interfaces. */
export const cSharpParser = classParser({
  language: "csharp",
  separator: ".",
  names: { comments: new Set(["comment"]) },
  types: new Set([
    "class_declaration",
    "interface_declaration",
    "struct_declaration",
    "record_declaration",
    "record_struct_declaration",
    "enum_declaration",
  ]),
  functions: new Set([
    "method_declaration",
    "constructor_declaration",
    "operator_declaration",
    "conversion_operator_declaration",
    "delegate_declaration",
  ]),
  values: new Set([
    "property_declaration",
    "indexer_declaration",
    "field_declaration",
    "event_field_declaration",
    "event_declaration",
    "enum_member_declaration",
  ]),
  containers: new Set([
    "namespace_declaration",
    "file_scoped_namespace_declaration",
    "declaration_list",
    "preproc_if",
    "preproc_region",
  ]),
  isPublic(node, owner) {
    if (node.type === "enum_member_declaration") return true
    const modifiers = childrenOf(node)
      .filter(({ type }) => type === "modifier")
      .map(({ text }) => text)
    if (owner?.type === "interface_declaration") return !modifiers.includes("private")
    return modifiers.some((word) => word === "public" || word === "protected") && !modifiers.includes("private")
  },
  namesOf(node) {
    if (node.type === "indexer_declaration") return ["this[]"]
    if (/operator/.test(node.type)) return [`operator ${fieldText(node, "operator") || fieldText(node, "type")}`]
    const variables = childOf(node, "variable_declaration")
    if (variables === undefined) return [fieldText(node, "name")]
    return childrenOf(variables)
      .filter(({ type }) => type === "variable_declarator")
      .map((variable) => fieldText(variable, "name"))
  },
  parseComment(nodes) {
    const documentation = nodes.filter(({ text }) => text.startsWith("///") || text.startsWith("/**"))
    return documentation.length === 0 ? undefined : parseXmlComment(commentText(documentation))
  },
  signature(node, source) {
    const start = childrenOf(node).find(({ type }) => type !== "attribute_list")?.startIndex ?? node.startIndex
    const accessors = node.childForFieldName("accessors")
    const end = accessors ?? node.childForFieldName("body") ?? bodyOf(node)
    const text = declarationText(source, start, end?.startIndex ?? node.endIndex)
    if (accessors === null) return text
    const words = [...accessors.text.matchAll(/(?:\b(?:private|protected|internal)\s+)*\b(get|set|init|add|remove)\b/g)]
    return `${text} { ${words
      .filter(([word]) => !word.startsWith("private"))
      .map(([word]) => `${word};`)
      .join(" ")} }`
  },
  deprecation(node) {
    const attributes = childrenOf(node).filter(({ type }) => type === "attribute_list")
    const old = attributes.find(({ text }) => /\bObsolete\b/.test(text))
    return old === undefined ? undefined : (/"([^"]*)"/.exec(old.text)?.[1] ?? "")
  },
})

/** Returns the expression after `=>`, or the base constructor call. */
function bodyOf(node: Node): Node | undefined {
  return childOf(node, "arrow_expression_clause", "constructor_initializer")
}
