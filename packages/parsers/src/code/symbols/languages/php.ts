import { PHP_STYLE } from "../comments/comment-styles.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseTagComment } from "../comments/tag-comment.ts"
import { childOf, childrenOf, declarationText, fieldText, valueSignature } from "../../syntax/source-node.ts"
import { classParser } from "./class-language.ts"

/** Parses PHP: functions and classes, with members that are not `private`. */
export const phpParser = classParser({
  language: "php",
  separator: "::",
  names: { comments: new Set(["comment"]) },
  types: new Set(["class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"]),
  functions: new Set(["method_declaration", "function_definition"]),
  values: new Set(["const_declaration", "property_declaration", "enum_case"]),
  containers: new Set(["namespace_definition", "compound_statement", "if_statement"]),
  isPublic: (node) =>
    (childOf(node, "visibility_modifier")?.text !== "private" && !fieldText(node, "name").startsWith("_")) ||
    /^__(?:construct|invoke|call|get|set|toString)$/.test(fieldText(node, "name")),
  namesOf(node) {
    if (node.type === "const_declaration") {
      return childrenOf(node)
        .filter(({ type }) => type === "const_element")
        .map((element) => childOf(element, "name")?.text ?? "")
    }
    if (node.type !== "property_declaration") return [fieldText(node, "name")]
    return childrenOf(node)
      .filter(({ type }) => type === "property_element")
      .map((element) => fieldText(element, "name"))
  },
  parseComment(nodes) {
    const last = nodes.findLast(({ text }) => text.startsWith("/**"))
    return last === undefined ? undefined : parseTagComment(commentText([last]), PHP_STYLE)
  },
  signature(node, source) {
    const attributes = childOf(node, "attribute_list")
    const start = attributes === undefined ? node.startIndex : attributes.endIndex
    const text = /const|property|case/.test(node.type)
      ? valueSignature(source, node, childrenOf(node).at(-1)?.childForFieldName("default_value"))
      : declarationText(source, start, node.childForFieldName("body")?.startIndex ?? node.endIndex)
    return text.trimStart()
  },
  deprecation(node) {
    const attribute = /#\[\\?Deprecated\b(?:\(.*?["']([^"']*)["'])?/.exec(childOf(node, "attribute_list")?.text ?? "")
    return attribute === null ? undefined : (attribute[1] ?? "")
  },
})
