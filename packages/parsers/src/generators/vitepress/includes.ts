import { fenced } from "../../document/fences.ts"
import type { SourceLine } from "../includes/include-context.ts"
import { aroundPage, besidePage, isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText } from "../includes/page-text.ts"
import { dedent, EDITOR_REGIONS, selectRanges, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"
import { containsAny } from "../../base/contains-any.ts"

const CODE_ARROWS = /^([ \t]*)<<<[ \t]*([^\s<].*)$/
const PAGE_COMMENT = /^([ \t]*)<!--\s*@include:\s*(.+?)\s*-->[ \t]*$/

/** Includes of VitePress: `<<< @/file` for code and `<!-- @include: page.md -->` for pages. */
export const VITEPRESS_MACROS: MarkdownMacros = {
  isUsedIn: (text) => containsAny(text, "<<<", "@include:"),
  lines: [
    { pattern: CODE_ARROWS, expand: expandArrows },
    { pattern: PAGE_COMMENT, expand: expandComment },
  ],
}

/** Expands `<<< @/code/app.ts#region{2,4 ts:line-numbers} [app.ts]`. */
function expandArrows({ match, line, context }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", written = ""] = match
  const parts =
    /^(?<path>[^#{[]+?\.[\w]+)(?:#(?<region>[\w*-]+))?\s*(?:\{(?<marks>[^}]*)\})?\s*(?:\[(?<title>.+)\])?\s*$/.exec(
      written,
    )?.groups
  const { path, region, marks = "", title } = parts ?? {}
  if (path === undefined) return undefined
  const found = context.find(sitePaths(path, context.path), written, line.at)
  if (found === undefined) return undefined
  const code = region === undefined ? found.text : selectRegion(found.text, region, EDITOR_REGIONS)
  if (code === undefined) context.problem(`${written} could not be included: the file has no region ${region}`, line.at)
  const language = /[a-z][\w+-]*/i.exec(marks)?.[0] ?? languageOfPath(found.path)
  const shown = dedent(withoutRegionMarks(code ?? found.text, EDITOR_REGIONS))
  return context.linesAt(fenced(shown, language, title), line.at, indent)
}

/** Expands `<!-- @include: ./part.md#heading{3,} -->`. */
function expandComment({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", written = ""] = match
  const [, path = written, region, ranges] = /^(.+?)(?:#([\w-]+))?(?:\{([\d,\s-]*)\})?$/.exec(written) ?? []
  const found = context.find(sitePaths(path, context.path), written, line.at)
  if (found === undefined) return undefined
  const chosen = region === undefined ? found.text : (selectRegion(found.text, region, EDITOR_REGIONS) ?? found.text)
  const [, from, to] = /^(\d*)\s*,?\s*(\d*)$/.exec(ranges ?? "") ?? []
  const text = ranges === undefined ? includedText(chosen, found.path) : selectRanges(chosen, `${from}-${to}`)
  return expandPage(found.path, context.linesAt(text, line.at, indent))
}

/** Resolves a path in which `@` stands for the source folder of the site. */
function sitePaths(path: string, page: string): readonly string[] {
  if (isAddress(path)) return []
  return path.startsWith("@/") ? aroundPage(path.slice(2), page) : besidePage(path, page)
}
