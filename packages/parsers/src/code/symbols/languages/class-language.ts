import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childrenOf,
  type CommentedNode,
  fieldText,
  leadingComments,
  linesOf,
  type NodeNames,
  withComments,
} from "../../syntax/source-node.ts"

const MAX_DEPTH = 8

/** The node types and rules of a language with classes and members. */
export interface ClassLanguage extends Pick<LanguageParser, "language" | "separator"> {
  readonly names: NodeNames
  readonly types: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
  readonly values: ReadonlySet<string>
  /** Nodes whose content belongs to the surrounding scope: namespaces, conditions. */
  readonly containers: ReadonlySet<string>
  /** @param owner type that contains the declaration. */
  isPublic(node: Node, owner: Node | undefined): boolean
  /** Returns the names that a node declares, if they are not in the field `name`. */
  namesOf?(node: Node): readonly string[]
  parseComment(nodes: readonly Node[]): DocComment | undefined
  signature(node: Node, source: string): string
  deprecation(node: Node): string | undefined
}

/** Creates the parser of a language whose public symbols are classes and their members. */
export function classParser(language: ClassLanguage): LanguageParser {
  return {
    language: language.language,
    separator: language.separator,
    parse(root, source): CodeModule {
      const nodes = childrenOf(root)
      const head = leadingComments(nodes, language.names)
      const comment = head.length === 0 ? undefined : language.parseComment(head)
      // The first comment is usually the licence, so it is used only if it is marked as being about the file.
      const [first] = comment?.isAboutFile === true ? head : []
      return {
        ...(comment === undefined || first === undefined ? {} : { comment, commentLines: linesOf(first, head.at(-1)) }),
        symbols: declarations(nodes, { language, source, owner: undefined, depth: 0 }),
      }
    },
  }
}

interface Scope {
  readonly language: ClassLanguage
  readonly source: string
  readonly owner: Node | undefined
  readonly depth: number
}

function declarations(nodes: readonly Node[], scope: Scope): readonly CodeSymbol[] {
  const { language, depth } = scope
  if (depth > MAX_DEPTH) return []
  return withComments(nodes, language.names).flatMap((found): readonly CodeSymbol[] => {
    const { node } = found
    if (language.containers.has(node.type)) return declarations(childrenOf(node), { ...scope, depth: depth + 1 })
    return declaration(found, scope)
  })
}

function declaration(found: CommentedNode, scope: Scope): readonly CodeSymbol[] {
  const { node, before } = found
  const { language, source, owner, depth } = scope
  const isType = language.types.has(node.type)
  const isFunction = language.functions.has(node.type)
  if (!isType && !isFunction && !language.values.has(node.type)) return []
  if (!language.isPublic(node, owner)) return []
  const comment = language.parseComment(before)
  if (comment?.isInternal === true) return []
  const body = node.childForFieldName("body")
  const shared = {
    comment,
    deprecated: language.deprecation(node),
    lines: linesOf(before[0] ?? node, node),
    signature: language.signature(node, source),
  }
  if (isType) {
    const members = body === null ? [] : declarations(childrenOf(body), { ...scope, owner: node, depth: depth + 1 })
    return [{ ...shared, name: fieldText(node, "name"), kind: "type", members }]
  }
  const names = language.namesOf?.(node) ?? [fieldText(node, "name")]
  return names
    .filter((name) => name !== "")
    .map((name) => ({ ...shared, name, kind: isFunction ? "function" : "value", members: [] }))
}
