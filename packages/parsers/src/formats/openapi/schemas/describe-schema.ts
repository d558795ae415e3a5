import { capitalized } from "../../../base/capitalized.ts"
import type { ApiFiles, Located, Opened } from "../description/api-files.ts"
import { cellOf, inlineJson, isObject, listOf, textOf, type JsonObject } from "../description/json-value.ts"

/** Levels of lists and alternatives in the name of a type. */
const MAX_TYPE_DEPTH = 4
const MAX_ALTERNATIVES = 6
const MAX_VALUES = 30
/** Longer types are cut off; alternatives of alternatives multiply. */
const MAX_TYPE_CHARACTERS = 1_000
/** Generators write the largest number of a type to mean that there is no limit. */
const NO_BOUND = 2 ** 53 - 1

/** Constraints that are shown, with their wording. */
const BOUNDS = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["multipleOf", "a multiple of"],
  ["minLength", "min. length"],
  ["maxLength", "max. length"],
  ["minItems", "min. items"],
  ["maxItems", "max. items"],
  ["pattern", "pattern"],
] as const

/** Describes the type of a schema in a few words: `string (date-time) or null`, `array of Pet`. */
export function typeOf(files: ApiFiles, at: Located, depth = 0): string {
  const type = wholeTypeOf(files, at, depth)
  return type.length > MAX_TYPE_CHARACTERS ? `${type.slice(0, MAX_TYPE_CHARACTERS)}…` : type
}

function wholeTypeOf(files: ApiFiles, at: Located, depth: number): string {
  const opened = files.open(at)
  const { value, name, missing } = opened
  if (missing !== undefined) return cellOf(missing.slice(0, 200)) || "any"
  if (depth > MAX_TYPE_DEPTH) return name ?? "any"
  const types = typesOf(value)
  const known = types.filter((type) => type !== "null")
  if (types.length > 0 && known.length === 0) return "null"
  const isNullable = known.length < types.length || value["nullable"] === true
  const base = baseType(files, opened, known, depth)
  return isNullable && !/\bnull$/.test(base) ? `${base} or null` : base
}

/** Types of a schema; inferred from its members if it names none. */
export function typesOf(value: JsonObject): readonly string[] {
  const named = (Array.isArray(value["type"]) ? listOf(value["type"]) : [value["type"]]).filter(
    (type): type is string => typeof type === "string",
  )
  if (named.length > 0) return named
  if (value["properties"] !== undefined || value["additionalProperties"] !== undefined) return ["object"]
  return value["items"] === undefined ? [] : ["array"]
}

function baseType(files: ApiFiles, opened: Opened, types: readonly string[], depth: number): string {
  const { value, name } = opened
  const isObjectLike = types.length === 0 || types.includes("object")
  if (name !== undefined && isObjectLike) return name
  if (types.length === 1 && types[0] === "array") return arrayType(files, opened, depth)
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    const parts = files.entries(opened, key)
    if (parts.length === 0) continue
    const names = [...new Set(parts.slice(0, MAX_ALTERNATIVES).map((part) => typeOf(files, part, depth + 1)))]
    const more = parts.length > MAX_ALTERNATIVES ? ["…"] : []
    return [...names, ...more].join(key === "allOf" ? " and " : " or ")
  }
  if (types.length > 1) return types.join(" or ")
  const format = isBinary(value) ? "binary" : textOf(value["format"])
  return `${types[0] ?? (value["const"] === undefined && value["enum"] === undefined ? "any" : "value")}${format === undefined ? "" : ` (${cellOf(format)})`}`
}

function arrayType(files: ApiFiles, opened: Opened, depth: number): string {
  const tupleItems = files.entries(opened, "prefixItems")
  if (tupleItems.length > 0) {
    const names = tupleItems.slice(0, MAX_ALTERNATIVES).map((item) => typeOf(files, item, depth + 1))
    return `array of [${[...names, ...(tupleItems.length > MAX_ALTERNATIVES ? ["…"] : [])].join(", ")}]`
  }
  const items = files.member(opened, "items")
  return `array of ${items.value === undefined ? "any" : typeOf(files, items, depth + 1)}`
}

/** Describes the meaning and allowed values of a schema on one line, for a cell. */
export function meaningOf(written: JsonObject, description?: string): string {
  const value = withOnlyAlternative(written)
  const words = [description ?? textOf(value["description"]) ?? textOf(value["title"])]
  const allowed = listOf(value["enum"]).map((entry) => inlineJson(entry))
  if (allowed.length > 0) {
    const more = allowed.length > MAX_VALUES ? `, and ${allowed.length - MAX_VALUES} more` : ""
    words.push(`One of: ${allowed.slice(0, MAX_VALUES).join(", ")}${more}`)
  }
  if (value["const"] !== undefined) words.push(`Always ${inlineJson(value["const"])}`)
  if (value["default"] !== undefined) words.push(`Default: ${inlineJson(value["default"])}`)
  const bounds = BOUNDS.flatMap(([key, word]) => {
    const bound = textOf(value[key])
    const isNone = bound === undefined || bound === "true" || bound === "false" || Math.abs(Number(bound)) >= NO_BOUND
    return isNone ? [] : [`${word} ${bound.slice(0, 200)}`]
  })
  if (bounds.length > 0) words.push(capitalized(bounds.join(", ")))
  const example = value["example"] ?? listOf(value["examples"])[0]
  if (example !== undefined && typeof example !== "object") words.push(`Example: ${inlineJson(example)}`)
  if (value["readOnly"] === true) words.push("Read only")
  if (value["writeOnly"] === true) words.push("Write only")
  if (value["deprecated"] === true) words.push("Deprecated")
  const sentences = words.flatMap((word) => (word === undefined ? [] : [/[.!?…]$/.test(word) ? word : `${word}.`]))
  return cellOf(sentences.join(" "))
}

/** Replaces a nullable schema that is written as two alternatives, a schema and null, with that schema and its own constraints. */
function withOnlyAlternative(value: JsonObject): JsonObject {
  const others = ["anyOf", "oneOf"]
    .flatMap((key) => listOf(value[key]))
    .filter((part): part is JsonObject => isObject(part) && part["type"] !== "null")
  const [only, ...more] = others
  return only === undefined || more.length > 0 || only["$ref"] !== undefined ? value : { ...only, ...value }
}

/** Returns true if a schema describes the bytes of a file. */
export function isBinary(value: JsonObject): boolean {
  return value["format"] === "binary" || value["contentMediaType"] === "application/octet-stream"
}
