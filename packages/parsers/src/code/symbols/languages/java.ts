import { JAVA_STYLE } from "../comments/comment-styles.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseTagComment } from "../comments/tag-comment.ts"
import { childOf, fieldText, signatureOf, valueSignature } from "../../syntax/source-node.ts"
import { classParser } from "./class-language.ts"

/** Parses Java: `public` and `protected` declarations, and all members of interfaces. */
export const javaParser = classParser({
  language: "java",
  separator: ".",
  names: { comments: new Set(["block_comment", "line_comment"]) },
  types: new Set([
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
  ]),
  functions: new Set(["method_declaration", "constructor_declaration", "annotation_type_element_declaration"]),
  values: new Set(["field_declaration", "constant_declaration", "enum_constant"]),
  containers: new Set(["enum_body_declarations"]),
  isPublic(node, owner) {
    const modifiers = childOf(node, "modifiers")?.text ?? ""
    if (node.type === "enum_constant") return true
    const isOpen = owner?.type === "interface_declaration" || owner?.type === "annotation_type_declaration"
    return isOpen ? !/\bprivate\b/.test(modifiers) : /\b(?:public|protected)\b/.test(modifiers)
  },
  namesOf(node) {
    if (node.type !== "field_declaration" && node.type !== "constant_declaration") return [fieldText(node, "name")]
    return node
      .childrenForFieldName("declarator")
      .map((declarator) => (declarator === null ? "" : fieldText(declarator, "name")))
  },
  parseComment(nodes) {
    const last = nodes.findLast(({ text }) => text.startsWith("/**"))
    return last === undefined ? undefined : parseTagComment(commentText([last]), JAVA_STYLE)
  },
  signature(node, source) {
    const isValue = /field|constant/.test(node.type)
    const text = isValue
      ? valueSignature(source, node, node.childForFieldName("declarator")?.childForFieldName("value"))
      : signatureOf(source, node, node.childForFieldName("body"))
    return text.replaceAll(/@(?:Override|Deprecated|SuppressWarnings)(?:\([^)]*\))?\s*/g, "")
  },
  deprecation: (node) => (/@Deprecated\b/.test(childOf(node, "modifiers")?.text ?? "") ? "" : undefined),
})
