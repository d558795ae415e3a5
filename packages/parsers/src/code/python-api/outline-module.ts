import type { Node } from "web-tree-sitter"
import { dedent } from "../symbols/comments/comment-text.ts"
import { cleaned } from "../symbols/comments/docstring-sections.ts"
import { docstringOf, listedNames, TRANSPARENT } from "../syntax/python-nodes.ts"
import { type CommentedNode, childrenOf, fieldText, withComments } from "../syntax/source-node.ts"
import { addedDocstrings } from "./added-docstrings.ts"
import { takeSignature } from "./docstring-signature.ts"
import type { PythonImport, PythonModule, PythonObject } from "./python-module.ts"
import { shownType } from "./shown-type.ts"

const NAMES = { comments: new Set(["comment"]) }
/** Maximum depth of nested classes and blocks. */
const MAX_DEPTH = 6
/** Maximum number of objects per file; files with more are generated. */
const MAX_OBJECTS = 5_000
/** Longer defaults and values are data. */
const MAX_VALUE_CHARACTERS = 80
const MAX_SIGNATURE_CHARACTERS = 2_000

/** Extracts the public names of a Python module, with their docstrings as written. */
export function outlineModule(root: Node): PythonModule {
  const nodes = childrenOf(root)
  const docstring = docstringText(nodes)
  const listed = listedNames(nodes)
  const outline = { imports: [] as PythonImport[], starModules: [] as string[], left: MAX_OBJECTS }
  const objects = statements(nodes, { outline, depth: 0 })
  const added = addedDocstrings(nodes)
  return {
    docstring,
    objects,
    imports: outline.imports,
    starModules: outline.starModules,
    listed: listed && [...listed],
    ...(added.length === 0 ? {} : { added }),
  }
}

/** Extracts the public names of a module of Cython from its skeleton. Their docstrings can start with signatures, as those of compiled objects. */
export function outlineCompiledModule(root: Node): PythonModule {
  const outline = outlineModule(root)
  return { ...outline, objects: outline.objects.map(withSignature) }
}

function withSignature(object: PythonObject): PythonObject {
  const { signature, docstring } = takeSignature(object.name, object.docstring ?? "")
  const members = object.members.map(withSignature)
  if (signature === undefined || object.kind === "value" || object.kind === "property") return { ...object, members }
  return { ...object, signature, docstring: docstring === "" ? undefined : docstring, members }
}

interface OutlineContext {
  readonly outline: { readonly imports: PythonImport[]; readonly starModules: string[]; left: number }
  readonly depth: number
  /** True for members of a class. */
  readonly isMember?: boolean
}

function statements(nodes: readonly Node[], context: OutlineContext): readonly PythonObject[] {
  const found: PythonObject[] = []
  const siblings = withComments(nodes, NAMES)
  for (const [at, commented] of siblings.entries()) {
    const { node } = commented
    if (context.outline.left <= 0) break
    if (TRANSPARENT.has(node.type)) {
      if (context.depth < MAX_DEPTH)
        found.push(...statements(childrenOf(node), { ...context, depth: context.depth + 1 }))
    } else if (/^(?:future_)?import(?:_from)?_statement$/.test(node.type)) takeImport(node, context)
    else {
      const object =
        node.type === "expression_statement"
          ? variable(commented, siblings[at + 1]?.node, "")
          : definition(node, context)
      if (object !== undefined) found.push(object)
    }
  }
  const kept = oncePerName(found)
  context.outline.left -= kept.length
  return kept
}

function takeImport(node: Node, { outline, isMember }: OutlineContext): void {
  if (isMember === true) return
  const module = fieldText(node, "module_name")
  if (childrenOf(node).some(({ type }) => type === "wildcard_import")) outline.starModules.push(module)
  for (const imported of childrenOf(node, "name")) {
    const original = imported.type === "aliased_import" ? fieldText(imported, "name") : imported.text
    const alias = imported.type === "aliased_import" ? fieldText(imported, "alias") : undefined
    if (module !== "") outline.imports.push({ name: alias ?? original, module, original })
    else if (alias !== undefined) outline.imports.push({ name: alias, module: original })
  }
}

