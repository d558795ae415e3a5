import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"

/** `{{ name }}`. */
const NAME = /\{\{[ \t]*([A-Za-z][\w.-]{0,80})[ \t]*\}\}/g
const HAS_NAME = /\{\{[ \t]*[A-Za-z][\w.-]{0,80}[ \t]*\}\}/
/** A tag of Jinja around text that is not a template. */
const RAW_TAG = /(\{%[-+]?\s*(?:end)?raw\s*[-+]?%\})/
/** Longer values are texts, not words in a sentence. */
const MAX_VALUE_CHARACTERS = 2000

/** Values of substitutions by name. */
export type Substitutions = ReadonlyMap<string, string>

/** Values that are looked up by name, such as those of a map. */
export type NamedValues = Pick<Substitutions, "get">

/** Checks quickly whether a text uses substitutions. */
export function hasNames(text: string): boolean {
  return HAS_NAME.test(text)
}

/** Replaces `{{ name }}` outside of code. Names without a value are unchanged, because other tools use the same syntax for templates. */
export function fillNames(
  lines: readonly SourceLine[],
  values: NamedValues,
  context: IncludeContext,
): readonly SourceLine[] {
  const fences = new FenceTracker()
  return lines.map((line) => {
    const isCode = fences.isInside
    fences.next(line.text)
    if (isCode || line.text.length > MAX_LINE_CHARACTERS || !HAS_NAME.test(line.text)) return line
    const filled = line.text
      .split(/(`+[^`]*`+)/)
      .map((part, at) => (at % 2 === 1 ? part : fillPart(part, values, { context, at: line.at })))
    return { text: filled.join(""), at: line.at }
  })
}

/**
 * Replaces `{{ name }}` like `fillNames`, but also in code, as tools do that fill in a page before they parse it. Text between `raw` tags is
 * unchanged.
 */
export function fillNamesInCode(
  lines: readonly SourceLine[],
  values: NamedValues,
  context: IncludeContext,
): readonly SourceLine[] {
  let isRaw = false
  return lines.map((line) => {
    if (line.text.length > MAX_LINE_CHARACTERS) return line
    const filled = line.text.split(RAW_TAG).map((part, at) => {
      if (at % 2 === 1) isRaw = !part.includes("endraw")
      return at % 2 === 1 || isRaw ? part : fillPart(part, values, { context, at: line.at })
    })
    return { text: filled.join(""), at: line.at }
  })
}

function fillPart(
  text: string,
  values: NamedValues,
  { context, at }: { readonly context: IncludeContext; readonly at: number },
): string {
  return text.replace(NAME, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined) return whole
    return context.hasRoomFor(value.length, at) ? value : ""
  })
}

/** Returns the words and numbers of a mapping; other values cannot be substituted. */
export function substitutionsOf(mapping: unknown): Substitutions {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(typeof mapping === "object" && mapping !== null ? mapping : {})) {
    const text = shownValue(value)
    if (text !== undefined) values.set(name, text)
  }
  return values
}

/** Returns a word or number as it is shown in a sentence; undefined for other values, and for long texts. */
export function shownValue(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined
  const text = String(value)
  return text.length <= MAX_VALUE_CHARACTERS ? text.replaceAll(/\s*\n\s*/g, " ") : undefined
}

/** Follows keys into nested mappings; undefined if one is missing. */
export function memberAt(value: unknown, keys: readonly string[]): unknown {
  let member = value
  for (const key of keys) member = typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined
  return member
}
