import { upgrade } from "@scalar/openapi-parser"
import { LineCounter, parseDocument } from "yaml"
import { withPlainKeys } from "../../../base/parse-yaml.ts"
import { asError } from "../../../base/errors.ts"
import { findJsonError } from "./find-json-error.ts"
import { isObject, type JsonObject } from "../description/json-value.ts"

/** The parsed document, or the reason and line of the failure. */
export type ApiText = { readonly root: JsonObject } | ApiFailure

/** Why a document cannot be parsed. */
export interface ApiFailure {
  readonly failure: string
  /** Counted from 1. */
  readonly line?: number | undefined
}

/** Maximum expansion by YAML aliases; more indicates an attack. */
const MAX_ALIAS_COUNT = 1000

/**
 * Parses the text of a description or of a referenced file.
 *
 * @param isMain true: the text must be a complete description; false: any object is accepted, such as a schema.
 * @returns a description in the form of OpenAPI 3.1, regardless of its version; other files unchanged. Time grows
 *   linearly with the text.
 */
export function parseApiText(text: string, isMain: boolean): ApiText {
  const parsed = parseText(text)
  if ("failure" in parsed) return parsed
  const { value } = parsed
  if (!isObject(value)) return { failure: "not an OpenAPI description: the file does not contain an object", line: 1 }
  if (!isMain) return { root: value }
  const { swagger, openapi } = value
  if (swagger === undefined && openapi === undefined) {
    return {
      failure: "not an OpenAPI description: no field openapi or swagger with a version",
      line: 1,
    }
  }
  const version = String(openapi ?? swagger)
  if (!/^(?:2|2\.0|3\.\d+)(?:\.\d+)?$/.test(version) || (openapi === undefined) !== version.startsWith("2")) {
    return {
      failure: `OpenAPI version ${version.slice(0, 40)} is not supported: use 2.0, 3.0 or 3.1`,
      line: lineOfVersion(text),
    }
  }
  return upgraded({ ...value, ...(openapi === undefined ? { swagger: "2.0" } : { openapi: fullVersion(version) }) })
}

function upgraded(root: JsonObject): ApiText {
  try {
    const specification: unknown = upgrade(root).specification
    return isObject(specification) ? { root: specification } : { root }
  } catch (thrown) {
    // A 3.x document can be used without the upgrade; a 2.0 document cannot, because its structure differs.
    if (root["openapi"] !== undefined) return { root }
    return { failure: `cannot convert the description from 2.0 to 3.1: ${asError(thrown).message}` }
  }
}

/** Adds a patch number to a version such as 3.1, which YAML parses as a number if it is unquoted. */
function fullVersion(version: string): string {
  return /^3\.\d+$/.test(version) ? `${version}.0` : version
}

function lineOfVersion(text: string): number {
  const at = text.search(/["']?(?:openapi|swagger)["']?\s*:/)
  return text.slice(0, Math.max(0, at)).split("\n").length
}

/** Parses text that starts like JSON as JSON, and everything else as YAML. */
function parseText(text: string): { readonly value: unknown } | ApiFailure {
  if (/^\s*(?:\{\s*["}]|\[)/.test(text)) {
    try {
      return { value: JSON.parse(text) as unknown }
    } catch {
      const { message, line } = findJsonError(text)
      return { failure: message, line }
    }
  }
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "error",
    })
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0])
      return { failure: `${sentenceOf(error.message)} (column ${col})`, line }
    }
    return { value: withPlainKeys(document, text).toJS({ maxAliasCount: MAX_ALIAS_COUNT }) as unknown }
  } catch (thrown) {
    return { failure: `the file cannot be read: ${sentenceOf(asError(thrown).message)}` }
  }
}

function sentenceOf(message: string): string {
  const first = message.split("\n")[0] ?? message
  return `${first.slice(0, 1).toLowerCase()}${first.slice(1, 300)}`.replace(/[.:]$/, "")
}
