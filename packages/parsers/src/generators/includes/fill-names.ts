import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"

/** `{{ name }}`. */
const NAME = /\{\{[ \t]*([A-Za-z][\w.-]{0,80})[ \t]*\}\}/g
const HAS_NAME = /\{\{[ \t]*[A-Za-z][\w.-]{0,80}[ \t]*\}\}/
/** Longer values are texts, not words in a sentence. */
const MAX_VALUE_CHARACTERS = 2000

/** Values of substitutions by name. */
export type Substitutions = ReadonlyMap<string, string>

/** Checks quickly whether a text uses substitutions. */
export function hasNames(text: string): boolean {
  return HAS_NAME.test(text)
}

/** Replaces `{{ name }}` outside of code. Names without a value are unchanged, because other tools use the same syntax for templates. */
export function fillNames(
  lines: readonly SourceLine[],
  values: Substitutions,
  context: IncludeContext,
): readonly SourceLine[] {
  const fences = new FenceTracker()
  return lines.map((line) => {
    const isCode = fences.isInside
    fences.next(line.text)
    if (isCode || line.text.length > MAX_LINE_CHARACTERS || !HAS_NAME.test(line.text)) return line
    const valueOf = (name: string) => {
      const value = values.get(name)
      return value === undefined || context.hasRoomFor(value.length, line.at) ? value : ""
    }
    return { text: fillLine(line.text, valueOf), at: line.at }
  })
}

function fillLine(line: string, valueOf: (name: string) => string | undefined): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(NAME, (whole, name: string) => valueOf(name) ?? whole)))
    .join("")
}

/** Returns the words and numbers of a mapping; other values cannot be substituted. */
export function substitutionsOf(mapping: unknown): Substitutions {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(typeof mapping === "object" && mapping !== null ? mapping : {})) {
    if (typeof value !== "string" && typeof value !== "number") continue
    const text = String(value).replaceAll(/\s*\n\s*/g, " ")
    if (text.length <= MAX_VALUE_CHARACTERS) values.set(name, text)
  }
  return values
}

/** Follows keys into nested mappings; undefined if one is missing. */
export function memberAt(value: unknown, keys: readonly string[]): unknown {
  let member = value
  for (const key of keys) member = typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined
  return member
}
