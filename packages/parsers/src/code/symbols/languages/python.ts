import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import { parseDocstring } from "../comments/docstring.ts"
import { commentText } from "../comments/comment-text.ts"
import type { LanguageParser } from "../../syntax/language-parser.ts"
import {
  childrenOf,
  declarationText,
  fieldText,
  linesOf,
  valueSignature,
  withComments,
} from "../../syntax/source-node.ts"
import { type Docstring, docstringOf, listedNames, TRANSPARENT } from "../../syntax/python-nodes.ts"

const NAMES = { comments: new Set(["comment"]) }
/** Decorators that affect how a function is called. */
const SHOWN_DECORATOR =
  /^@(?:\w+\.)*(?:property|cached_property|staticmethod|classmethod|abstractmethod|overload|setter|dataclass|final|contextmanager|asynccontextmanager)\b/
const MAX_DEPTH = 6

/** Parses Python: names without a leading underscore, or those in `__all__`. */
export const pythonParser: LanguageParser = {
  language: "python",
  separator: ".",
  parse(root, source): CodeModule {
    const nodes = childrenOf(root)
    const listed = listedNames(nodes)
    const isPublic = (name: string) => (listed === undefined ? !name.startsWith("_") : listed.has(name))
    const docstring = docstringOf(nodes)
    return {
      ...(docstring === undefined
        ? {}
        : { comment: parseDocstring(docstring.text), commentLines: linesOf(docstring.node) }),
      symbols: statements(nodes, { source, isPublic, depth: 0 }),
    }
  },
}

interface Scope {
  readonly source: string
  isPublic(name: string): boolean
  readonly depth: number
}

function statements(nodes: readonly Node[], scope: Scope): readonly CodeSymbol[] {
  const found: CodeSymbol[] = []
  const siblings = withComments(nodes, NAMES)
  for (const [at, { node, before }] of siblings.entries()) {
    if (TRANSPARENT.has(node.type) && scope.depth < MAX_DEPTH) {
      if (!/TYPE_CHECKING|__name__/.test(fieldText(node, "condition"))) {
        found.push(...statements(childrenOf(node), { ...scope, depth: scope.depth + 1 }))
      }
    } else if (node.type === "expression_statement") {
      found.push(...variable(node, { before, next: siblings[at + 1]?.node }, scope))
    } else {
      const symbol = definition(node, scope)
      if (symbol !== undefined) found.push(symbol)
    }
  }
  return withoutImplementations(found)
}

function definition(node: Node, scope: Scope): CodeSymbol | undefined {
  const inner = node.type === "decorated_definition" ? node.childForFieldName("definition") : node
  if (inner === null || (inner.type !== "function_definition" && inner.type !== "class_definition")) return undefined
  const name = fieldText(inner, "name")
  if (!scope.isPublic(name)) return undefined
  const body = inner.childForFieldName("body")
  const content = body === null ? [] : childrenOf(body)
  const decorators = childrenOf(node)
    .filter(({ type, text }) => type === "decorator" && SHOWN_DECORATOR.test(text))
    .map(({ text }) => text)
  const head = declarationText(scope.source, inner.startIndex, headEnd(inner, body)).replace(/\s*:$/, "")
  const isType = inner.type === "class_definition"
  const old = childrenOf(node).find(({ type, text }) => type === "decorator" && /^@(?:\w+\.)*deprecated\b/.test(text))
  return {
    name,
    kind: isType ? "type" : "function",
    signature: [...decorators, head].join("\n"),
    comment: commentOf(docstringOf(content)),
    deprecated: old === undefined ? undefined : (/["']([^"']*)["']/.exec(old.text)?.[1] ?? ""),
    lines: linesOf(node),
    members: isType ? statements(content, { ...scope, depth: scope.depth + 1, isPublic: isPublicMember }) : [],
  }
}

function isPublicMember(name: string): boolean {
  return !name.startsWith("_") || /^__(?:init|call|enter|aenter|getitem|iter|len|new)__$/.test(name)
}

/** Returns the position of the colon before the body. A comment in between is in neither. */
function headEnd(node: Node, body: Node | null): number {
  const colon = node.children.findLast((child) => child !== null && child.type === ":")
  return colon?.startIndex ?? body?.startIndex ?? node.endIndex
}

function variable(
  node: Node,
  { before, next }: { readonly before: readonly Node[]; readonly next: Node | undefined },
  { source, isPublic }: Scope,
): readonly CodeSymbol[] {
  const [assignment] = childrenOf(node)
  const left = assignment?.type === "assignment" ? assignment.childForFieldName("left") : null
  if (assignment === undefined || left === null || left.type !== "identifier" || !isPublic(left.text)) return []
  const marked = before.filter(({ text }) => text.startsWith("#:"))
  const below = next === undefined ? undefined : docstringOf([next])
  const comment = marked.length > 0 ? parseDocstring(commentText(marked).replaceAll(/^:\s?/gm, "")) : commentOf(below)
  return [
    {
      name: left.text,
      kind: "value",
      signature: valueSignature(source, assignment, assignment.childForFieldName("right")),
      comment,
      lines: linesOf(marked[0] ?? node, below === undefined ? node : below.node),
      members: [],
    },
  ]
}

function commentOf(docstring: Docstring | undefined): DocComment | undefined {
  return docstring === undefined ? undefined : parseDocstring(docstring.text)
}

/** Removes setters, which repeat the name of their property, and keeps the implementation of overloads. */
function withoutImplementations(symbols: readonly CodeSymbol[]): readonly CodeSymbol[] {
  const kept: CodeSymbol[] = []
  for (const symbol of symbols) {
    const last = kept.at(-1)
    if (last?.name !== symbol.name) kept.push(symbol)
    else if (last.signature.includes("overload")) {
      kept[kept.length - 1] = {
        ...last,
        signature: `${last.signature}\n${symbol.signature}`,
        comment: symbol.comment ?? last.comment,
      }
    } else if (!symbol.signature.includes(".setter") && symbol.kind !== "value") {
      const isBetter = last.comment === undefined && symbol.comment !== undefined
      if (isBetter) kept[kept.length - 1] = symbol
    }
  }
  return kept
}
