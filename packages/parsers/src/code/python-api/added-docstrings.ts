import type { Node } from "web-tree-sitter"
import { cleaned } from "../symbols/comments/docstring-sections.ts"
import { stringText, TRANSPARENT } from "../syntax/python-nodes.ts"
import { childrenOf } from "../syntax/source-node.ts"
import { takeSignature } from "./docstring-signature.ts"
import type { AddedDocstring, PythonObject } from "./python-module.ts"

/** Functions that add docstrings to compiled objects: `add_newdoc`, `add_newdocs`, `add_docstring`, `add_docstr`. */
const ADDS = /^(?:\w+\.){0,5}add_(?:new)?doc(?:s|str|string)?$/
/** A dotted name in a string or an expression. */
const NAME = /^\w+(?:\.\w+){0,9}$/
/** Lines that a program replaces in a docstring: `$PARAMS`, `${LIKE}`. */
const PLACEHOLDER_LINE = /^[ \t]*\$\{?[A-Z_][A-Z0-9_]{0,60}\}?[ \t]*$/gm
const MAX_DEPTH = 4
/** Files with more calls are data. */
const MAX_ADDED = 5_000

/**
 * Lists the docstrings that a module adds to objects of other modules: `add_newdoc("pond", "Koi", "…")`, and for members
 * `add_newdoc("pond", "Koi", ("feed", "…"))`. Only literal strings are read.
 */
export function addedDocstrings(nodes: readonly Node[], depth = 0): readonly AddedDocstring[] {
  const added: AddedDocstring[] = []
  for (const node of nodes) {
    if (added.length >= MAX_ADDED) break
    if (TRANSPARENT.has(node.type) && depth < MAX_DEPTH) added.push(...addedDocstrings(childrenOf(node), depth + 1))
    const [call] = node.type === "expression_statement" ? childrenOf(node) : []
    if (call?.type === "call" && ADDS.test(call.childForFieldName("function")?.text ?? "")) added.push(...addedBy(call))
  }
  return added.slice(0, MAX_ADDED)
}

function addedBy(call: Node): readonly AddedDocstring[] {
  const list = call.childForFieldName("arguments")
  const given = (list === null ? [] : childrenOf(list)).filter(({ type }) => type !== "comment")
  const docs = given.at(-1)
  const target = given.slice(0, -1).map((node) => (node.type === "string" ? (stringText(node) ?? "") : node.text))
  if (docs === undefined || target.length === 0 || target.length > 2 || !target.every((name) => NAME.test(name)))
    return []
  const path = target.join(".")
  const items = docs.type === "list" ? childrenOf(docs) : [docs]
  return items.flatMap((item) => {
    const [member, text] = item.type === "tuple" ? childrenOf(item) : [undefined, item]
    const name = member === undefined ? "" : stringText(member)
    const docstring = text === undefined ? undefined : literalText(text)
    if (name === undefined || docstring === undefined || (member !== undefined && !NAME.test(name))) return []
    return [{ path: name === "" ? path : `${path}.${name}`, docstring, isMember: name !== "" }]
  })
}

/** Returns the text of a string, also one in which a program replaces parts: `"…".replace("${LIKE}", like)`. */
function literalText(node: Node): string | undefined {
  const method = node.type === "call" ? node.childForFieldName("function") : null
  const isReplaced = method?.type === "attribute" && method.text.slice(-20).endsWith(".replace")
  const string = isReplaced ? method.childForFieldName("object") : node
  const text = string === null ? undefined : stringText(string)
  return text === undefined ? undefined : cleaned(text.replaceAll(PLACEHOLDER_LINE, ""))
}

/**
 * Describes an object that only has added docstrings.
 *
 * @param path dotted name of the object, with its module.
 * @returns undefined if there is no docstring for it or for its members.
 */
export function objectOfAdded(path: string, added: readonly AddedDocstring[]): PythonObject | undefined {
  const groups = groupsOf(added)
  const own = groups.get(path)?.own
  const members = (groups.get(path)?.members ?? []).map((one) => objectOf(one, "value"))
  if (own === undefined && members.length === 0) return undefined
  const object = objectOf(own ?? { path, docstring: "", isMember: false }, "function")
  return members.length === 0 ? object : { ...object, kind: "class", members }
}

interface Group {
  own?: AddedDocstring
  readonly members: AddedDocstring[]
}

const groupsByModule = new WeakMap<readonly AddedDocstring[], ReadonlyMap<string, Group>>()

/** Groups docstrings by the object that they or their members belong to, once per module. */
function groupsOf(added: readonly AddedDocstring[]): ReadonlyMap<string, Group> {
  const known = groupsByModule.get(added)
  if (known !== undefined) return known
  const groups = new Map<string, Group>()
  const groupOf = (path: string) => {
    const group = groups.get(path) ?? { members: [] }
    groups.set(path, group)
    return group
  }
  for (const one of added) {
    groupOf(one.path).own ??= one
    const { members } = groupOf(one.path.slice(0, Math.max(0, one.path.lastIndexOf("."))))
    if (one.isMember) members.push(one)
  }
  groupsByModule.set(added, groups)
  return groups
}

/** @param without the kind of an object whose docstring has no signature. */
function objectOf({ path, docstring: text }: AddedDocstring, without: "function" | "value"): PythonObject {
  const name = path.slice(path.lastIndexOf(".") + 1)
  const { signature, docstring } = takeSignature(name, text)
  const isCalled = signature !== undefined || without === "function"
  return {
    name,
    kind: isCalled ? "function" : "value",
    signature: isCalled ? signature : "",
    ...(docstring === "" ? {} : { docstring }),
    bases: [],
    members: [],
  }
}
