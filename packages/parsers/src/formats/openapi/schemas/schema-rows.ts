import type { ApiFiles, Located, Opened } from "../description/api-files.ts"
import { meaningOf, typeOf } from "./describe-schema.ts"
import { cellOf, listOf, type JsonObject } from "../description/json-value.ts"

/** How much of a schema is shown. */
export interface SchemaBounds {
  /** Levels of objects inside objects. */
  readonly maxDepth: number
  /** The same for objects that are named components, because those have their own pages. */
  readonly maxNamedDepth: number
  readonly maxRows: number
}

/** Nesting of `allOf`, `oneOf` and `anyOf` that is searched for properties. */
const MAX_COMPOSITION_DEPTH = 6

type Rows = readonly (readonly string[])[]

/** One property of an object. */
interface Property {
  readonly name: string
  readonly at: Located
  readonly isRequired: boolean
  /** Name of the alternative that it belongs to. */
  readonly variant?: string | undefined
}

/**
 * Lists the properties of a schema; those of nested objects and lists get dotted names (`owner.name`, `tags[].id`).
 *
 * @returns rows of name, type, required and meaning; a last row says if there are more. Empty if the schema has no
 *   properties. A circular schema ends where it repeats itself.
 */
export function schemaRows(files: ApiFiles, at: Located, bounds: SchemaBounds): Rows {
  const kind = `rows ${bounds.maxDepth} ${bounds.maxNamedDepth} ${bounds.maxRows}`
  return files.made.get(files.open(at).value, kind, () => listRows(files, at, bounds))
}

function listRows(files: ApiFiles, at: Located, bounds: SchemaBounds): Rows {
  const rows: string[][] = []
  let left = 0
  const walk = (parent: Located, prefix: string, depth: number, ancestors: ReadonlySet<unknown>) => {
    const { start, suffix } = withoutLists(files, parent)
    const opened = files.open(start)
    if (ancestors.has(opened.value)) return
    const inside = new Set([...ancestors, opened.value])
    for (const { name, at, isRequired, variant } of propertiesOf(files, opened)) {
      if (rows.length >= bounds.maxRows) {
        left++
        continue
      }
      const path = `${prefix}${suffix}${prefix + suffix === "" ? "" : "."}${name}`
      const { value } = files.open(at)
      const note = variant === undefined ? "" : `(${cellOf(variant)}) `
      rows.push([cellOf(path), typeOf(files, at), isRequired ? "yes" : "no", `${note}${meaningOf(value)}`.trim()])
      const maxDepth = isNamed(files, at) ? bounds.maxNamedDepth : bounds.maxDepth
      if (depth < maxDepth) walk(at, path, depth + 1, inside)
    }
  }
  walk(at, "", 1, new Set())
  if (left > 0) rows.push(["…", "", "", `${left} more properties`])
  return rows
}

function isNamed(files: ApiFiles, at: Located): boolean {
  return files.open(withoutLists(files, at).start).name !== undefined
}

/** Unwraps lists down to the type of their items; every list adds `[]`. */
function withoutLists(files: ApiFiles, at: Located): { readonly start: Located; readonly suffix: string } {
  let start = at
  let suffix = ""
  for (let depth = 0; depth < MAX_COMPOSITION_DEPTH; depth++) {
    const opened = files.open(start)
    const items = files.member(opened, "items")
    if (items.value === undefined || opened.value["properties"] !== undefined) break
    start = items
    suffix += "[]"
  }
  return { start, suffix }
}

/**
 * Returns the properties of an object: its own, those of `allOf` and of every alternative, each name once per
 * alternative.
 */
function propertiesOf(files: ApiFiles, schema: Opened): readonly Property[] {
  const found = new Map<string, Property>()
  const seen = new Set<JsonObject>()
  const collect = (opened: Opened, variant: string | undefined, depth: number) => {
    if (seen.has(opened.value) || depth > MAX_COMPOSITION_DEPTH) return
    seen.add(opened.value)
    const required = new Set(listOf(opened.value["required"]))
    for (const part of files.entries(opened, "allOf")) collect(files.open(part), variant, depth + 1)
    for (const [name, at] of membersWithExtensions(opened)) {
      const key = `${variant ?? ""}\n${name}`
      const isRequired = required.has(name) || (found.get(key)?.isRequired ?? false)
      found.set(key, { name, at, isRequired, variant })
    }
    const rest = files.member(opened, "additionalProperties")
    if (typeof rest.value === "object" && rest.value !== null && Object.keys(rest.value).length > 0) {
      found.set(`${variant ?? ""}\n*`, {
        name: "*",
        at: rest,
        isRequired: false,
        variant,
      })
    }
    for (const key of ["oneOf", "anyOf"]) {
      for (const part of files.entries(opened, key)) {
        const alternative = files.open(part)
        collect(alternative, variant ?? nameOfVariant(files, part, alternative), depth + 1)
      }
    }
    for (const [name, property] of found) {
      if (required.has(property.name) && !property.isRequired && property.variant === variant) {
        found.set(name, { ...property, isRequired: true })
      }
    }
  }
  collect(schema, undefined, 0)
  return [...found.values()]
}

function nameOfVariant(files: ApiFiles, at: Located, { name, value }: Opened): string {
  return name ?? (typeof value["title"] === "string" ? value["title"] : typeOf(files, at))
}

/** Properties can have any name, including names that start with `x-`. */
function membersWithExtensions({ value, url }: Opened): readonly (readonly [string, Located])[] {
  const properties = value["properties"]
  if (typeof properties !== "object" || properties === null) return []
  return Object.entries(properties).map(([name, property]): [string, Located] => [name, { value: property, url }])
}
