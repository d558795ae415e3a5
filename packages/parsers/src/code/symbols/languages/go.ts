import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseGoComment } from "../comments/plain-comment.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childOf,
  childrenOf,
  fieldText,
  linesOf,
  signatureOf,
  valueSignature,
  withComments,
} from "../../syntax/source-node.ts"

const NAMES = { comments: new Set(["comment"]) }

/** Parses Go: names that start with a capital letter. */
export const goParser: LanguageParser = {
  language: "go",
  separator: ".",
  parse(root, source): CodeModule {
    const siblings = withComments(childrenOf(root), NAMES)
    const head = siblings.find(({ node }) => node.type === "package_clause")?.before ?? []
    const comment = commentOf(head)
    const symbols = siblings.flatMap(({ node, before }) => declaration(node, before, source))
    return {
      ...(comment === undefined || head[0] === undefined
        ? {}
        : { comment, commentLines: linesOf(head[0], head.at(-1)) }),
      symbols: underTheirTypes(symbols),
    }
  },
}

/** A method with the name of its type. */
interface GoSymbol extends CodeSymbol {
  readonly receiver?: string
}

function declaration(node: Node, before: readonly Node[], source: string): readonly GoSymbol[] {
  const lines = linesOf(before[0] ?? node, node)
  if (node.type === "function_declaration" || node.type === "method_declaration") {
    const name = fieldText(node, "name")
    const receiver = /\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*\)$/.exec(fieldText(node, "receiver"))?.[1]
    if (!isExported(name) || (node.type === "method_declaration" && !isExported(receiver ?? ""))) return []
    const signature = signatureOf(source, node, node.childForFieldName("body"))
    const symbol = { name, kind: "function" as const, signature, comment: commentOf(before), lines, members: [] }
    return [node.type === "method_declaration" && receiver !== undefined ? { ...symbol, receiver } : symbol]
  }
  if (node.type === "type_declaration" || node.type === "const_declaration" || node.type === "var_declaration") {
    return specs(node, before, source)
  }
  return []
}

/** Lists the specifications of `type (…)`, `const (…)` or `var (…)`, or the only one. */
function specs(node: Node, before: readonly Node[], source: string): readonly CodeSymbol[] {
  const list = childOf(node, "var_spec_list") ?? node
  const inside = withComments(childrenOf(list), NAMES)
  const isGroup = inside.length > 1 || childOf(list, "(") !== undefined
  return inside.flatMap((spec): readonly CodeSymbol[] => {
    const [first] = spec.node.childrenForFieldName("name")
    const name = first?.text ?? ""
    if (!isExported(name)) return []
    const own = [...spec.before, ...(spec.after === undefined ? [] : [spec.after])]
    const comments = own.length > 0 || isGroup ? own : before
    const from = isGroup ? spec.node : node
    const lines = linesOf(isGroup ? (spec.before[0] ?? spec.node) : (before[0] ?? node), spec.node)
    const comment = commentOf(comments)
    const type = spec.node.childForFieldName("type")
    if (spec.node.type === "type_spec" || spec.node.type === "type_alias") {
      return [{ name, kind: "type", comment, lines, ...typeParts(spec.node, { type, from, source }) }]
    }
    const value = spec.node.childForFieldName("value")
    const text = valueSignature(source, spec.node, value, from)
    const word = node.type === "const_declaration" ? "const" : "var"
    return [{ name, kind: "value", signature: isGroup ? `${word} ${text}` : text, comment, lines, members: [] }]
  })
}

function typeParts(
  node: Node,
  { type, from, source }: { readonly type: Node | null; readonly from: Node; readonly source: string },
): Pick<CodeSymbol, "signature" | "members"> {
  const isAlone = from !== node
  const word = isAlone ? "" : "type "
  const body =
    type?.type === "struct_type"
      ? childOf(type, "field_declaration_list")
      : type?.type === "interface_type"
        ? type
        : undefined
  if (body === undefined || type === null)
    return { signature: word + valueSignature(source, node, null, from), members: [] }
  const end = type.type === "interface_type" ? childOf(type, "{") : body
  const members = withComments(childrenOf(body), NAMES).flatMap((member): readonly CodeSymbol[] => {
    const { node: field, before, after } = member
    const name = fieldText(field, "name") || fieldText(field, "type").replace(/^\*?(?:\w+\.)?/, "")
    if (!isExported(name)) return []
    const comments = before.length > 0 || after === undefined ? before : [after]
    return [
      {
        name,
        kind: field.type === "method_elem" || field.type === "method_spec" ? "function" : "value",
        signature: valueSignature(source, field, null),
        comment: commentOf(comments),
        lines: linesOf(before[0] ?? field, field),
        members: [],
      },
    ]
  })
  return { signature: word + signatureOf(source, node, end, from), members }
}

function commentOf(nodes: readonly Node[]): DocComment | undefined {
  const documentation = nodes.filter(({ text }) => !/^\/\/(?:go:|nolint|\+build)/.test(text))
  return documentation.length === 0 ? undefined : parseGoComment(commentText(documentation))
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}

function underTheirTypes(symbols: readonly GoSymbol[]): readonly CodeSymbol[] {
  const types = new Set(symbols.filter(({ kind }) => kind === "type").map(({ name }) => name))
  return symbols.flatMap((symbol): readonly CodeSymbol[] => {
    if (symbol.receiver !== undefined) {
      return types.has(symbol.receiver) ? [] : [{ ...symbol, name: `${symbol.receiver}.${symbol.name}` }]
    }
    const methods = symbols.filter(({ receiver }) => receiver === symbol.name)
    return [symbol.kind === "type" ? { ...symbol, members: [...symbol.members, ...methods] } : symbol]
  })
}
