import { fenced } from "../../document/fences.ts"
import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { amongSnippets, isAddress, joinInside } from "../includes/include-paths.ts"
import { CODE_INCLUDE } from "./code-includes.ts"
import { snippetFoldersOf } from "./snippet-folders.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { BlockCursor, ExpandPage, MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText, isMarkdownPage } from "../includes/page-text.ts"
import { type RegionMarks, selectRanges, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"
import { containsAny } from "../../base/contains-any.ts"

const SNIPPET = /^([ \t]*)(;*)-{1,}8<-{1,}[ \t]+(["'])(.+?)\3[ \t]*$/
const SNIPPET_FENCE = /^[ \t]*-{1,}8<-{1,}[ \t]*$/
const CODE_MACRO = /^([ \t]*)\{\*\s*([^\s*]*\.[^\s*]+)((?:\s+\w+\[[^\]\n]*\])*)\s*\*\}[ \t]*$/
const RAW_MACRO = /^([ \t]*)\{!>?\s*([^\s!{}]*\.[^\s!{}]+?)\s*!\}[ \t]*$/
const PAGE_TAG = /^([ \t]*)\{%-?\s*include-markdown\s+["']?([^\s"'%]+)["']?([^%\n]*?)-?%\}[ \t]*$/
/** The end of a path, with or without lines or a section of the file. */
const FILE_ENDING = /\.\w{1,10}(?::[\w:,.-]{0,100})?$/
/** Maximum number of lines of a block of snippets. */
const MAX_BLOCK_LINES = 200

/** Section markers of snippets: `# --8<-- [start:name]`. */
const SNIPPET_SECTIONS: RegionMarks = {
  start: /-{2,}8<-{2,}\s*\[\s*start\s*:\s*([\w.:-]+)\s*\]/,
  end: /-{2,}8<-{2,}\s*\[\s*end\s*:\s*([\w.:-]+)\s*\]/,
}

/**
 * Includes of MkDocs and its plugins: `--8<--` of pymdownx.snippets, `{!file!}` of markdown-include, `{* file *}` of
 * FastAPI's documentation, `{% include-markdown %}` and codeinclude.
 */
export const MKDOCS_MACROS: MarkdownMacros = {
  isUsedIn: (text) => containsAny(text, "8<", "{*", "{!", "include-markdown", "codeinclude"),
  lines: [
    { pattern: SNIPPET, worksInFences: true, expand: expandSnippetLine },
    { pattern: RAW_MACRO, worksInFences: true, expand: expandRawMacro },
    { pattern: CODE_MACRO, expand: expandCodeMacro },
    { pattern: PAGE_TAG, expand: expandPageTag },
  ],
  blocks: [{ expand: expandSnippetBlock }, CODE_INCLUDE],
}

/** A target of `--8<--` and its location. */
interface Snippet {
  readonly target: string
  readonly indent: string
  readonly at: number
  readonly isInFence: boolean
  readonly context: IncludeContext
  readonly expandPage: ExpandPage
}

function expandSnippetLine({ match, line, ...call }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", escape = "", , target = ""] = match
  if (escape !== "") return [{ text: line.text.replace(";", ""), at: line.at }]
  return expandSnippet({ ...call, target, indent, at: line.at }) ?? (call.isInFence ? undefined : [])
}

/** Lists the paths of a snippet: in the folders that the site sets, and around the page. */
function pathsOfSnippet(path: string, context: IncludeContext): readonly string[] {
  const inSet = snippetFoldersOf(context).flatMap((folder) => joinInside(folder, path) ?? [])
  return [...new Set([...inSet, ...amongSnippets(path, context.path)])]
}

/** Expands `path`, `path:section`, `path:4`, `path:4:9`, `path:1:3,5:8`. */
function expandSnippet(snippet: Snippet): readonly SourceLine[] | undefined {
  const { target, indent, at, isInFence, context } = snippet
  const { path = "", selector } = /^(?<path>.+?)(?::(?<selector>[\d:,-]+|[a-zA-Z][\w.-]*))?$/.exec(target)?.groups ?? {}
  if (isAddress(target)) return undefined
  const found = context.find(pathsOfSnippet(path, context), target, at)
  if (found === undefined) return undefined
  let text: string | undefined = found.text
  if (selector !== undefined && /^[a-zA-Z]/.test(selector)) text = selectRegion(text, selector, SNIPPET_SECTIONS)
  else if (selector !== undefined && selector !== "") text = selectRanges(text, selector.replace(/^:/, "1:"))
  if (text === undefined) {
    context.problem(`${target} could not be included: the file has no such section`, at)
    return undefined
  }
  const bare = withoutRegionMarks(text, SNIPPET_SECTIONS)
  if (isInFence) return context.linesAt(bare, at, indent)
  return snippet.expandPage(found.path, context.linesAt(includedText(bare, found.path), at, indent))
}

/** Expands a list of files between two `--8<--` lines, also inside a fence. Other text between them, such as printed code, remains. */
function expandSnippetBlock({ lines, index, context, expandPage }: BlockCursor) {
  const first = lines[index]
  if (first === undefined || !SNIPPET_FENCE.test(first.text)) return undefined
  const length = lines.slice(index + 1, index + MAX_BLOCK_LINES).findIndex(({ text }) => SNIPPET_FENCE.test(text))
  if (length < 0) return undefined
  if (lines.slice(index + 1, index + 1 + length).some(({ text }) => isPrinted(text))) return undefined
  const indent = /^[ \t]*/.exec(first.text)?.[0] ?? ""
  const inner = lines.slice(index + 1, index + 1 + length).flatMap(({ text, at }) => {
    const target = text.trim()
    if (target === "" || target.startsWith(";")) return [{ text: "", at }]
    return expandSnippet({ target, indent, at, isInFence: false, context, expandPage }) ?? []
  })
  return { lines: inner, end: index + length + 1 }
}

/** Returns true for a line that is neither a comment nor a path: it has several words, and no file ending after them. */
function isPrinted(line: string): boolean {
  const text = line.trim()
  return /\s/.test(text) && !text.startsWith(";") && !FILE_ENDING.test(text)
}

/** Expands `{* ../../docs_src/app.py ln[3:9] hl[5] title["app.py"] *}`. */
function expandCodeMacro({ match, line, context }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = "", options = ""] = match
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const ranges = /\bln\[([^\]]*)\]/.exec(options)?.[1]
  const title = /\btitle\[["']?([^\]"']*)["']?\]/.exec(options)?.[1]
  const code = ranges === undefined ? found.text : selectRanges(found.text, ranges)
  return context.linesAt(fenced(code, languageOfPath(found.path), title), line.at, indent)
}

