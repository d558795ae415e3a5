import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { besidePage } from "../includes/include-paths.ts"
import { fenced } from "../includes/fences.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { selectRanges, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"

const INCLUDE =
  /^([ \t>]*)\{\{#(include|rustdoc_include|playground)\s+([^\s{}]{1,500}(?: [^\s{}]{1,200}){0,5}?)\s*\}\}[ \t]*$/

/** `// ANCHOR: name` of mdBook. */
const ANCHORS = {
  start: /ANCHOR:\s*([\w-]+)/,
  end: /ANCHOR_END:\s*([\w-]+)/,
}

/** Tells fast whether a page of mdBook may include anything. */
export function mayIncludeInMdbook(text: string): boolean {
  return /\{\{#(?:include|rustdoc_include|playground)\s/.test(text)
}

/**
 * Puts in what a line of mdBook includes: `{{#include a.rs}}`, `{{#rustdoc_include a.rs:5:9}}`, `{{#include a.rs:anchor}}`,
 * and `{{#playground a.rs}}`, which makes a fence of its own. Lines that rustdoc only compiles are not shown and left out.
 *
 * @returns undefined when the line includes nothing.
 */
export function expandMdbook(
  line: SourceLine,
  isInFence: boolean,
  context: IncludeContext,
): { readonly lines: readonly SourceLine[]; readonly path: string } | undefined {
  const [, indent = "", kind = "", written = ""] = INCLUDE.exec(line.text) ?? []
  if (kind === "") return undefined
  // Words behind the file choose what a playground may do.
  const target = kind === "playground" ? (written.split(" ")[0] ?? written) : written
  const [, path = target, selector = ""] = /^(.+?)(?::([\w:-]*))?$/.exec(target) ?? []
  const found = context.find(besidePage(path, context.path), target, line.at)
  if (found === undefined) return undefined
  const text = select(found.text, selector)
  if (text === undefined) {
    context.problem(`${target} could not be included: there is no anchor of that name`, line.at)
    return undefined
  }
  const isCode = kind === "playground" && !isInFence
  return {
    lines: context.linesAt(isCode ? fenced(text, languageOfPath(path)) : text, line.at, indent),
    path: found.path,
  }
}

/** `5`, `5:`, `:9`, `5:9` or the name of an anchor. */
function select(text: string, selector: string): string | undefined {
  if (/[A-Za-z_]/.test(selector)) return selectRegion(text, selector, ANCHORS)
  const lines = /\d/.test(selector) ? selectRanges(text, selector) : text
  return text.includes("ANCHOR") ? withoutRegionMarks(lines, ANCHORS) : lines
}