function definition(node: Node, context: OutlineContext): PythonObject | undefined {
  const inner = node.type === "decorated_definition" ? node.childForFieldName("definition") : node
  if (inner === null || (inner.type !== "function_definition" && inner.type !== "class_definition")) return undefined
  const content = contentOf(inner)
  const docstring = docstringText(content)
  const decorators = childrenOf(node)
    .filter(({ type }) => type === "decorator")
    .map(({ text }) => text)
  const named = { name: fieldText(inner, "name"), docstring }
  return inner.type === "class_definition"
    ? { ...named, ...classParts(inner, content, context) }
    : { ...named, ...functionParts(inner, decorators, context.isMember === true) }
}

/**
 * Returns the statements of a class or function, with comments before the first one, which the grammar puts outside of
 * the body.
 */
function contentOf(node: Node): readonly Node[] {
  const body = node.childForFieldName("body")
  return [...childrenOf(node).filter(({ type }) => type === "comment"), ...(body === null ? [] : childrenOf(body))]
}

type Parts = Omit<PythonObject, "name" | "docstring">

function classParts(node: Node, content: readonly Node[], context: OutlineContext): Parts {
  const isTooDeep = context.depth >= MAX_DEPTH
  const members = isTooDeep ? [] : statements(content, { ...context, depth: context.depth + 1, isMember: true })
  const start = members.find(({ name }) => name === "__init__") ?? members.find(({ name }) => name === "__new__")
  const superclasses = node.childForFieldName("superclasses")
  return {
    kind: "class",
    signature: start?.signature?.replace(/ -> .*$/, ""),
    parameters: start?.parameters,
    bases: (superclasses === null ? [] : childrenOf(superclasses))
      .map(({ type, text }) => (type === "subscript" ? text.replace(/\[[^]*$/, "") : text))
      .filter((base) => /^[\w.]+$/.test(base)),
    members: oncePerName([...members, ...(isTooDeep ? [] : valuesOfSelf(content))]),
  }
}

/** Decorators of methods that are used like values. */
const PROPERTY = /^@(?:[\w.]+\.)?(?:\w*property|\w+\.setter|\w+\.deleter|hybrid_property|memoized_attribute)\b/
const OVERLOAD = /^@(?:[\w.]+\.)?overload\b/
const CHANGES = /^@[\w.]+\.(?:setter|deleter|expression|inplace\.\w+|update_expression)\b/

function functionParts(node: Node, decorators: readonly string[], isMember: boolean): Parts {
  const has = (pattern: RegExp) => decorators.some((text) => pattern.test(text))
  const isStatic = has(/^@staticmethod\b/)
  const returned = shownType(fieldText(node, "return_type"))
  const result = returned === "" ? "" : ` -> ${returned}`
  if (isMember && has(PROPERTY) && !has(CHANGES))
    return { kind: "property", signature: returned === "" ? "" : `: ${returned}`, bases: [], members: [] }
  const parameters = parametersOf(node, isMember && !isStatic)
  const described = parameters.flatMap(({ name, doc }) => (doc === undefined ? [] : [{ name, text: doc }]))
  const isAsync = node.children.some((child) => child?.type === "async")
  const prefix = isAsync
    ? "async"
    : has(/^@classmethod\b/)
      ? "classmethod"
      : isStatic && isMember
        ? "static"
        : undefined
  // Overloads and setters are skipped if there is a definition with more information.
  const isAside = has(OVERLOAD) || has(CHANGES)
  return {
    kind: "function",
    prefix,
    signature: isAside
      ? undefined
      : `(${parameters.map(({ text }) => text).join(", ")})${result}`.slice(0, MAX_SIGNATURE_CHARACTERS),
    ...(described.length === 0 ? {} : { parameters: described }),
    bases: [],
    members: [],
  }
}

interface Parameter {
  readonly name: string
  /** As written in a signature. */
  readonly text: string
  readonly doc: string | undefined
}

function parametersOf(node: Node, isBound: boolean): readonly Parameter[] {
  const list = node.childForFieldName("parameters")
  const parameters = list === null ? [] : childrenOf(list).filter(({ type }) => type !== "comment")
  const isFirstBound = isBound && /^\w+$|^(?:self|cls)\b/.test(parameters[0]?.text ?? "")
  return parameters.slice(isFirstBound ? 1 : 0).map((parameter) => {
    const value = fieldText(parameter, "value")
    const written = parameter.childForFieldName("type")
    const { type: annotated, doc } = annotation(written?.text ?? "")
    const type = shownType(annotated)
    const start = parameter.startIndex
    const name = written === null ? parameter.text : parameter.text.slice(0, written.startIndex - start)
    const bare = (/^[*\w]+/.exec(name)?.[0] ?? name).trim()
    const shown = written === null && value === "" ? parameter.text : `${bare}${type === "" ? "" : `: ${type}`}`
    const given = value === "" ? "" : type === "" ? "=" : " = "
    const text = `${shown}${given}${value.length > MAX_VALUE_CHARACTERS ? "…" : value}`
    return { name: bare, text: text.replaceAll(/\s+/g, " "), doc }
  })
}

/** Splits `Annotated[str, Doc("What it is.")]` into type and text; other metadata is for programs and is dropped. */
function annotation(written: string): { readonly type: string; readonly doc: string | undefined } {
  const inside = /^(?:\w+\.)*Annotated\[([^]*)\]$/.exec(written)?.[1]
  if (inside === undefined) return { type: written, doc: undefined }
  let depth = 0
  let end = 0
  for (; end < inside.length && !(depth === 0 && inside[end] === ","); end++) {
    if (/[[(]/.test(inside[end] ?? "")) depth++
    else if (/[\])]/.test(inside[end] ?? "")) depth--
  }
  const [, , text] = /\bDoc\(\s*[rR]?("""|'''|"|')([^]*?)\1/.exec(inside.slice(end)) ?? []
  return { type: inside.slice(0, end).trim(), doc: text === undefined ? undefined : cleaned(text) }
}

/** Parses `name = value`, `name: type = value` and, with `owner`, `self.name = value`. */
function variable(
  { node, before, after }: CommentedNode,
  next: Node | undefined,
  owner: string,
): PythonObject | undefined {
  const [assignment] = childrenOf(node)
  const left = assignment?.type === "assignment" ? fieldText(assignment, "left") : ""
  const name = left.startsWith(owner) ? left.slice(owner.length) : ""
  if (assignment === undefined || !/^\w+$/.test(name)) return undefined
  const marked = [...before, ...(after === undefined ? [] : [after])].filter(({ text }) => text.startsWith("#:"))
  const below = next === undefined ? undefined : docstringText([next])
  const { type: written, doc } = annotation(fieldText(assignment, "type"))
  const docstring = marked.length > 0 ? dedent(marked.map(({ text }) => text.slice(2)).join("\n")) : (below ?? doc)
  const type = shownType(written)
  const value = fieldText(assignment, "right")
  const isShown = owner === "" && value !== "" && value.length <= MAX_VALUE_CHARACTERS && !/[\n`]/.test(value)
  return {
    name,
    kind: "value",
    signature: `${type === "" ? "" : `: ${type}`}${isShown ? ` = ${value}` : ""}`.slice(0, MAX_SIGNATURE_CHARACTERS),
    ...(docstring === undefined || docstring === "" ? {} : { docstring }),
    bases: [],
    members: [],
  }
}

/** Collects the instance attributes that `__init__` sets and documents. */
function valuesOfSelf(content: readonly Node[]): readonly PythonObject[] {
  const start = content
    .map((node) => (node.type === "decorated_definition" ? node.childForFieldName("definition") : node))
    .find((node) => node?.type === "function_definition" && fieldText(node, "name") === "__init__")
  const siblings = withComments(start === null || start === undefined ? [] : contentOf(start), NAMES)
  return siblings.flatMap((commented, at) => {
    const value =
      commented.node.type === "expression_statement" ? variable(commented, siblings[at + 1]?.node, "self.") : undefined
    return value?.docstring === undefined ? [] : [value]
  })
}

/**
 * Keeps the definition with the most information per name: overloads come before their implementation, setters after
 * it.
 */
function oncePerName(objects: readonly PythonObject[]): readonly PythonObject[] {
  const kept = new Map<string, PythonObject>()
  for (const object of objects) {
    const known = kept.get(object.name)
    const isBetter =
      known === undefined ||
      (known.signature === undefined && known.kind === "function") ||
      (known.docstring === undefined && object.docstring !== undefined && object.signature !== undefined)
    const docstring = object.docstring ?? known?.docstring
    if (isBetter) kept.set(object.name, { ...object, docstring })
  }
  return [...kept.values()]
}

function docstringText(nodes: readonly Node[]): string | undefined {
  const found = docstringOf(nodes)
  return found === undefined ? undefined : cleaned(found.text)
}
