import { FenceTracker } from "../../document/fences.ts"
import { JULIA_CODE, plainLinks } from "./markup.ts"
import type { Docstring } from "./parse-docstrings.ts"

/** Variables of DocStringExtensions.jl that stand for the signature, and those that stand for lists made by the package. */
const SIGNATURE = /^[ \t]*\$\(?(?:TYPEDSIGNATURES|SIGNATURES|TYPEDEF|FUNCTIONNAME)\)?[ \t]*$/
const GENERATED =
  /\$\(?(?:TYPEDSIGNATURES|SIGNATURES|TYPEDEF|FUNCTIONNAME|TYPEDFIELDS|FIELDS|METHODLIST|EXPORTS|IMPORTS|README|LICENSE)\)?/g
const MAX_HEADING_LEVEL = 6

/**
 * Writes a docstring as a section with the name of its object. The indented lines at its beginning are the signature by
 * convention.
 */
export function renderDocstring({ name, definition, text }: Docstring, level: number): string {
  const lines = text.split("\n").map((line) => (SIGNATURE.test(line) ? `    ${signatureOf(definition)}` : line))
  const end = lines.findIndex((line) => !/^(?: {4}|\t)/.test(line))
  const signature = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^(?: {4}|\t)/, ""))
  const body = lines.slice(signature.length)
  const heading = `${"#".repeat(Math.min(level, MAX_HEADING_LEVEL))} \`${name}\``
  const shown = signature.length === 0 ? [] : [["```" + JULIA_CODE, ...signature, "```"].join("\n")]
  return [heading, ...shown, renderBody(body, level)].filter((part) => part !== "").join("\n\n")
}

/** Keeps the headings of a docstring below that of its object. */
function renderBody(lines: readonly string[], level: number): string {
  const fences = new FenceTracker()
  const shown = lines.map((line) => {
    const wasInside = fences.isInside
    fences.next(line)
    if (wasInside) return line
    if (fences.isInside) return asJulia(line)
    const marks = /^(#{1,6})[ \t]/.exec(line)?.[1]
    const deeper =
      marks === undefined
        ? line
        : "#".repeat(Math.min(level + marks.length, MAX_HEADING_LEVEL)) + line.slice(marks.length)
    return plainLinks(deeper).replace(GENERATED, "")
  })
  return shown.join("\n").trim()
}

/** Returns the first line of a fence, with the label of Julia if its code is run. */
function asJulia(line: string): string {
  const at = line.search(/(?:jldoctest|@example|@repl)\b/)
  return at < 0 ? line : line.slice(0, at) + JULIA_CODE
}

/** Returns the signature in the first line of a definition: up to the parenthesis that closes the arguments. */
function signatureOf(definition: string): string {
  const written = definition
    .replace(/^(?:(?:Base\.)?@[\w.]+[ \t]+){1,5}(?=\S)/, "")
    .replace(/^(?:function|macro|(?:mutable[ \t]+)?struct)[ \t]+/, "")
  let depth = 0
  for (const [at, sign] of [...written].entries()) {
    if (sign === "(") depth++
    else if (sign === ")" && --depth === 0) return [...written].slice(0, at + 1).join("")
  }
  return written
}
