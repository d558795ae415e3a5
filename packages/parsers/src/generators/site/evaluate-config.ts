import type {
  AnyNode,
  ArrayExpression,
  CallExpression,
  ExportNamedDeclaration,
  Identifier,
  ImportDeclaration,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  Program,
  Property,
  TemplateLiteral,
} from "acorn"
import { type Data, isRecord, itemsOf } from "./config-data.ts"
import { parseScript, type SyntaxNode } from "./parse-script.ts"

/** Evaluates an export of another module of the source; undefined if the module does not exist. */
export type ImportData = (specifier: string, name: string) => Data

/** Maximum number of nodes to visit or evaluate; a constant counts with its size wherever it is used. */
const MAX_NODES = 500_000
/** Longer strings are neither labels nor paths. */
const MAX_TEXT_CHARACTERS = 10_000
const MAX_DEPTH = 120

/**
 * Evaluates an export of a JavaScript or TypeScript module statically: literals, constants, the return values of
 * functions, the argument of a call such as `defineConfig({…})`. No code is run.
 *
 * @param name of the export, or `default`.
 * @returns undefined for invalid code, and in place of each value that only running the code could produce.
 */
export function evaluateConfig(text: string, name: string, importData: ImportData = () => undefined): Data {
  const program = parseScript(text)
  return program === undefined ? undefined : new ModuleEvaluator(program, importData).evaluateExport(name)
}

/** The value of a name: an expression or function of this module, or an export of another one. */
type Binding = AnyNode | { readonly specifier: string; readonly name: string }

class ModuleEvaluator {
  readonly #importData: ImportData
  readonly #bindings = new Map<string, Binding>()
  readonly #exports = new Map<string, Binding>()
  readonly #values = new Map<string, { readonly value: Data; readonly size: number }>()
  /** Names whose values are being evaluated. */
  readonly #open = new Set<string>()
  #nodeCount = 0
  #depth = 0

  constructor(program: Program, importData: ImportData) {
    this.#importData = importData
    this.#collect(program, 0)
  }

  evaluateExport(name: string): Data {
    const exported = this.#exports.get(name)
    if (exported !== undefined) return this.#evaluateBinding(exported)
    return name === "default" ? undefined : this.#valueOf(name)
  }

  /** Collects declarations, imports and exports. If several scopes declare a name, the last declaration wins. */
  #collect(node: SyntaxNode, depth: number): void {
    if (++this.#nodeCount > MAX_NODES || depth > MAX_DEPTH) return
    switch (node.type) {
      case "ImportDeclaration":
        return this.#collectImport(node)
      case "VariableDeclarator":
        if (node.id.type === "Identifier" && node.init) this.#bindings.set(node.id.name, node.init)
        break
      case "FunctionDeclaration":
        if (node.id !== null) this.#bindings.set(node.id.name, node)
        break
      case "ExportDefaultDeclaration":
        this.#exports.set("default", node.declaration)
        break
      case "ExportNamedDeclaration":
        this.#collectExport(node)
        break
      case "TSExportAssignment":
        this.#exports.set("default", node.expression)
        break
      case "AssignmentExpression":
        if (isModuleExports(node.left)) this.#exports.set("default", node.right)
        break
      default:
        break
    }
    for (const child of childrenOf(node)) this.#collect(child, depth + 1)
  }

