import { isDeepStrictEqual } from "node:util"
import { type FormattingOptions, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import type { Entry } from "./agents.ts"
import { removeMember, setMember } from "./edit-members.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

type JsonObject = Record<string, unknown>

const BYTE_ORDER_MARK = "\uFEFF"

/**
 * Adds, replaces or removes an entry of a JSON file with comments. Every other byte is kept, except commas and the
 * brackets of an object that was empty.
 *
 * @param text content of the file; empty if it does not exist.
 * @param path keys to the entry.
 * @param change returns the new entry for the current one; undefined removes it.
 * @returns the new text; the same text if nothing changes.
 * @throws {UnreadableConfiguration} if the text is not a JSON object, or a parent of the entry is not an object.
 */
export function editJson(
  text: string,
  path: readonly string[],
  change: (present: JsonObject | undefined) => Entry | undefined,
): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ""
  const body = text.slice(mark.length)
  const before = body.trim() === "" ? {} : readObject(body)
  const present = objectAt(before, path)
  const entry = change(present)
  if (isDeepStrictEqual(entry, present)) return text
  const source = body.trim() === "" ? "{}\n" : body
  const root = parseTree(source, [], { allowTrailingComma: true })
  if (root === undefined) throw new UnreadableConfiguration("the file does not contain a JSON object")
  const formatting = formattingOf(source)
  const after =
    entry === undefined ? removeMember(source, root, path) : setMember(source, root, { path, value: entry, formatting })
  if (!isDeepStrictEqual(readObject(after), expected(before, path, entry))) {
    throw new UnreadableConfiguration(
      `the edit would change more than ${path.join(".")}; check the file for duplicate keys`,
    )
  }
  return `${mark}${after}`
}

function readObject(text: string): JsonObject {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const first = errors[0]
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length
    throw new UnreadableConfiguration(`invalid JSON on line ${line} (${printParseErrorCode(first.error)})`)
  }
  const value = root === undefined ? undefined : valueOf(root)
  if (!isObject(value)) throw new UnreadableConfiguration("the file does not contain a JSON object")
  return value
}

/** Returns the value of a node. The key `__proto__` is an ordinary key, as in JSON. */
function valueOf({ type, value, children = [] }: Node): unknown {
  if (type === "array") return children.map(valueOf)
  if (type !== "object") return value
  const members = children.map(({ children: [key, member] = [] }) => [key?.value, member && valueOf(member)] as const)
  return Object.fromEntries(members)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function objectAt(root: JsonObject, path: readonly string[]): JsonObject | undefined {
  let at: JsonObject = root
  for (const [depth, key] of path.entries()) {
    if (!Object.hasOwn(at, key)) return undefined
    const next = at[key]
    if (!isObject(next)) {
      throw new UnreadableConfiguration(`${path.slice(0, depth + 1).join(".")} is not an object`)
    }
    at = next
  }
  return at
}

/** Returns the expected content after the edit: a copy with the one entry set or removed. */
function expected(before: JsonObject, path: readonly string[], entry: Entry | undefined): JsonObject {
  const [key = "", ...rest] = path
  const inner = before[key]
  if (rest.length > 0) return { ...before, [key]: expected(isObject(inner) ? inner : {}, rest, entry) }
  const { [key]: _gone, ...others } = before
  return entry === undefined ? others : { ...before, [key]: entry }
}

/** Detects the indentation and line endings of the file. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  "
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 1 : indent.length, eol }
}
