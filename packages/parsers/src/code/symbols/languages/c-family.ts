import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import { doxygenStyle } from "../comments/comment-styles.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseTagComment } from "../comments/tag-comment.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childOf,
  childrenOf,
  type CommentedNode,
  fieldText,
  leadingComments,
  linesOf,
  signatureOf,
  valueSignature,
  withComments,
} from "../../syntax/source-node.ts"

const NAMES = { comments: new Set(["comment"]) }
const CONTAINERS = new Set([
  "preproc_ifdef",
  "preproc_if",
  "preproc_else",
  "preproc_elif",
  "linkage_specification",
  "namespace_definition",
  "declaration_list",
])
const TYPES = new Set(["struct_specifier", "class_specifier", "union_specifier", "enum_specifier"])
const MAX_DEPTH = 12
/** Maximum nesting of declarators: pointers to functions, arrays of pointers. */
const MAX_DECLARATOR_DEPTH = 10
const LICENCE = /copyright|licen[cs]e|SPDX-/i

/**
 * Creates the parser of C or C++ headers. Declarations that are `static`, `private` or in a namespace for
 * implementation details are skipped.
 */
export function cParser(language: "c" | "cpp"): LanguageParser {
  return {
    language,
    separator: "::",
    parse(root, source): CodeModule {
      const nodes = childrenOf(root)
      const head = leadingComments(nodes, NAMES)
      const comment = commentOf(head, language)
      const [first] = head
      const isOfFile = comment !== undefined && (comment.isAboutFile || !LICENCE.test(comment.description))
      const owner = { language, source, isMember: false, isOpen: true, depth: 0 }
      return {
        ...(isOfFile && first !== undefined ? { comment, commentLines: linesOf(first, head.at(-1)) } : {}),
        symbols: declarations(nodes, owner),
      }
    },
  }
}

interface Scope {
  readonly language: "c" | "cpp"
  readonly source: string
  readonly isMember: boolean
  /** False before the first access specifier of a class. */
  readonly isOpen: boolean
  readonly depth: number
}

function commentOf(nodes: readonly Node[], language: string): DocComment | undefined {
  const documentation = nodes.filter(
    ({ text }) => !/^\/[*/]\s*(?:-{3,}|={3,}|\*{3,}|NOLINT|clang-format|eslint)/.test(text),
  )
  return documentation.length === 0 ? undefined : parseTagComment(commentText(documentation), doxygenStyle(language))
}

function declarations(nodes: readonly Node[], scope: Scope): readonly CodeSymbol[] {
  if (scope.depth > MAX_DEPTH) return []
  let { isOpen } = scope
  const found: CodeSymbol[] = []
  for (const sibling of withComments(nodes, NAMES)) {
    const { node } = sibling
    if (node.type === "access_specifier") isOpen = !node.text.startsWith("private")
    else if (CONTAINERS.has(node.type)) {
      const isInside =
        /^(?:detail|internal|impl|_.*)$/.test(fieldText(node, "name")) && node.type === "namespace_definition"
      const isNameless = node.type === "namespace_definition" && fieldText(node, "name") === ""
      if (!isInside && !isNameless)
        found.push(...declarations(childrenOf(node), { ...scope, isOpen, depth: scope.depth + 1 }))
    } else if (isOpen) found.push(...declaration(sibling, node, scope))
  }
  return found
}

/** @param node the declaration, inside of `template <…>` if it is a template. */
function declaration(found: CommentedNode, node: Node, scope: Scope): readonly CodeSymbol[] {
  if (node.type === "template_declaration") {
    const inner = childrenOf(node).findLast(
      ({ type }) => type !== "template_parameter_list" && type !== "requires_clause",
    )
    return inner === undefined ? [] : declaration(found, inner, scope)
  }
  const { source, language } = scope
  const from = found.node
  const comments = found.before.length > 0 || found.after === undefined ? found.before : [found.after]
  const comment = commentOf(comments, language)
  if (comment?.isInternal === true) return []
  const shared = { comment, lines: linesOf(found.before[0] ?? from, from) }
  if (node.type === "preproc_def" || node.type === "preproc_function_def") {
    const name = fieldText(node, "name")
    if (comment === undefined || name.startsWith("_")) return []
    const isFunction = node.type === "preproc_function_def"
    const signature = isFunction
      ? signatureOf(source, node, node.childForFieldName("value"))
      : source.slice(node.startIndex, node.endIndex).trim().slice(0, 200)
    return [{ ...shared, name, kind: isFunction ? "function" : "value", signature, members: [] }]
  }
  if (node.type === "type_definition") return typeDefinition(node, shared, scope)
  if (node.type === "alias_declaration") {
    return [
      {
        ...shared,
        name: fieldText(node, "name"),
        kind: "type",
        signature: valueSignature(source, node, null, from),
        members: [],
      },
    ]
  }
  const type = TYPES.has(node.type) ? node : node.childForFieldName("type")
  const body = type === null || !TYPES.has(type.type) ? null : type.childForFieldName("body")
  if (type !== null && body !== null && fieldText(type, "name") !== "") {
    return [
      {
        ...shared,
        name: fieldText(type, "name"),
        kind: "type",
        signature: signatureOf(source, type, body, from),
        members: members(type, body, scope),
      },
    ]
  }
  return variableOrFunction(node, from, shared, scope)
}

