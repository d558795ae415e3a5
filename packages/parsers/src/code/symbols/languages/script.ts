import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol, DocComment } from "../../syntax/code-symbol.ts"
import { scriptStyle } from "../comments/comment-styles.ts"
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
import { exportedNames, type ExportedNames } from "./script-exports.ts"

const NAMES = { comments: new Set(["comment"]), attributes: new Set(["decorator"]) }
const FUNCTION_VALUES = new Set(["arrow_function", "function_expression", "function", "generator_function"])

/** Creates the parser of TypeScript or JavaScript: exported names of modules. */
export function scriptParser(language: "typescript" | "tsx" | "javascript"): LanguageParser {
  return { language, separator: ".", parse: (root, source, path) => new ScriptFile(language, source).parse(root, path) }
}

/** A symbol that may be the implementation of overloads. */
interface ScriptSymbol extends CodeSymbol {
  readonly hasBody?: boolean
}

/** The scope of a declaration, which determines whether it is public. */
interface ScriptScope {
  /** Names that are exported separately from their declaration. */
  readonly exported: ExportedNames
  /** True if every declaration is public: in a declaration file without exports, or inside its namespaces. */
  readonly isOpen: boolean
}

class ScriptFile {
  readonly #source: string
  readonly #language: string

  constructor(language: string, source: string) {
    this.#language = language
    this.#source = source
  }

  parse(root: Node, path: string): CodeModule {
    const nodes = childrenOf(root)
    const exported = exportedNames(nodes)
    const isDeclarations = /\.d\.[cm]?ts$/.test(path)
    const head = leadingComments(nodes, NAMES)
    const comment = this.#comment(head)
    const scope = { exported, isOpen: isDeclarations && !exported.isModule }
    return {
      comment,
      commentLines: head[0] && linesOf(head[0], head.at(-1)),
      symbols: withoutImplementations(this.#statements(nodes, scope)),
    }
  }

  #comment(nodes: readonly Node[]): DocComment | undefined {
    const last = nodes.findLast((node) => node.text.startsWith("/**"))
    return last === undefined ? undefined : parseTagComment(commentText([last]), scriptStyle(this.#language))
  }

  #statements(nodes: readonly Node[], scope: ScriptScope): ScriptSymbol[] {
    return withComments(nodes, NAMES).flatMap((found) => this.#statement(found, scope))
  }

  #statement(found: CommentedNode, scope: ScriptScope): readonly ScriptSymbol[] {
    const { node } = found
    const comment = this.#comment(found.before)
    if (comment?.isInternal === true) return []
    if (node.type === "export_statement") {
      const inside = node.childForFieldName("declaration") ?? node.childForFieldName("value")
      if (inside === null) return []
      const isDefault = childOf(node, "default") !== undefined
      return this.#declaration(inside, { found, comment, scope, isPublic: true, isDefault })
    }
    if (node.type === "ambient_declaration") return this.#ambient(found, comment, scope)
    if (node.type === "expression_statement") {
      const [inside] = childrenOf(node)
      if (inside?.type === "internal_module")
        return this.#declaration(inside, { found, comment, scope, isPublic: scope.isOpen })
      return inside === undefined ? [] : this.#assignment(inside, { found, comment, scope })
    }
    return this.#declaration(node, { found, comment, scope, isPublic: scope.isOpen })
  }

  #ambient(found: CommentedNode, comment: DocComment | undefined, scope: ScriptScope): readonly ScriptSymbol[] {
    const block = childOf(found.node, "statement_block")
    if (block !== undefined) return this.#statements(childrenOf(block), { ...scope, isOpen: true })
    const [inside] = childrenOf(found.node)
    if (inside === undefined) return []
    const isPublic = scope.isOpen || inside.type === "module"
    return this.#declaration(inside, { found, comment, scope, isPublic })
  }