/** Expands `{!> ../docs_src/app.py [ln:4-9]!}`, usually inside a fence. */
function expandRawMacro({ match, line, isInFence, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", written = ""] = match
  const [, target = "", ranges] = /^(.*?)(?:\[ln:([^\]]*)\])?$/.exec(written) ?? []
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const text = ranges === undefined ? found.text : selectRanges(found.text, ranges)
  if (isInFence) return context.linesAt(text, line.at, indent)
  const shown = isMarkdownPage(found.path) ? includedText(text, found.path) : fenced(text, languageOfPath(found.path))
  return expandPage(found.path, context.linesAt(shown, line.at, indent))
}

/** Expands `{% include-markdown "../README.md" start="<!-- a -->" end="<!-- b -->" %}`. */
function expandPageTag({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = "", options = ""] = match
  if (isAddress(target) || /[*{]/.test(target)) return undefined
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const mark = (name: string) => new RegExp(`\\b${name}=(["'])(.*?)\\1`).exec(options)?.[2]
  const text = between(includedText(found.text, found.path), mark("start"), mark("end"))
  return expandPage(found.path, context.linesAt(text, line.at, indent))
}

/** Cuts a text after one marker and before another; missing markers are ignored. */
function between(text: string, start: string | undefined, end: string | undefined): string {
  const from = start !== undefined && text.includes(start) ? text.indexOf(start) + start.length : 0
  const rest = text.slice(from)
  return end !== undefined && rest.includes(end) ? rest.slice(0, rest.indexOf(end)) : rest
}
