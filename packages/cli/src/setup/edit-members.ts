import { findNodeAtLocation, type FormattingOptions, type Node } from "jsonc-parser"

/** Blanks and comments up to the end of a line, without the line ending. */
const REST_OF_LINE = /^[ \t]*(?:\/\/[^\r\n]*|(?:\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*)*)(?=\r?\n|$)/

/**
 * Sets a member of a JSON text with comments. Every other byte is kept, and comments stay with the member that they
 * follow.
 *
 * @param root of the text.
 * @param path keys to the member; missing objects on the way are added.
 */
export function setMember(
  text: string,
  root: Node,
  { path, value, formatting }: { path: readonly string[]; value: unknown; formatting: FormattingOptions },
): string {
  const depth = deepestObject(root, path)
  const object = findNodeAtLocation(root, path.slice(0, depth)) ?? root
  const present = depth === path.length - 1 ? memberOf(object, path.at(-1) ?? "") : undefined
  const [key = "", ...missing] = path.slice(depth)
  const added = missing.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const isOneLine = !text.slice(object.offset, object.offset + object.length).includes("\n") && isFilled(object)
  const written = isOneLine ? JSON.stringify(added) : indented(added, depth + 1, formatting)
  const old = present?.children?.[1]
  if (old !== undefined) return text.slice(0, old.offset) + written + text.slice(old.offset + old.length)
  return addMember(text, object, { member: `${JSON.stringify(key)}: ${written}`, depth, isOneLine, formatting })
}

interface AddedMember {
  readonly member: string
  readonly depth: number
  readonly isOneLine: boolean
  readonly formatting: FormattingOptions
}

function addMember(text: string, object: Node, { member, depth, isOneLine, formatting }: AddedMember): string {
  const { eol = "\n" } = formatting
  const last = object.children?.at(-1)
  if (last === undefined) {
    const close = object.offset + object.length - 1
    const kept = text.slice(object.offset + 1, close).trimEnd()
    const inner = `${kept}${eol}${indentation(depth + 1, formatting)}${member}${eol}${indentation(depth, formatting)}`
    return text.slice(0, object.offset + 1) + inner + text.slice(close)
  }
  const valueEnd = last.offset + last.length
  const comma = commaAfter(text, valueEnd)
  const afterComma = comma < 0 ? valueEnd : comma + 1
  const head = text.slice(0, valueEnd) + (comma < 0 ? "," : text.slice(valueEnd, afterComma))
  const trailing = comma < 0 ? "" : ","
  if (isOneLine) return `${head} ${member}${trailing}${text.slice(afterComma)}`
  const note = REST_OF_LINE.exec(text.slice(afterComma))?.[0] ?? ""
  const rest = text.slice(afterComma + note.length)
  const line = `${eol}${indentation(depth + 1, formatting)}${member}${trailing}`
  return (
    head +
    note.trimEnd() +
    line +
    (/^\r?\n/.test(rest) ? rest : `${eol}${indentation(depth, formatting)}${rest.trimStart()}`)
  )
}

/** Removes a member; the counterpart of `setMember`. @returns the text itself if there is no such member. */
export function removeMember(text: string, root: Node, path: readonly string[]): string {
  const object = findNodeAtLocation(root, path.slice(0, -1))
  const members = object?.children ?? []
  const member = object && memberOf(object, path.at(-1) ?? "")
  if (member === undefined) return text
  const before = members[members.indexOf(member) - 1]
  const isLast = members.at(-1) === member
  const comma = commaAfter(text, member.offset + member.length)
  const end = comma < 0 ? member.offset + member.length : comma + 1
  const head = withoutLineStart(text.slice(0, member.offset))
  if (before === undefined || !isLast || comma >= 0) return head + text.slice(end)
  // If the last of several members has no comma after it, the comma of the previous one is removed as well.
  const earlier = commaAfter(text, before.offset + before.length)
  return head.slice(0, earlier) + head.slice(earlier + 1) + text.slice(end)
}

/** Removes blanks from the end of a text, and one line ending before them. */
function withoutLineStart(text: string): string {
  let end = text.length
  while (text[end - 1] === " " || text[end - 1] === "\t") end--
  if (text[end - 1] === "\n") end -= text[end - 2] === "\r" ? 2 : 1
  return text.slice(0, end)
}

/** @returns the number of keys in the path that lead to objects. */
function deepestObject(root: Node, path: readonly string[]): number {
  let depth = 0
  while (depth < path.length - 1 && findNodeAtLocation(root, path.slice(0, depth + 1))?.type === "object") depth++
  return depth
}

function memberOf({ children = [] }: Node, key: string): Node | undefined {
  return children.find((member) => member.children?.[0]?.value === key)
}

function isFilled({ children = [] }: Node): boolean {
  return children.length > 0
}

/** @returns the position of the next comma after blanks and comments; -1 if there is none. */
function commaAfter(text: string, from: number): number {
  const gap = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.exec(text.slice(from))?.[0].length ?? 0
  return text[from + gap] === "," ? from + gap : -1
}

function indented(value: unknown, depth: number, formatting: FormattingOptions): string {
  const { eol = "\n" } = formatting
  return JSON.stringify(value, null, indentation(1, formatting)).replaceAll(
    "\n",
    `${eol}${indentation(depth, formatting)}`,
  )
}

function indentation(depth: number, { insertSpaces = true, tabSize = 2 }: FormattingOptions): string {
  return (insertSpaces ? " ".repeat(tabSize) : "\t").repeat(depth)
}
