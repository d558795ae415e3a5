import { z } from "zod"
import { plainOf, RichText } from "./rich-text.ts"

const named = z.object({ name: z.string().catch("") })
const date = z.object({ start: z.string().nullish(), end: z.string().nullish() })

/** Lists the properties of a page with their values, ordered by name, without the title and empty ones. */
export function propertyTexts(properties: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const texts = Object.entries(properties).flatMap(([name, property]) => {
    const text = textOf(property, 0).replaceAll(/\s+/g, " ").trim()
    return text === "" ? [] : [[name, text] as const]
  })
  return texts.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** @param depth nesting of roll-ups; roll-ups inside roll-ups do not occur in practice. */
function textOf(property: unknown, depth: number): string {
  const typed = z.looseObject({ type: z.string() }).safeParse(property)
  if (!typed.success || depth > 3) return ""
  const { type } = typed.data
  const value = typed.data[type]
  switch (type) {
    case "rich_text":
      return plainOf(RichText.parse(value))
    case "select":
    case "status":
    case "created_by":
    case "last_edited_by":
      return named.catch({ name: "" }).parse(value).name
    case "multi_select":
    case "people":
    case "files":
      return z
        .array(named.catch({ name: "" }))
        .catch([])
        .parse(value)
        .map(({ name }) => name)
        .join(", ")
    case "date":
      return dateText(value)
    case "checkbox":
    case "boolean":
      return value === true ? "yes" : "no"
    case "unique_id":
      return uniqueIdText(value)
    case "formula":
    case "rollup":
      return textOf(value, depth + 1)
    case "array":
      return z
        .array(z.unknown())
        .catch([])
        .parse(value)
        .map((entry) => textOf(entry, depth + 1))
        .filter(Boolean)
        .join(", ")
    default:
      // Numbers, URLs and times are shown unchanged. Titles, relations and buttons have no text.
      return type !== "title" && (typeof value === "string" || typeof value === "number") ? String(value) : ""
  }
}

function dateText(value: unknown): string {
  const { start, end } = date.catch({}).parse(value)
  return [start, end].filter((at) => typeof at === "string").join(" to ")
}

function uniqueIdText(value: unknown): string {
  const { prefix, number } = z
    .object({ prefix: z.string().nullish(), number: z.number().nullish() })
    .catch({})
    .parse(value)
  if (number === undefined || number === null) return ""
  return typeof prefix === "string" ? `${prefix}-${number}` : String(number)
}
