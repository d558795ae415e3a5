import { parseFrontMatter } from "../../document/front-matter.ts"
import { expandMdbook, mayIncludeInMdbook } from "../mdbook/expand-mdbook.ts"
import { fenced, FenceTracker } from "./fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import { amongSnippets, aroundPage, besidePage, isAddress } from "./include-paths.ts"
import { languageOfPath } from "./language-of-path.ts"
import { optionsOf, selectByOptions } from "../sphinx/sphinx-options.ts"
import {
  dedent,
  EDITOR_REGIONS,
  selectRanges,
  selectRegion,
  SNIPPET_SECTIONS,
  withoutRegionMarks,
} from "./select-lines.ts"

const SNIPPET = /^([ \t]*)(;*)-{1,}8<-{1,}[ \t]+(["'])(.+?)\3[ \t]*$/
const SNIPPET_FENCE = /^[ \t]*-{1,}8<-{1,}[ \t]*$/
const CODE_MACRO = /^([ \t]*)\{\*\s*([^\s*]*\.[^\s*]+)((?:\s+\w+\[[^\]\n]*\])*)\s*\*\}[ \t]*$/
const RAW_MACRO = /^([ \t]*)\{!>?\s*([^\s!{}]*\.[^\s!{}]+?)\s*!\}[ \t]*$/
const CODE_ARROWS = /^([ \t]*)<<<[ \t]*([^\s<].*)$/
const PAGE_COMMENT = /^([ \t]*)<!--\s*@include:\s*(.+?)\s*-->[ \t]*$/
const PAGE_TAG = /^([ \t]*)\{%-?\s*(?:include-markdown|include_relative)\s+["']?([^\s"'%]+)["']?([^%\n]*?)-?%\}[ \t]*$/
const CODE_SAMPLE =
  /^([ \t]*)\{\{[<%]\s*(?:code_sample|codenew)\s(?:[^\n]{0,300}?\s)?file\s*=\s*"([^"\n]+)"[^\n]{0,300}[>%]\}\}[ \t]*$/
const PAGE_SHORTCODE =
  /^([ \t]*)\{\{[<%]\s*(?:include|readfile)\s+(?:file\s*=\s*)?["']?([^\s"'<>%]+\.(?:md|markdown))["']?\s*[>%]\}\}[ \t]*$/
const DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{(literalinclude|include)\}[ \t]+(\S+)[ \t]*$/

/** Tells fast whether a page of Markdown may include anything. */
export function mayIncludeInMarkdown(text: string): boolean {
  if (mayIncludeInMdbook(text)) return true
  return /8<|\{[*!]|<<<|@include:|include-markdown|include_relative|code_sample|codenew|\{[<%]\s*(?:include|readfile)\s|\{(?:literal)?include\}/.test(
    text,
  )
}

/**
 * Puts in what a page of Markdown includes, in the ways of MkDocs (`--8<--`, `{!file!}`, `{* file *}`, `include-markdown`),
 * VitePress (`<<<`, `@include`), mdBook (`{{#include}}`), Hugo (`include`, `code_sample`) and MyST (`{literalinclude}`, `{include}`).
 */
export function expandMarkdown(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const directive = fences.isInside ? undefined : expandDirective(lines, index, context)
    const block = directive ?? expandSnippetBlock(lines, index, context)
    if (block !== undefined) {
      out.push(...block.lines)
      index = block.end
      continue
    }
    const expanded = expandLine(line, fences.isInside, context)
    fences.next(line.text)
    if (expanded === undefined) out.push(line)
    else out.push(...expanded)
  }
  return out
}

function expandLine(line: SourceLine, isInFence: boolean, context: IncludeContext): readonly SourceLine[] | undefined {
  if (line.text.length > MAX_LINE_CHARACTERS) return undefined
  const snippet = SNIPPET.exec(line.text)
  if (snippet !== null) {
    const [, indent = "", escape = "", , target = ""] = snippet
    if (escape !== "") return [{ text: line.text.replace(";", ""), at: line.at }]
    return expandSnippet(target, { indent, at: line.at, isInFence }, context)
  }
  const book = expandMdbook(line, isInFence, context)
  if (book !== undefined && isInFence) return book.lines
  if (book !== undefined) return context.within(book.path, () => expandMarkdown(book.lines, context))
  const raw = RAW_MACRO.exec(line.text)
  if (raw !== null) return expandRaw(raw, { line, isInFence }, context)
  if (isInFence) return undefined
  const macro = CODE_MACRO.exec(line.text)
  if (macro !== null) return expandCodeMacro(macro, line, context)
  const arrows = CODE_ARROWS.exec(line.text)
  if (arrows !== null) return expandArrows(arrows, line, context)
  const sample = CODE_SAMPLE.exec(line.text)
  if (sample !== null) return expandSample(sample, line, context)
  const page = PAGE_SHORTCODE.exec(line.text)
  if (page !== null) return expandPageShortcode(page, line, context)
  const comment = PAGE_COMMENT.exec(line.text)
  if (comment !== null) return expandComment(comment, line, context)
  const tag = PAGE_TAG.exec(line.text)
  return tag === null ? undefined : expandTag(tag, line, context)
}

interface Place {
  readonly indent: string
  readonly at: number
  readonly isInFence: boolean
}

/** `path`, `path:section`, `path:4`, `path:4:9`, `path:1:3,5:8`. */
function expandSnippet(target: string, place: Place, context: IncludeContext): readonly SourceLine[] | undefined {
  const { path = "", selector } = /^(?<path>.+?)(?::(?<selector>[\d:,-]+|[a-zA-Z][\w.-]*))?$/.exec(target)?.groups ?? {}
  if (isAddress(target)) return undefined
  const found = context.find(amongSnippets(path, context.path), target, place.at)
  if (found === undefined) return undefined
  let text: string | undefined = found.text
  if (selector !== undefined && /^[a-zA-Z]/.test(selector)) text = selectRegion(text, selector, SNIPPET_SECTIONS)
  else if (selector !== undefined && selector !== "") text = selectRanges(text, selector.replace(/^:/, "1:"))
  if (text === undefined) {
    context.problem(`${target} could not be included: there is no section of that name`, place.at)
    return undefined
  }
  const bare = withoutRegionMarks(text, SNIPPET_SECTIONS)
  const shown = place.isInFence ? bare : pageText(bare, found.path)
  const inner = context.linesAt(shown, place.at, place.indent)
  // Snippets stand in fences and outside of them, and are searched for snippets in both places.
  return context.within(found.path, () => (place.isInFence ? inner : expandMarkdown(inner, context)))
}

function expandSnippetBlock(lines: readonly SourceLine[], index: number, context: IncludeContext) {
  const first = lines[index]
  if (first === undefined || !SNIPPET_FENCE.test(first.text)) return undefined
  const length = lines.slice(index + 1, index + 200).findIndex(({ text }) => SNIPPET_FENCE.test(text))
  if (length < 0) return undefined
  const indent = /^[ \t]*/.exec(first.text)?.[0] ?? ""
  const inner = lines.slice(index + 1, index + 1 + length).flatMap((line) => {
    const target = line.text.trim()
    if (target === "" || target.startsWith(";")) return [{ text: "", at: line.at }]
    return expandSnippet(target, { indent, at: line.at, isInFence: false }, context) ?? []
  })
  return { lines: inner, end: index + length + 1 }
}

/** `{* ../../docs_src/app.py ln[3:9] hl[5] title["app.py"] *}` */
function expandCodeMacro(macro: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", target = "", options = ""] = macro
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const ranges = /\bln\[([^\]]*)\]/.exec(options)?.[1]
  const title = /\btitle\[["']?([^\]"']*)["']?\]/.exec(options)?.[1]
  const code = ranges === undefined ? found.text : selectRanges(found.text, ranges)
  return context.linesAt(fenced(code, languageOfPath(found.path), title), line.at, indent)
}

/** `{!> ../docs_src/app.py [ln:4-9]!}`: mostly inside a fence. */
function expandRaw(raw: RegExpExecArray, place: { line: SourceLine; isInFence: boolean }, context: IncludeContext) {
  const [, indent = "", written = ""] = raw
  const { line, isInFence } = place
  const [, target = "", ranges] = /^(.*?)(?:\[ln:([^\]]*)\])?$/.exec(written) ?? []
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const text = ranges === undefined ? found.text : selectRanges(found.text, ranges)
  if (isInFence) return context.linesAt(text, line.at, indent)
  const shown = isPage(found.path) ? pageText(text, found.path) : fenced(text, languageOfPath(found.path))
  return context.within(found.path, () => expandMarkdown(context.linesAt(shown, line.at, indent), context))
}

