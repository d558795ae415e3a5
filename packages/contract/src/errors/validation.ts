import type { z } from "zod"
import { nearestName } from "../text/nearest-name.ts"
import type { UnknownField } from "./unknown-fields.ts"
import { LIBRARY_ID_PATTERN, LIBRARY_REFERENCE_FORM } from "../identifiers/library-id.ts"

type Issue = z.core.$ZodIssue

/** The error for a request that does not match its schema. */
export interface RequestProblem {
  readonly code: "validation_error" | "invalid_library_id"
  readonly message: string
}

/**
 * Converts the issues of a failed parse to an error: a malformed library identifier has its own code, everything else
 * (including a missing one) is `validation_error`.
 *
 * @param issues as reported by zod.
 * @param unknownFields fields that are refused although the schema may ignore them. Without any, there is at least one issue.
 * @returns a message of one line that names every field, for example `query: 1 to 500 characters, got 0`.
 */
export function requestProblem(issues: readonly Issue[], unknownFields: readonly UnknownField[] = []): RequestProblem {
  const code = issues.some(isLibraryIdForm) ? "invalid_library_id" : "validation_error"
  const others = unknownFields.length === 0 ? issues : issues.filter((issue) => issue.code !== "unrecognized_keys")
  const lines = [...others.map(describeIssue), ...unknownFields.map(describeUnknownField)]
  return { code, message: [...new Set(lines)].join("; ") }
}

function isLibraryIdForm(issue: Issue): boolean {
  return (
    issue.code === "invalid_format" &&
    issue.format === "regex" &&
    issue.pattern === String(LIBRARY_ID_PATTERN) &&
    issue.input !== ""
  )
}

function describeIssue(issue: Issue): string {
  const field = issue.path.map(String).join(".")
  const text = explainIssue(issue)
  if (field !== "") return `${field}: ${text}`
  return issue.code === "invalid_type" ? `request body: ${text}` : text
}

/** A name that is longer is cut in messages. */
const SHOWN_NAME_MAX_CHARACTERS = 60

function describeUnknownField({ path, name, known }: UnknownField): string {
  const field = path.map(String).join(".")
  const shown = name.length > SHOWN_NAME_MAX_CHARACTERS ? `${name.slice(0, SHOWN_NAME_MAX_CHARACTERS)}…` : name
  const nearest = nearestName(name, known)
  const advice = nearest === undefined ? `Known fields: ${known.join(", ")}` : `Did you mean ${nearest}?`
  return `${field === "" ? "" : `${field}: `}unknown field ${shown}. ${advice}`
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
}

function explainIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.message.endsWith("received undefined")
        ? "is required"
        : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
    case "too_small":
      return Number(issue.minimum) === 1 && unitOf(issue.origin, 1) !== ""
        ? "must not be empty"
        : `must be at least ${issue.minimum} ${unitOf(issue.origin, Number(issue.minimum))}`.trimEnd()
    case "too_big":
      return `must be at most ${issue.maximum} ${unitOf(issue.origin, Number(issue.maximum))}`.trimEnd()
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`
    case "invalid_format":
      if (issue.format !== "regex") return `must be a ${issue.format}`
      // Every other pattern of the contract has a message of its own.
      return issue.pattern === String(LIBRARY_ID_PATTERN)
        ? `must have the form ${LIBRARY_REFERENCE_FORM}`
        : lowerFirst(issue.message)
    case "unrecognized_keys":
      return `unknown field ${issue.keys.join(", ")}`
    default:
      return lowerFirst(issue.message)
  }
}

function unitOf(origin: string, count: number): string {
  if (origin === "string") return count === 1 ? "character" : "characters"
  if (origin === "array") return count === 1 ? "entry" : "entries"
  return ""
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