  #collectImport({ source, specifiers }: ImportDeclaration): void {
    for (const specifier of specifiers) {
      if (specifier.type === "ImportNamespaceSpecifier" || typeof source.value !== "string") continue
      const name = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported)
      this.#bindings.set(specifier.local.name, { specifier: source.value, name })
    }
  }

  #collectExport({ source, specifiers }: ExportNamedDeclaration): void {
    for (const { local, exported } of specifiers) {
      const binding =
        typeof source?.value === "string" ? { specifier: source.value, name: nameOf(local) } : (local as AnyNode)
      this.#exports.set(nameOf(exported), binding)
    }
  }

  /** Returns the value of a constant, of a function's `return`, or of an import. */
  #valueOf(name: string): Data {
    const known = this.#values.get(name)
    if (known !== undefined) {
      this.#nodeCount += known.size
      return this.#nodeCount > MAX_NODES ? undefined : known.value
    }
    const binding = this.#bindings.get(name)
    // A value that depends on itself cannot be evaluated.
    if (binding === undefined || this.#open.has(name)) return undefined
    this.#open.add(name)
    const value = this.#evaluateBinding(binding)
    this.#open.delete(name)
    this.#values.set(name, { value, size: sizeOf(value) })
    return value
  }

  #evaluateBinding(binding: Binding): Data {
    return "specifier" in binding ? this.#import(binding.specifier, binding.name) : this.#evaluate(binding)
  }

  /** Imports a value, which counts with its size. */
  #import(specifier: string, name: string): Data {
    const value = this.#importData(specifier, name)
    this.#nodeCount += sizeOf(value)
    return this.#nodeCount > MAX_NODES ? undefined : value
  }

  #evaluate(node: SyntaxNode | null | undefined): Data {
    if (node === null || node === undefined) return undefined
    if (++this.#nodeCount > MAX_NODES || this.#depth > MAX_DEPTH) return undefined
    this.#depth++
    const value = this.#evaluateNode(node)
    this.#depth--
    return value
  }

  #evaluateNode(node: SyntaxNode): Data {
    switch (node.type) {
      case "Literal":
        return typeof node.value === "object" && node.value !== null ? undefined : literal(node.value)
      case "TemplateLiteral":
        return this.#template(node)
      case "Identifier":
        return this.#valueOf(node.name)
      case "ArrayExpression":
        return this.#array(node)
      case "ObjectExpression":
        return this.#object(node)
      case "MemberExpression":
        return this.#member(node)
      case "CallExpression":
      case "NewExpression":
        return this.#call(node)
      case "FunctionDeclaration":
      case "FunctionExpression":
        return this.#evaluate(lastReturn(node.body))
      case "ArrowFunctionExpression":
        return this.#evaluate(node.body.type === "BlockStatement" ? lastReturn(node.body) : node.body)
      case "AwaitExpression":
        return this.#evaluate(node.argument)
      case "LogicalExpression":
        return node.operator === "&&"
          ? this.#evaluate(node.right)
          : (this.#evaluate(node.left) ?? this.#evaluate(node.right))
      case "ConditionalExpression":
        return this.#evaluate(node.consequent) ?? this.#evaluate(node.alternate)
      case "BinaryExpression":
        return this.#sum(node.operator, this.#evaluate(node.left), this.#evaluate(node.right))
      case "UnaryExpression": {
        const value = this.#evaluate(node.argument)
        return node.operator === "-" && typeof value === "number" ? -value : undefined
      }
      case "ChainExpression":
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "TSNonNullExpression":
      case "TSInstantiationExpression":
        return this.#evaluate(node.expression)
      default:
        return undefined
    }
  }

  #sum(operator: string, left: Data, right: Data): Data {
    return operator === "+" && isText(left) && isText(right) ? bounded(`${left}${right}`) : undefined
  }

  #template({ quasis, expressions }: TemplateLiteral): Data {
    let text = ""
    for (const [at, { value }] of quasis.entries()) {
      text += value.cooked ?? value.raw
      if (at === expressions.length) break
      const inserted = this.#evaluate(expressions[at])
      if (!isText(inserted)) return undefined
      text += String(inserted)
    }
    return bounded(text)
  }

  #array({ elements }: ArrayExpression): Data {
    return elements.flatMap((element): readonly Data[] => {
      if (element?.type === "SpreadElement") return itemsOf(this.#evaluate(element.argument))
      return [this.#evaluate(element)]
    })
  }

  #object({ properties }: ObjectExpression): Data {
    const entries = new Map<string, Data>()
    for (const property of properties) {
      if (property.type === "SpreadElement") {
        const value = this.#evaluate(property.argument)
        if (isRecord(value)) for (const [key, held] of Object.entries(value)) entries.set(key, held)
        continue
      }
      const key = this.#keyOf(property)
      const value = this.#evaluate(property.value)
      if (key !== undefined && value !== undefined) entries.set(key, value)
    }
    return Object.fromEntries(entries)
  }

  #keyOf({ key, computed }: Pick<Property, "key" | "computed">): string | undefined {
    if (key.type === "Identifier" && !computed) return key.name
    const value = this.#evaluate(key)
    return isText(value) ? String(value) : undefined
  }

  #member({ object, property, computed }: MemberExpression): Data {
    const value = object.type === "Super" ? undefined : this.#evaluate(object)
    if (property.type === "PrivateIdentifier") return undefined
    const key = this.#keyOf({ key: property, computed })
    if (key === undefined) return undefined
    if (Array.isArray(value)) return itemsOf(value)[Number(key)]
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }

  /**
   * Returns the value of a call: of a function of this module, its return value; of a method (`list.filter(…)`), the value that it is
   * called on; of any other function, its first argument that is a list or mapping, or else its first string.
   */
  #call({ callee, arguments: list }: CallExpression | NewExpression): Data {
    const root = rootOf(callee)
    if (root.type === "Identifier" && root.name === "require") return this.#required(list[0])
    const isOwn = root.type !== "Identifier" || this.#isDeclaredHere(root)
    const own = isOwn ? this.#evaluate(root) : undefined
    if (own !== undefined) return own
    const given = list.map((argument) => (argument.type === "SpreadElement" ? undefined : this.#evaluate(argument)))
    return (
      given.find((value) => Array.isArray(value) || isRecord(value)) ?? given.find((value) => typeof value === "string")
    )
  }

  #required(argument: AnyNode | undefined): Data {
    const specifier = this.#evaluate(argument)
    return typeof specifier === "string" ? this.#import(specifier, "default") : undefined
  }

  #isDeclaredHere({ name }: Identifier): boolean {
    const binding = this.#bindings.get(name)
    return binding !== undefined && !("specifier" in binding)
  }
}