/** `{{% code_sample file="pods/simple.yaml" %}}`: a file below the folder `examples` of the site. */
function expandSample(sample: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", target = ""] = sample
  const found = context.find([`**/examples/${target.replace(/^\/+/, "")}`], target, line.at)
  return found && context.linesAt(fenced(found.text, languageOfPath(found.path), target), line.at, indent)
}

/** `{{% include "notes/setup.md" %}}` of Hugo: beside the page, below the content, or in the folders that themes look in. */
function expandPageShortcode(page: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", written = ""] = page
  const target = written.replace(/^\/+/, "")
  const folders = ["", "_includes/", "includes/"]
  const candidates = folders.flatMap((folder) => aroundPage(folder + target, context.path))
  const found = context.find(candidates, written, line.at)
  if (found === undefined) return undefined
  const inner = context.linesAt(pageText(found.text, found.path), line.at, indent)
  return context.within(found.path, () => expandMarkdown(inner, context))
}

/** `<<< @/code/app.ts#region{2,4 ts:line-numbers} [app.ts]` */
function expandArrows(arrows: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", written = ""] = arrows
  const parts =
    /^(?<path>[^#{[]+?\.[\w]+)(?:#(?<region>[\w*-]+))?\s*(?:\{(?<marks>[^}]*)\})?\s*(?:\[(?<title>.+)\])?\s*$/.exec(
      written,
    )?.groups
  const { path, region, marks = "", title } = parts ?? {}
  if (path === undefined) return undefined
  const found = context.find(sitePaths(path, context.path), written, line.at)
  if (found === undefined) return undefined
  const code = region === undefined ? found.text : selectRegion(found.text, region, EDITOR_REGIONS)
  if (code === undefined) context.problem(`${written} could not be included: there is no region ${region}`, line.at)
  const language = /[a-z][\w+-]*/i.exec(marks)?.[0] ?? languageOfPath(found.path)
  const shown = dedent(withoutRegionMarks(code ?? found.text, EDITOR_REGIONS))
  return context.linesAt(fenced(shown, language, title), line.at, indent)
}

/** `<!-- @include: ./part.md#heading{3,} -->` */
function expandComment(comment: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", written = ""] = comment
  const [, path = written, region, ranges] = /^(.+?)(?:#([\w-]+))?(?:\{([\d,\s-]*)\})?$/.exec(written) ?? []
  const found = context.find(sitePaths(path, context.path), written, line.at)
  if (found === undefined) return undefined
  const chosen = region === undefined ? found.text : (selectRegion(found.text, region, EDITOR_REGIONS) ?? found.text)
  const [, from, to] = /^(\d*)\s*,?\s*(\d*)$/.exec(ranges ?? "") ?? []
  const text = ranges === undefined ? pageText(chosen, found.path) : selectRanges(chosen, `${from}-${to}`)
  return context.within(found.path, () => expandMarkdown(context.linesAt(text, line.at, indent), context))
}

/** `{% include-markdown "../README.md" start="<!-- a -->" end="<!-- b -->" %}` */
function expandTag(tag: RegExpExecArray, line: SourceLine, context: IncludeContext) {
  const [, indent = "", target = "", options = ""] = tag
  if (isAddress(target) || /[*{]/.test(target)) return undefined
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  const mark = (name: string) => new RegExp(`\\b${name}=(["'])(.*?)\\1`).exec(options)?.[2]
  let text = pageText(found.text, found.path)
  const start = mark("start")
  const end = mark("end")
  if (start !== undefined && text.includes(start)) text = text.slice(text.indexOf(start) + start.length)
  if (end !== undefined && text.includes(end)) text = text.slice(0, text.indexOf(end))
  return context.within(found.path, () => expandMarkdown(context.linesAt(text, line.at, indent), context))
}

/** MyST: a fence whose name is the directive; its body holds options only. */
function expandDirective(lines: readonly SourceLine[], index: number, context: IncludeContext) {
  const line = lines[index]
  const found = DIRECTIVE.exec(line?.text ?? "")
  if (line === undefined || found === null) return undefined
  const [, indent = "", fence = "", kind = "", target = ""] = found
  const length = lines.slice(index + 1, index + 100).findIndex(({ text }) => text.trim() === fence)
  if (length < 0) return undefined
  const candidates = target.startsWith("/") ? aroundPage(target, context.path) : besidePage(target, context.path)
  const file = context.find(candidates, target, line.at)
  if (file === undefined) return undefined
  const options = optionsOf(lines.slice(index + 1, index + 1 + length).map(({ text }) => text.trim()))
  const text = selectByOptions(file.text, options, (message) => context.problem(`${target}: ${message}`, line.at))
  const end = index + length + 1
  if (kind === "literalinclude") {
    const code = fenced(text, options.get("language") ?? languageOfPath(file.path), options.get("caption"))
    return { lines: context.linesAt(code, line.at, indent), end }
  }
  const inner = context.linesAt(pageText(text, file.path), line.at, indent)
  return { lines: context.within(file.path, () => expandMarkdown(inner, context)), end }
}

/** VitePress: `@` is the source folder of the site. */
function sitePaths(path: string, page: string): readonly string[] {
  if (isAddress(path)) return []
  return path.startsWith("@/") ? aroundPage(path.slice(2), page) : besidePage(path, page)
}

function isPage(path: string): boolean {
  return /\.(?:md|mdx|markdown|mdown|mkd)$/i.test(path)
}

/** Text of a page without its front matter. */
function pageText(text: string, path: string): string {
  if (!isPage(path)) return text
  return text.split("\n").slice(parseFrontMatter(text).lineCount).join("\n")
}
