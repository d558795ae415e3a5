import type { z } from "zod"
import { LIBRARY_ID_PATTERN } from "../identifiers/library-id.ts"

type Issue = z.core.$ZodIssue

/** What a door answers when a request does not fit its schema. */
export interface RequestProblem {
  readonly code: "validation_error" | "invalid_library_id"
  readonly message: string
}

/**
 * Turns the issues of a failed parse into the error to answer: a library identifier of the wrong form has a code of
 * its own, everything else (a missing one included) is `validation_error`.
 *
 * @param issues as zod reports them, at least one.
 * @returns a message of one line that names every field, for instance `query: 1 to 500 characters, got 0`.
 */
export function requestProblem(issues: readonly Issue[]): RequestProblem {
  const code = issues.some(isLibraryIdForm) ? "invalid_library_id" : "validation_error"
  const lines = issues.map(describeIssue)
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
  return field === "" ? text : `${field}: ${text}`
}

function explainIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.message.endsWith("received undefined")
        ? "is required"
        : `must be ${issue.expected}`
    case "too_small":
      return `must be at least ${issue.minimum} ${unitOf(issue.origin)}`.trimEnd()
    case "too_big":
      return `must be at most ${issue.maximum} ${unitOf(issue.origin)}`.trimEnd()
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`
    case "invalid_format":
      return issue.format === "regex" ? formOf(issue.pattern) : `must be a ${issue.format}`
    case "unrecognized_keys":
      return `unknown field ${issue.keys.join(", ")}`
    default:
      return lowerFirst(issue.message)
  }
}

function formOf(pattern: string | undefined): string {
  if (pattern === String(LIBRARY_ID_PATTERN))
    return "must have the form /owner/repo or /<source>/<id>, with /<version> or @<version> after it"
  return `must match ${pattern ?? "its pattern"}`
}

function unitOf(origin: string): string {
  if (origin === "string") return "characters"
  return origin === "array" ? "entries" : ""
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
