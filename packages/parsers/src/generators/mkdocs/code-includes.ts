import { fenced } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { aroundPage, isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { BlockCursor, BlockMacro } from "../includes/markdown-macros.ts"
import { selectCode } from "./select-code.ts"

const START = /^([ \t]*)<!--[ \t]*codeinclude[ \t]*-->(.*)$/
const END = /<!--[ \t]*\/codeinclude[ \t]*-->/
/** `[Title](path) block:name`, several of which may be on one line. */
const LINKS = /\[([^[\]\n]{0,300})\]\(([^()\n]{1,500})\)((?:[ \t]+[a-z_]+:\S+)*)/g
const SELECTORS = /^(?:[ \t]*[a-z_]+:\S+)(?:[ \t]+[a-z_]+:\S+)*[ \t]*$/
/** Maximum number of lines of an include. */
const MAX_BLOCK_LINES = 200

/**
 * The include of the plugin codeinclude: between the comments `codeinclude` and `/codeinclude`, each link is replaced with the code that it
 * selects, below its title. Sites show several links as tabs.
 */
export const CODE_INCLUDE: BlockMacro = { expand: expandCodeInclude }

/** A link of an include, and where it is written. */
interface CodeLink {
  readonly title: string
  readonly target: string
  readonly selectors: string
  readonly at: number
}

function expandCodeInclude({ lines, index, isInFence, context }: BlockCursor) {
  const first = lines[index]
  if (isInFence || first === undefined || first.text.length > MAX_LINE_CHARACTERS) return undefined
  const [, indent, rest = ""] = START.exec(first.text) ?? []
  if (indent === undefined) return undefined
  const inner = innerLines([{ text: rest, at: first.at }, ...lines.slice(index + 1, index + MAX_BLOCK_LINES)])
  if (inner === undefined) return undefined
  const out: SourceLine[] = [{ text: "", at: first.at }]
  for (const part of partsOf(inner.lines)) {
    if (!("target" in part)) {
      out.push({ text: indent + part.text.trim(), at: part.at })
      continue
    }
    const code = isAddress(part.target) ? undefined : codeOf(part, context)
    const shown = context.linesAt(code ?? `[${part.title}](${part.target})`, part.at, indent)
    // Added one by one: a file can have more lines than a call can have arguments.
    for (const line of shown) out.push(line)
    out.push({ text: "", at: part.at })
  }
  return { lines: out, end: index + inner.count - 1 }
}

/** Returns the lines before the end of an include, and the number of lines to its end; undefined if it has none. */
function innerLines(lines: readonly SourceLine[]) {
  const inner: SourceLine[] = []
  for (const { text, at } of lines) {
    if (text.length > MAX_LINE_CHARACTERS || START.test(text)) return undefined
    const end = END.exec(text)
    inner.push({ text: end === null ? text : text.slice(0, end.index), at })
    if (end === null) continue
    inner.push({ text: text.slice(end.index + end[0].length), at })
    return { lines: inner, count: inner.length - 1 }
  }
  return undefined
}

/** Reads the links of an include. Lines with anything else are kept. */
function partsOf(lines: readonly SourceLine[]): readonly (CodeLink | SourceLine)[] {
  const parts: (CodeLink | SourceLine)[] = []
  for (const line of lines) {
    const { text, at } = line
    if (text.trim() === "") continue
    const last = parts.at(-1)
    if (last !== undefined && "target" in last && last.selectors === "" && SELECTORS.test(text)) {
      parts[parts.length - 1] = { ...last, selectors: text.trim() }
    } else if (text.replace(LINKS, "").trim() !== "") parts.push(line)
    else {
      for (const [, title = "", target = "", selectors = ""] of text.matchAll(LINKS))
        parts.push({ title, target: target.trim(), selectors: selectors.trim(), at })
    }
  }
  return parts
}

function codeOf({ title, target, selectors, at }: CodeLink, context: IncludeContext): string | undefined {
  const found = context.find(aroundPage(target, context.path), target, at)
  if (found === undefined) return undefined
  const code = selectCode(found.text, selectors)
  if (code === undefined) {
    context.problem(`${target} could not be included: the file has no ${selectors}`, at)
    return undefined
  }
  // Backticks would end the first line of a fence.
  return fenced(code, languageOfPath(found.path), title.replaceAll("`", "").trim())
}