type Shared = Pick<CodeSymbol, "comment" | "lines">

function typeDefinition(node: Node, shared: Shared, scope: Scope): readonly CodeSymbol[] {
  const declarator = node.childForFieldName("declarator")
  const name = declarator === null ? "" : nameOf(declarator)
  const type = node.childForFieldName("type")
  const body = type === null || !TYPES.has(type.type) ? null : type.childForFieldName("body")
  if (name === "" || name.startsWith("_")) return []
  if (type === null || body === null) {
    return [{ ...shared, name, kind: "type", signature: valueSignature(scope.source, node, null), members: [] }]
  }
  const head = signatureOf(scope.source, type, body, node)
  return [{ ...shared, name, kind: "type", signature: `${head} ${name}`, members: members(type, body, scope) }]
}

function members(type: Node, body: Node, scope: Scope): readonly CodeSymbol[] {
  if (type.type === "enum_specifier") {
    return withComments(childrenOf(body), NAMES).map(({ node, before, after }) => ({
      name: fieldText(node, "name"),
      kind: "value",
      signature: valueSignature(scope.source, node, node.childForFieldName("value")),
      comment: commentOf(before.length > 0 || after === undefined ? before : [after], scope.language),
      lines: linesOf(before[0] ?? node, node),
      members: [],
    }))
  }
  const isOpen = type.type !== "class_specifier"
  return declarations(childrenOf(body), { ...scope, isMember: true, isOpen, depth: scope.depth + 1 })
}

function variableOrFunction(
  node: Node,
  from: Node,
  shared: Shared,
  { source, isMember, language }: Scope,
): readonly CodeSymbol[] {
  const isDeclaration = /^(?:declaration|field_declaration|function_definition|inline_method_definition)$/.test(
    node.type,
  )
  const declarator = node.childForFieldName("declarator")
  if (!isDeclaration || declarator === null) return []
  const name = nameOf(declarator)
  const isStatic =
    !isMember && childrenOf(node).some(({ type, text }) => type === "storage_class_specifier" && text === "static")
  const isHidden = name === "" || name.startsWith("_") || /^(?:static_assert|friend)$/.test(name)
  // C headers use `static inline` for functions meant for callers; they are included if they are documented.
  if (isHidden || (isStatic && (shared.comment === undefined || language === "cpp"))) return []
  if (declaresFunction(declarator)) {
    const body =
      node.childForFieldName("body") ??
      childOf(node, "field_initializer_list", "default_method_clause", "delete_method_clause")
    if (childOf(node, "delete_method_clause") !== undefined) return []
    return [{ ...shared, name, kind: "function", signature: signatureOf(source, node, body, from), members: [] }]
  }
  const value = declarator.childForFieldName("value")
  return [{ ...shared, name, kind: "value", signature: valueSignature(source, node, value, from), members: [] }]
}

function declaresFunction(declarator: Node): boolean {
  let node: Node | null = declarator
  for (let depth = 0; node !== null && depth < MAX_DECLARATOR_DEPTH; depth++) {
    if (node.type === "function_declarator") return true
    node =
      node.childForFieldName("declarator") ??
      (node.type === "reference_declarator" ? (childrenOf(node).at(-1) ?? null) : null)
  }
  return false
}

function nameOf(declarator: Node): string {
  let node: Node = declarator
  for (let depth = 0; depth < MAX_DECLARATOR_DEPTH; depth++) {
    const inner =
      node.childForFieldName("declarator") ??
      (/^(?:parenthesized|reference|attributed)_declarator$/.test(node.type) ? childrenOf(node).at(-1) : undefined)
    if (inner === undefined) break
    node = inner
  }
  return /identifier|_name$|operator/.test(node.type) ? node.text.replaceAll(/\s+/g, " ") : ""
}
