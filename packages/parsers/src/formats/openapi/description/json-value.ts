/** An object of a description, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Tells objects from lists, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The value itself, or an empty object in place of anything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The value itself, or an empty list in place of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text without white space around it; numbers and booleans as they are written; undefined for what is empty or no text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}

/** Members of an object, extensions (`x-...`) left out. */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(objectOf(value)).filter(([name]) => !name.startsWith("x-"))
}

/** Writes a value on one line for use in a sentence or a cell, at most `maxCharacters` long; undefined for what is no JSON. */
export function inlineJson(value: unknown, maxCharacters = 120): string | undefined {
  const text = jsonOf(value)
  if (text === undefined) return undefined
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

/** Writes a value as JSON; undefined for circles, which YAML can make, and for what JSON cannot hold. */
export function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch {
    // A circle of anchors: it has no text.
    return undefined
  }
}

/** Joins the lines of a text and keeps its pipes from ending a cell of a table. */
export function cellOf(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<!\\)\|/g, "\\|")
    .trim()
}
