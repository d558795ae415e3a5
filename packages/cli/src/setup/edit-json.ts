import { isDeepStrictEqual } from "node:util"
import {
  applyEdits,
  type FormattingOptions,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser"
import type { Entry } from "./agents.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

type JsonObject = Record<string, unknown>

const BYTE_ORDER_MARK = "\uFEFF"

/**
 * Puts an entry into a JSON file with comments, or takes it out. Nothing else changes but the
 * layout of the entry before it.
 *
 * @param text of the file; empty for one that does not exist.
 * @param path keys that lead to the entry.
 * @param change gives the new entry from the one that is there; undefined takes it out.
 * @returns the new text; the same text when nothing changes.
 * @throws {UnreadableConfiguration} the text is no JSON object, or something else stands where the entry belongs.
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
  const edits = modify(source, [...path], entry, { formattingOptions: formattingOf(source) })
  const after = applyEdits(source, edits)
  if (!isDeepStrictEqual(readObject(after), expected(before, path, entry))) {
    throw new UnreadableConfiguration(
      `the edit would change more than ${path.join(".")}, perhaps a key stands there twice`,
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
    throw new UnreadableConfiguration(`line ${line} is no JSON (${printParseErrorCode(first.error)})`)
  }
  const value = root === undefined ? undefined : valueOf(root)
  if (!isObject(value)) throw new UnreadableConfiguration("it holds no JSON object")
  return value
}

/** The value of a node, a key `__proto__` kept as the plain key that it is in JSON. */
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

/** What the file has to hold afterwards: a copy with the one entry set or gone. */
function expected(before: JsonObject, path: readonly string[], entry: Entry | undefined): JsonObject {
  const [key = "", ...rest] = path
  const inner = before[key]
  if (rest.length > 0) return { ...before, [key]: expected(isObject(inner) ? inner : {}, rest, entry) }
  const { [key]: _gone, ...others } = before
  return entry === undefined ? others : { ...before, [key]: entry }
}

/** Indents as the file does. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  "
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 1 : indent.length, eol }
}
