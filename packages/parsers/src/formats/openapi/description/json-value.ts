/** An object of a description whose members have not been checked. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns true for objects, and false for lists, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Returns the value, or an empty object if it is not an object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the value, or an empty list if it is not a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns trimmed text, and numbers and booleans as text; undefined for empty text and other values. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}

/** Returns the members of an object without extensions (`x-...`). */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(objectOf(value)).filter(([name]) => !name.startsWith("x-"))
}

/**
 * Writes a value on one line for a sentence or a cell, at most `maxCharacters` long; undefined if it is not valid JSON.
 */
export function inlineJson(value: unknown, maxCharacters = 120): string | undefined {
  const text = jsonOf(value)
  if (text === undefined) return undefined
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

/**
 * Writes a value as JSON; undefined for circular values, which YAML allows, and for values that JSON cannot represent.
 */
export function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch {
    // Circular anchors have no text.
    return undefined
  }
}

/** Joins the lines of a text and escapes pipes, for a cell of a table. */
export function cellOf(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<!\\)\|/g, "\\|")
    .trim()
}
