import { parse as parseJsonc } from "jsonc-parser"
import { parse } from "yaml"

/** Data of a configuration, as in JSON. Values that only running a program could produce are undefined. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | DataRecord
/** A mapping of such data. */
export interface DataRecord {
  readonly [key: string]: Data
}

/** Returns true for a mapping, and false for a list or a plain value. */
export function isRecord(value: unknown): value is DataRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The items of a list; none for anything else. */
export function itemsOf(value: Data): readonly Data[] {
  return Array.isArray(value) ? (value as readonly Data[]) : []
}

/** Parses JSON with comments; undefined when it is broken. */
export function parseJsonData(text: string): Data {
  return parsed(() => parseJsonc(text))
}

/** Parses YAML; undefined when it is broken. Tags of other languages, as plugins of MkDocs use them, are ignored. */
export function parseYamlData(text: string): Data {
  return parsed(() => parse(text, { logLevel: "silent", strict: false, maxAliasCount: 50 }))
}

function parsed(parseText: () => unknown): Data {
  try {
    return parseText() as Data
  } catch {
    return undefined
  }
}
