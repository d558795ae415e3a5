import type { Node } from "web-tree-sitter"
import { type CodeModule, type CodeSymbol, type DocComment, EMPTY_COMMENT } from "../../syntax/code-symbol.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseRustComment } from "../comments/plain-comment.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childOf,
  childrenOf,
  type CommentedNode,
  fieldText,
  linesOf,
  signatureOf,
  valueSignature,
  withComments,
} from "../../syntax/source-node.ts"

const NAMES = {
  comments: new Set(["line_comment", "block_comment"]),
  attributes: new Set(["attribute_item"]),
}
const TYPES = new Set(["struct_item", "enum_item", "union_item", "trait_item", "mod_item"])

/** Parses Rust: `pub` items, methods in `impl` blocks, exported macros. */
export const rustParser: LanguageParser = {
  language: "rust",
  separator: "::",
  parse(root, source): CodeModule {
    const nodes = childrenOf(root)
    const inner = innerComment(nodes)
    return {
      comment: inner?.comment,
      commentLines: inner?.lines,
      symbols: items(nodes, source),
    }
  },
}

/** Returns the `//!` comment, which is about the containing module. */
function innerComment(nodes: readonly Node[]) {
  const documentation = nodes.filter(({ type, text }) => NAMES.comments.has(type) && /^(?:\/\/!|\/\*!)/.test(text))
  const [first] = documentation
  if (first === undefined) return undefined
  return { comment: parseRustComment(commentText(documentation)), lines: linesOf(first, documentation.at(-1)) }
}

function items(nodes: readonly Node[], source: string): readonly CodeSymbol[] {
  const siblings = withComments(nodes, NAMES)
  const symbols = siblings.flatMap((found) => item(found, source))
  const implementations = siblings.filter(
    ({ node }) => node.type === "impl_item" && node.childForFieldName("trait") === null,
  )
  const named = new Set(symbols.map(({ name }) => name))
  const methodsOf = (name: string) =>
    implementations.filter(({ node }) => typeName(node) === name).flatMap(({ node }) => membersOf(node, source))
  const foreignTypes = new Set(implementations.map(({ node }) => typeName(node)).filter((name) => !named.has(name)))
  const elsewhere = [...foreignTypes].flatMap((owner) =>
    methodsOf(owner).map((method) => ({ ...method, name: `${owner}::${method.name}` })),
  )
  return [
    ...symbols.map((symbol) =>
      symbol.kind === "type" ? { ...symbol, members: [...symbol.members, ...methodsOf(symbol.name)] } : symbol,
    ),
    ...elsewhere,
  ]
}

function typeName(node: Node): string {
  return fieldText(node, "type")
    .replace(/<[^]*$/, "")
    .replace(/^.*::/, "")
}

function membersOf(node: Node, source: string): readonly CodeSymbol[] {
  const body = node.childForFieldName("body")
  return body === null ? [] : withComments(childrenOf(body), NAMES).flatMap((found) => item(found, source))
}

function item(found: CommentedNode, source: string, isOpen = false): readonly CodeSymbol[] {
  const { node, attributes } = found
  const isMacro = node.type === "macro_definition" && attributes.some(({ text }) => text.includes("macro_export"))
  const isPublic = isOpen || isMacro || childOf(node, "visibility_modifier")?.text === "pub"
  const isHidden = attributes.some(({ text }) => /doc\(hidden\)|cfg\(test\)|cfg\(all\(test/.test(text))
  const name = fieldText(node, "name")
  if (!isPublic || isHidden || name === "") return []
  const body = node.childForFieldName("body")
  const shared = {
    name: isMacro ? `${name}!` : name,
    comment: commentOf(found, node.type === "mod_item" && body !== null ? childrenOf(body) : []),
    deprecated: deprecationOf(attributes),
    lines: linesOf(found.before[0] ?? attributes[0] ?? node, node),
  }
  if (TYPES.has(node.type)) {
    return [
      {
        ...shared,
        kind: "type",
        signature: signatureOf(source, node, isTuple(body) ? null : body),
        members: inside(node, body, source),
      },
    ]
  }
  const isFunction = node.type === "function_item" || node.type === "function_signature_item"
  if (isFunction) return [{ ...shared, kind: "function", signature: signatureOf(source, node, body), members: [] }]
  if (isMacro) return [{ ...shared, kind: "value", signature: macroSignature(node, source), members: [] }]
  const isValue = /^(?:const|static|type)_item$|^field_declaration$|^enum_variant$|^associated_type$/.test(node.type)
  return isValue
    ? [
        {
          ...shared,
          kind: "value",
          signature: valueSignature(source, node, node.childForFieldName("value")),
          members: [],
        },
      ]
    : []
}

function isTuple(body: Node | null): boolean {
  return body?.type === "ordered_field_declaration_list"
}

function inside(node: Node, body: Node | null, source: string): readonly CodeSymbol[] {
  if (body === null || isTuple(body)) return []
  if (node.type === "mod_item") return items(childrenOf(body), source)
  const isOpen = node.type === "trait_item" || node.type === "enum_item"
  return withComments(childrenOf(body), NAMES).flatMap((found) => item(found, source, isOpen))
}

function commentOf({ before }: CommentedNode, body: readonly Node[]): DocComment | undefined {
  const outer = before.filter(({ text }) => /^(?:\/\/\/(?!\/)|\/\*\*(?!\*))/.test(text))
  const inner = innerComment(body)
  const own = outer.length === 0 ? undefined : parseRustComment(commentText(outer))
  if (own === undefined || inner === undefined) return own ?? inner?.comment
  return { ...EMPTY_COMMENT, description: `${own.description}\n\n${inner.comment.description}` }
}

function deprecationOf(attributes: readonly Node[]): string | undefined {
  const found = attributes.find(({ text }) => /^#\[deprecated\b/.test(text))
  return found === undefined ? undefined : (/note\s*=\s*"([^"]*)"/.exec(found.text)?.[1] ?? "")
}

/** Returns the first lines of a macro's rules: its patterns. */
function macroSignature(node: Node, source: string): string {
  const rules = childrenOf(node).filter(({ type }) => type === "macro_rule")
  const shown = rules
    .slice(0, 8)
    .map((rule) => `    ${source.slice(rule.startIndex, rule.childForFieldName("left")?.endIndex)} => …`)
  return [`macro_rules! ${fieldText(node, "name")} {`, ...shown, "}"].join("\n")
}