/** Counts the values in a tree of data. Evaluated values are small enough to visit. */
function sizeOf(data: Data): number {
  const parts = isRecord(data) ? Object.values(data) : itemsOf(data)
  return parts.reduce<number>((size, part) => size + sizeOf(part), 1)
}

function bounded(text: string): string | undefined {
  return text.length > MAX_TEXT_CHARACTERS ? undefined : text
}

function isText(value: Data): value is string | number {
  return typeof value === "string" || typeof value === "number"
}

function literal(value: string | number | boolean | null | undefined | bigint): Data {
  return typeof value === "bigint" ? undefined : value
}

function nameOf(node: Identifier | { readonly type: "Literal"; readonly value?: unknown }): string {
  return node.type === "Identifier" ? node.name : String(node.value)
}

function isModuleExports(node: AnyNode): boolean {
  return (
    node.type === "MemberExpression" &&
    node.object.type === "Identifier" &&
    node.object.name === "module" &&
    node.property.type === "Identifier" &&
    node.property.name === "exports"
  )
}

/** Returns the value at the start of a chain of members and calls: `list` in `list.filter(…).map`. */
function rootOf(callee: SyntaxNode): SyntaxNode {
  let root = callee
  while (root.type === "MemberExpression") root = root.object
  return root
}

/** Returns the value of the last `return` of a function, ignoring nested functions. */
function lastReturn(body: AnyNode): AnyNode | undefined {
  let last: AnyNode | undefined
  for (const child of childrenOf(body)) {
    if (child.type === "ReturnStatement") last = child.argument ?? undefined
    else if (/Statement$|^SwitchCase$|^CatchClause$/.test(child.type)) last = lastReturn(child as AnyNode) ?? last
  }
  return last
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value: unknown): readonly SyntaxNode[] =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}
