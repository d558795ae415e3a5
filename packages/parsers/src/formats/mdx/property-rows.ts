import { isRecord } from "../../generators/site/config-data.ts"
import type { JsxElement } from "./jsx-attributes.ts"
import { jsxText, listOf } from "./jsx-text.ts"

/** A property that a component such as `<TypeTable>` lists. */
export interface PropertyRow {
  readonly name: string
  /** Properties by their names, as text on one line. */
  readonly details: Readonly<Record<string, string>>
  readonly text: string
}

/** Maximum number of rows per component; more rows are data. */
const MAX_ROWS = 500
const NAMES = ["name", "prop", "property", "attribute", "key", "field", "option", "parameter"]
const DETAILS = ["type", "default", "defaultValue", "required", "returns", "deprecated"]
const TEXTS = ["description", "typeDescription", "desc", "details"]

/**
 * Parses properties in the attributes of a tag: an object of objects (`<TypeTable type={{ gap: { type: "number" } }}
 * />` of Fumadocs), or an array of objects with names (`<PropsTable data={[{ name: "gap", … }]} />`). Nothing is
 * evaluated: values that are not literals are skipped.
 */
export function parsePropertyRows(element: JsxElement): readonly PropertyRow[] {
  return element.attributes.flatMap((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "object") return []
    const statement: unknown = attribute.value?.data?.estree?.body[0]
    return isRecord(statement) ? rowsOf(statement["expression"]).slice(0, MAX_ROWS) : []
  })
}

function rowsOf(node: unknown): readonly PropertyRow[] {
  if (!isRecord(node)) return []
  if (node["type"] === "ArrayExpression") return listOf(node["elements"]).flatMap((item) => rowOf(undefined, item))
  if (node["type"] !== "ObjectExpression") return []
  return propertiesOf(node).flatMap(([name, value]) => rowOf(name, value))
}

/** Returns the row of a property. An object with neither type nor description is not a property. */
function rowOf(key: string | undefined, node: unknown): readonly PropertyRow[] {
  if (!isRecord(node) || node["type"] !== "ObjectExpression") return []
  const values = new Map(propertiesOf(node).map(([name, value]) => [name, jsxText(value)]))
  const name = key ?? NAMES.map((word) => values.get(word)).find((word) => word !== undefined && word !== "")
  const details: Record<string, string> = {}
  for (const detail of DETAILS) {
    const value = values.get(detail)
    const isNo = value === "false" && detail !== "default" && detail !== "defaultValue"
    if (value !== undefined && value !== "" && !isNo) details[detail === "defaultValue" ? "default" : detail] = value
  }
  const texts = TEXTS.map((word) => values.get(word) ?? "").filter((text) => text !== "")
  const isProperty = name !== undefined && (details["type"] !== undefined || texts.length > 0)
  return isProperty ? [{ name, details, text: texts.join(" ") }] : []
}

function propertiesOf(node: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return listOf(node["properties"]).flatMap((property) => {
    if (!isRecord(property) || property["type"] !== "Property" || property["computed"] === true) return []
    const key: unknown = property["key"]
    const name = isRecord(key) ? (key["name"] ?? key["value"]) : undefined
    return typeof name === "string" || typeof name === "number" ? [[String(name), property["value"]] as const] : []
  })
}
