import { upgrade } from "@scalar/openapi-parser"
import { LineCounter, parseDocument } from "yaml"
import { asError } from "../../../base/errors.ts"
import { findJsonError } from "./find-json-error.ts"
import { isObject, type JsonObject } from "../description/json-value.ts"

/** The parsed document, or why the text is none and in which line. */
export type ApiText = { readonly root: JsonObject } | ApiFailure

/** Why a document cannot be read. */
export interface ApiFailure {
  readonly failure: string
  /** Counted from 1. */
  readonly line?: number
}

/** How much of YAML may be repeated by aliases: more is an attack, not a description. */
const MAX_ALIAS_COUNT = 1000

/**
 * Reads the text of a description or of a file that one refers to.
 *
 * @param isMain true: the text must be a description by itself; false: any object counts, a schema for instance.
 * @returns a description in the form of OpenAPI 3.1, whatever version it was written in; another file as it stands. Time
 *   grows with the text.
 */
export function parseApiText(text: string, isMain: boolean): ApiText {
  const parsed = parseText(text)
  if ("failure" in parsed) return parsed
  const { value } = parsed
  if (!isObject(value)) return { failure: "the file holds no OpenAPI description: it is not an object", line: 1 }
  if (!isMain) return { root: value }
  const { swagger, openapi } = value
  if (swagger === undefined && openapi === undefined) {
    return {
      failure: "the file holds no OpenAPI description: it names neither openapi nor swagger with a version",
      line: 1,
    }
  }
  const version = String(openapi ?? swagger)
  if (!/^(?:2|2\.0|3\.\d+)(?:\.\d+)?$/.test(version) || (openapi === undefined) !== version.startsWith("2")) {
    return {
      failure: `version ${version.slice(0, 40)} is not read: it should be 2.0, 3.0 or 3.1`,
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
    // A 3.x document is readable as it stands; 2.0 keeps everything in other places.
    if (root["openapi"] !== undefined) return { root }
    return { failure: `the description cannot be brought from 2.0 to 3.1: ${asError(thrown).message}` }
  }
}

/** YAML reads an unquoted 3.1 as a number. */
function fullVersion(version: string): string {
  return /^3\.\d+$/.test(version) ? `${version}.0` : version
}

function lineOfVersion(text: string): number {
  const at = text.search(/["']?(?:openapi|swagger)["']?\s*:/)
  return text.slice(0, Math.max(0, at)).split("\n").length
}

/** A text that begins as JSON does is read as such; everything else is YAML. */
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
    return { value: document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) as unknown }
  } catch (thrown) {
    return { failure: `the file cannot be read: ${sentenceOf(asError(thrown).message)}` }
  }
}

function sentenceOf(message: string): string {
  const first = message.split("\n")[0] ?? message
  return `${first.slice(0, 1).toLowerCase()}${first.slice(1, 300)}`.replace(/[.:]$/, "")
}