  #declaration(node: Node, how: Declared): readonly ScriptSymbol[] {
    const name = fieldText(node, "name") || (how.isDefault === true ? "default" : "")
    const isPublic = how.isPublic || how.scope.exported.has(name, how.comment !== undefined)
    const from = how.found.node
    const lines = linesOf(how.found.before[0] ?? from, from)
    const body = node.childForFieldName("body")
    const shared = { name, comment: how.comment, lines }
    if (node.type === "lexical_declaration" || node.type === "variable_declaration") return this.#variables(node, how)
    if (!isPublic || name === "") return []
    const type = this.#type(node, body, how)
    if (type !== undefined) return [{ ...shared, ...type }]
    const isFunction = /function|arrow/.test(node.type)
    if (isFunction) {
      const signature = signatureOf(this.#source, node, body, from)
      return [{ ...shared, kind: "function", signature, members: [], hasBody: body !== null }]
    }
    return how.isDefault === true && how.comment !== undefined
      ? [{ ...shared, kind: "value", signature: valueSignature(this.#source, from, node, from), members: [] }]
      : []
  }

  /** Parses a class, interface, enumeration, namespace or type alias; undefined for anything else. */
  #type(
    node: Node,
    body: Node | null,
    how: Declared,
  ): Pick<CodeSymbol, "name" | "kind" | "signature" | "members"> | undefined {
    const name = fieldText(node, "name") || "default"
    const from = how.found.node
    const whole = { name, kind: "type" as const, signature: signatureOf(this.#source, node, body, from) }
    switch (node.type) {
      case "class_declaration":
      case "abstract_class_declaration":
      case "class":
      case "interface_declaration":
        return { ...whole, members: this.#members(body) }
      case "enum_declaration":
        return { ...whole, members: this.#alternatives(body) }
      case "module":
      case "internal_module": {
        const isOpen = how.scope.isOpen || from.type === "ambient_declaration"
        const inside = body === null ? [] : this.#statements(childrenOf(body), { ...how.scope, isOpen })
        return { ...whole, name: name.replaceAll(/^["']|["']$/g, ""), members: withoutImplementations(inside) }
      }
      case "type_alias_declaration": {
        const value = node.childForFieldName("value")
        if (value?.type !== "object_type") {
          return { ...whole, signature: valueSignature(this.#source, node, null, from), members: [] }
        }
        return { ...whole, signature: signatureOf(this.#source, node, value, from), members: this.#members(value) }
      }
      default:
        return undefined
    }
  }

  #variables(node: Node, how: Declared): readonly ScriptSymbol[] {
    const from = how.found.node
    const declarators = childrenOf(node).filter(({ type }) => type === "variable_declarator")
    return declarators.flatMap((declarator): readonly ScriptSymbol[] => {
      const name = fieldText(declarator, "name")
      const isPublic = how.isPublic || how.scope.exported.has(name, how.comment !== undefined)
      if (!isPublic || !/^[\w$]+$/.test(name)) return []
      const value = declarator.childForFieldName("value")
      const isFunction = value !== null && FUNCTION_VALUES.has(value.type)
      const start = declarators.length === 1 ? from : declarator
      const signature = isFunction
        ? signatureOf(this.#source, declarator, value.childForFieldName("body"), start)
        : valueSignature(this.#source, declarator, value, start)
      const lines = linesOf(how.found.before[0] ?? from, from)
      const isClass = value?.type === "class"
      const members = isClass ? this.#members(value.childForFieldName("body")) : []
      return [
        {
          name,
          kind: isClass ? "type" : isFunction ? "function" : "value",
          signature,
          comment: how.comment,
          lines,
          members,
        },
      ]
    })
  }

  /** Parses `exports.name = …` and `Type.prototype.name = function …`, as used before ES modules and classes. */
  #assignment(node: Node, { found, comment, scope }: Omit<Declared, "isPublic">): readonly ScriptSymbol[] {
    const left = node.type === "assignment_expression" ? node.childForFieldName("left") : null
    const right = node.childForFieldName("right")
    if (left === null || right === null || left.type !== "member_expression" || scope.exported.isModule) return []
    const target = left.text.replace(/^(?:module\.)?exports\./, "").replace(".prototype.", ".")
    const isExport = /^(?:module\.)?exports(?:\.\w+)?$/.test(left.text)
    const isFunction = FUNCTION_VALUES.has(right.type)
    const lastName = target.slice(target.lastIndexOf(".") + 1)
    if (lastName.startsWith("_") || !/^[\w$.]+$/.test(target)) return []
    if (!(isExport ? isFunction || comment !== undefined : isFunction && comment !== undefined)) return []
    if (target === "module.exports" && fieldText(right, "name") === "") return []
    const body = right.childForFieldName("body")
    const isClass = right.type === "class"
    return [
      {
        name: target === "module.exports" ? fieldText(right, "name") : target,
        kind: isClass ? "type" : isFunction ? "function" : "value",
        signature:
          isFunction || isClass ? signatureOf(this.#source, node, body) : valueSignature(this.#source, node, right),
        comment,
        lines: linesOf(found.before[0] ?? found.node, found.node),
        members: isClass ? this.#members(body) : [],
      },
    ]
  }

  #members(body: Node | null): readonly ScriptSymbol[] {
    if (body === null) return []
    const found = withComments(childrenOf(body), NAMES).flatMap((member): readonly ScriptSymbol[] => {
      const { node } = member
      const name = fieldText(node, "name") || UNNAMED[node.type] || ""
      const access = childOf(node, "accessibility_modifier")?.text
      const comment = this.#comment(member.before)
      const isHidden = access === "private" || name.startsWith("#") || (name.startsWith("_") && comment === undefined)
      if (name === "" || isHidden || comment?.isInternal === true) return []
      const value = node.childForFieldName("value")
      const isAccessor = childOf(node, "get", "set") !== undefined
      const isFunction = /method|construct_signature|call_signature/.test(node.type) && !isAccessor
      const isFunctionValue = value !== null && FUNCTION_VALUES.has(value.type)
      const body = isFunctionValue ? value.childForFieldName("body") : node.childForFieldName("body")
      return [
        {
          name: name === "constructor" ? "constructor" : name.replaceAll(/^["']|["']$/g, ""),
          kind: isFunction || isFunctionValue ? "function" : "value",
          signature:
            isFunction || isFunctionValue || isAccessor
              ? signatureOf(this.#source, node, body)
              : valueSignature(this.#source, node, value),
          comment,
          lines: linesOf(member.before[0] ?? node, node),
          members: [],
          hasBody: body !== null,
        },
      ]
    })
    return withoutImplementations(found)
  }

  #alternatives(body: Node | null): readonly ScriptSymbol[] {
    return withComments(body === null ? [] : childrenOf(body), NAMES).map(({ node, before }) => ({
      name: fieldText(node, "name") || node.text,
      kind: "value",
      signature: valueSignature(this.#source, node, node.childForFieldName("value")),
      comment: this.#comment(before),
      lines: linesOf(before[0] ?? node, node),
      members: [],
    }))
  }
}

const UNNAMED: Readonly<Record<string, string>> = { construct_signature: "new", call_signature: "call" }

interface Declared {
  readonly found: CommentedNode
  readonly comment: DocComment | undefined
  readonly scope: ScriptScope
  readonly isPublic: boolean
  readonly isDefault?: boolean
}

/** Merges overloads into one symbol and removes their implementation, which callers do not see. */
function withoutImplementations(symbols: readonly ScriptSymbol[]): readonly ScriptSymbol[] {
  const kept: ScriptSymbol[] = []
  for (const symbol of symbols) {
    const last = kept.at(-1)
    const isOverload = last?.kind === "function" && symbol.kind === "function" && last.name === symbol.name
    if (!isOverload) kept.push(symbol)
    else if (symbol.hasBody === true && last.hasBody === false) continue
    else if (symbol.comment !== undefined && last.comment !== undefined) kept.push(symbol)
    else {
      const signature = `${last.signature}\n${symbol.signature}`
      kept[kept.length - 1] = { ...last, signature, comment: last.comment ?? symbol.comment }
    }
  }
  return kept
}
