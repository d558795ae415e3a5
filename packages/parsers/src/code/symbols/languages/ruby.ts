import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import { RUBY_STYLE } from "../comments/comment-styles.ts"
import { commentText } from "../comments/comment-text.ts"
import { parseTagComment } from "../comments/tag-comment.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childrenOf,
  type CommentedNode,
  declarationText,
  fieldText,
  leadingComments,
  linesOf,
  valueSignature,
  withComments,
} from "../../syntax/source-node.ts"

const NAMES = { comments: new Set(["comment"]) }
const MAGIC = /^#\s*(?:frozen_string_literal|encoding|coding|warn_indent|typed|rubocop|:nocov:|-\*-|!)/
const VISIBILITY = new Set(["private", "public", "protected", "module_function"])
const MAX_DEPTH = 8

/** Parses Ruby: classes, modules, and methods that are not `private`. */
export const rubyParser: LanguageParser = {
  language: "ruby",
  separator({ name, kind }) {
    if (name.startsWith(".")) return ""
    return kind === "type" || /^[A-Z]/.test(name) ? "::" : "#"
  },
  parse(root, source): CodeModule {
    const nodes = childrenOf(root)
    const head = leadingComments(nodes, NAMES)
    const comment = commentOf(head)
    const isLicence = /copyright|licen[cs]e/i.test(comment?.description ?? "")
    return {
      ...(comment === undefined || isLicence || head[0] === undefined
        ? {}
        : { comment, commentLines: linesOf(head[0], head.at(-1)) }),
      symbols: body(nodes, { source, depth: 0, isSingleton: false }),
    }
  },
}

interface Scope {
  readonly source: string
  readonly depth: number
  /** Inside of `class << self`. */
  readonly isSingleton: boolean
}

function commentOf(nodes: readonly Node[]): DocComment | undefined {
  const documentation = nodes.filter(({ text }) => !MAGIC.test(text))
  return documentation.length === 0 ? undefined : parseTagComment(commentText(documentation), RUBY_STYLE)
}

function body(nodes: readonly Node[], scope: Scope): readonly CodeSymbol[] {
  if (scope.depth > MAX_DEPTH) return []
  const found: CodeSymbol[] = []
  const hidden = new Set<string>()
  let isHidden = false
  for (const sibling of withComments(nodes, NAMES)) {
    const { node } = sibling
    const word = node.type === "identifier" ? node.text : node.type === "call" ? fieldText(node, "method") : ""
    const given = node.type === "call" ? argumentsOf(node) : []
    if (VISIBILITY.has(word) && given.length === 0) isHidden = word === "private" || word === "protected"
    else if (/^(?:private|protected|private_class_method|private_constant)$/.test(word)) {
      for (const argument of given) hidden.add(argument.text.replace(/^:/, ""))
    } else if (VISIBILITY.has(word) || word === "public_class_method") {
      for (const argument of given)
        if (argument.type.includes("method")) found.push(...declaration(sibling, argument, scope))
    } else if (!isHidden || /^(?:class|module|assignment|singleton_method|singleton_class)$/.test(node.type)) {
      found.push(...declaration(sibling, node, scope))
    }
  }
  return found.filter(({ name }) => !hidden.has(name.replace(/^\./, "")))
}

function argumentsOf(call: Node): readonly Node[] {
  const list = call.childForFieldName("arguments")
  return list === null ? [] : childrenOf(list)
}

function declaration({ before }: CommentedNode, node: Node, scope: Scope): readonly CodeSymbol[] {
  const comment = commentOf(before)
  if (
    comment?.isInternal === true ||
    /(?:^|\n):nodoc:/.test(comment?.description ?? "") ||
    /#\s*:nodoc:/.test(firstLine(node))
  )
    return []
  const lines = linesOf(before.find(({ text }) => !MAGIC.test(text)) ?? node, node)
  const inside = { ...scope, depth: scope.depth + 1, isSingleton: false }
  const content = contentOf(node)
  switch (node.type) {
    case "module":
    case "class": {
      const members = body(content, inside)
      return [{ name: fieldText(node, "name"), kind: "type", signature: firstLine(node), comment, lines, members }]
    }
    case "singleton_class":
      return body(content, { ...inside, isSingleton: true })
    case "method":
    case "singleton_method": {
      const name = fieldText(node, "name")
      const isStatic = scope.isSingleton || node.type === "singleton_method"
      const end =
        node.childForFieldName("parameters")?.endIndex ?? node.childForFieldName("name")?.endIndex ?? node.endIndex
      const signature = declarationText(scope.source, node.startIndex, end)
      return [{ name: isStatic ? `.${name}` : name, kind: "function", signature, comment, lines, members: [] }]
    }
    case "assignment": {
      const name = fieldText(node, "left")
      if (!/^[A-Z]\w*$/.test(name)) return []
      const signature = valueSignature(scope.source, node, node.childForFieldName("right"))
      return [{ name, kind: "value", signature, comment, lines, members: [] }]
    }
    case "call":
      return attributes(node, { comment, lines })
    default:
      return []
  }
}

/** Returns the statements of a body with the comment at its start, which the grammar puts before the body. */
function contentOf(node: Node): readonly Node[] {
  const inside = node.childForFieldName("body")
  if (inside === null) return []
  return [...childrenOf(node).filter(({ type }) => NAMES.comments.has(type)), ...childrenOf(inside)]
}

function attributes(node: Node, shared: Pick<CodeSymbol, "comment" | "lines">): readonly CodeSymbol[] {
  const word = fieldText(node, "method")
  if (!/^(?:attr_(?:reader|writer|accessor)|delegate)$/.test(word)) return []
  const names = argumentsOf(node)
    .filter(({ type }) => type === "simple_symbol")
    .map(({ text }) => text.slice(1))
  return names.map((name) => ({ ...shared, name, kind: "value", signature: `${word} :${name}`, members: [] }))
}

function firstLine(node: Node): string {
  return node.text.slice(0, 400).split("\n")[0]?.split(";")[0]?.trimEnd() ?? ""
}
