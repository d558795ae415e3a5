import { parse as parseJsonc } from "jsonc-parser"
import { parseYaml } from "../../base/parse-yaml.ts"

/** Configuration data, as in JSON. Values that only running code could produce are undefined. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | DataRecord
/** A mapping of such data. */
export interface DataRecord {
  readonly [key: string]: Data
}

/** Returns true for a mapping, and false for a list or a scalar. */
export function isRecord(value: unknown): value is DataRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Returns the items of a list; empty for any other value. */
export function itemsOf(value: Data): readonly Data[] {
  return Array.isArray(value) ? (value as readonly Data[]) : []
}

/** Parses JSON with comments; undefined if it is invalid. */
export function parseJsonData(text: string): Data {
  return parsed(() => parseJsonc(text))
}

/** Parses YAML; undefined if it is invalid. Language-specific tags, such as those of MkDocs plugins, are ignored. */
export function parseYamlData(text: string): Data {
  return parsed(() => parseYaml(text))
}

function parsed(parseText: () => unknown): Data {
  try {
    return parseText() as Data
  } catch {
    return undefined
  }
}
