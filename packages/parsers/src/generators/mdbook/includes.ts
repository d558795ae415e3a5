import { fenced } from "../../document/fences.ts"
import type { SourceLine } from "../includes/include-context.ts"
import { besidePage } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { selectRanges, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"

const INCLUDE =
  /^([ \t>]*)\{\{#(include|rustdoc_include|playground)\s+([^\s{}]{1,500}(?: [^\s{}]{1,200}){0,5}?)\s*\}\}[ \t]*$/

/** Anchor comments of mdBook: `// ANCHOR: name`. */
const ANCHORS = {
  start: /ANCHOR:\s*([\w-]+)/,
  end: /ANCHOR_END:\s*([\w-]+)/,
}

/**
 * Includes of mdBook: `{{#include a.rs}}`, `{{#rustdoc_include a.rs:5:9}}`, `{{#include a.rs:anchor}}`, and `{{#playground a.rs}}`, which
 * creates its own fence. Lines that `rustdoc_include` adds only to make the code compile are left out.
 */
export const MDBOOK_MACROS: MarkdownMacros = {
  isUsedIn: (text) => /\{\{#(?:include|rustdoc_include|playground)\s/.test(text),
  lines: [{ pattern: INCLUDE, worksInFences: true, expand: expandInclude }],
}

function expandInclude({ match, line, isInFence, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", kind = "", written = ""] = match
  // The words after the file are playground options.
  const target = kind === "playground" ? (written.split(" ")[0] ?? written) : written
  const [, path = target, selector = ""] = /^(.+?)(?::([\w:-]*))?$/.exec(target) ?? []
  const found = context.find(besidePage(path, context.path), target, line.at)
  if (found === undefined) return undefined
  const text = select(found.text, selector)
  if (text === undefined) {
    context.problem(`${target} could not be included: the file has no such anchor`, line.at)
    return undefined
  }
  if (isInFence) return context.linesAt(text, line.at, indent)
  const shown = kind === "playground" ? fenced(text, languageOfPath(path)) : text
  return expandPage(found.path, context.linesAt(shown, line.at, indent))
}

/** Selects lines by `5`, `5:`, `:9`, `5:9` or the name of an anchor. */
function select(text: string, selector: string): string | undefined {
  if (/[A-Za-z_]/.test(selector)) return selectRegion(text, selector, ANCHORS)
  const lines = /\d/.test(selector) ? selectRanges(text, selector) : text
  return text.includes("ANCHOR") ? withoutRegionMarks(lines, ANCHORS) : lines
}
