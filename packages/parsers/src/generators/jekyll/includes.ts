import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { amongSnippets, foldersAround, isAddress, joinInside } from "../includes/include-paths.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText, isMarkdownPage } from "../includes/page-text.ts"
import { renderLiquid } from "./render-liquid.ts"

const PAGE_TAG = /^([ \t]*)\{%-?\s*include_relative\s+["']?([^\s"'%]+)["']?[^%\n]*?-?%\}[ \t]*$/
/** A file of `_includes`, with its parameters: `{% include note.html content="Koi swim." %}`. */
const INCLUDE_TAG =
  /^([ \t]*)\{%-?\s*include\s+([\w./-]{1,200}\.(?:html?|md|markdown))((?:\s[^\n]{0,1800}?)?)-?%\}[ \t]*$/
const PARAMETER = /([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** A value of the include in a tag, which Jekyll fills in first: `{% include {{ include.path }} %}`. */
const NESTED = /\{%-?\s*include\s+\{\{-?\s*include\.([\w-]{1,60})\s*-?\}\}\s*-?%\}/g
/** The start of captured text, and the value that shows it: `{% capture koi %}…{% endcapture %}{{ koi | markdownify }}`. */
const CAPTURE = /\{%-?\s{0,9}capture\s{1,9}(\w{1,40})\s{0,9}-?%\}/g
const SHOWN = /%\}\s{0,9}\{\{-?\s{0,9}(\w{1,40})\s{0,9}(?:\|[^}]{0,100})?\}\}/y
/** A tag that is rendered later, with the file that it includes. */
const LATER = /\{%-?\s*include\s+([\w./-]{1,200})\s*-?%\}/g
/** Layouts of a site are longer than what a page includes. */
const MAX_FILE_CHARACTERS = 4_000
/** Maximum length of what a file becomes, however often it shows its parameters. */
const MAX_RENDERED_CHARACTERS = 40_000

/**
 * Tags of Jekyll that include files of the source: `{% include_relative part.md %}`, and `{% include %}` of Markdown or of a small file with
 * parameters. HTML without parameters is mostly a part of the layout.
 */
export const JEKYLL_MACROS: MarkdownMacros = {
  isUsedIn: (text) => /\{%-?\s*include/.test(text),
  lines: [
    { pattern: PAGE_TAG, expand: expandPageTag },
    { pattern: INCLUDE_TAG, expand: expandIncludeTag },
  ],
}

function expandPageTag({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = ""] = match
  if (isAddress(target) || /[*{]/.test(target)) return undefined
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  return expandPage(found.path, context.linesAt(includedText(found.text, found.path), line.at, indent))
}

function expandIncludeTag({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = "", written = ""] = match
  const parameters = new Map([...written.matchAll(PARAMETER)].map(([, name = "", a, b]) => [name, a ?? b ?? ""]))
  const isPage = isMarkdownPage(target)
  const path = pathOf(target, context)
  if (path === undefined || (!isPage && parameters.size === 0)) return undefined
  const found = context.find([path], target, line.at)
  if (found === undefined || !context.hasRoomFor(0, line.at)) return undefined
  const text = isPage && parameters.size === 0 ? includedText(found.text, found.path) : fill(found.text, parameters)
  return text === undefined ? [] : expandPage(found.path, context.linesAt(text, line.at, indent))
}

/** Finds a file in the `_includes` of the site around a page, which may itself be an include. */
function pathOf(target: string, context: IncludeContext): string | undefined {
  for (const around of foldersAround(context.path)) {
    const path = joinInside(around === "" ? "_includes" : `${around}/_includes`, target)
    if (path !== undefined && context.peek(path) !== undefined) return path
  }
  return undefined
}

/** Fills the parameters of an include into its file. @returns undefined if the file is too long, or would become so. */
function fill(file: string, parameters: ReadonlyMap<string, string>): string | undefined {
  if (file.length > MAX_FILE_CHARACTERS) return undefined
  const longest = Math.max(0, ...[...parameters.values()].map((value) => value.length))
  if (file.length + (file.split("include.").length - 1) * longest > MAX_RENDERED_CHARACTERS) return undefined
  const nested = showCaptures(
    file.replace(NESTED, (whole, name: string) => {
      const path = parameters.get(name)
      return path === undefined ? whole : `\n{% include ${path} %}\n`
    }),
  )
  const later: string[] = []
  // Rendering removes unknown tags, so these are put back afterwards.
  const template = nested.replace(LATER, (_, path: string) => `\u{f0000}${later.push(path) - 1}\u{f0001}`)
  const lookUp = (path: string) => (path.startsWith("include.") ? parameters.get(path.slice(8)) : undefined)
  const rendered = renderLiquid(template, lookUp)
  return rendered?.replace(/\u{f0000}(\d+)\u{f0001}/gu, (_, at: string) => `{% include ${later[Number(at)] ?? ""} %}`)
}

/** Replaces captured text that is shown at once with the text. */
function showCaptures(text: string): string {
  let out = ""
  let from = 0
  for (const { 0: tag, 1: name, index } of text.matchAll(CAPTURE)) {
    if (index < from) continue
    const end = text.indexOf("endcapture", index + tag.length)
    if (end === -1) break
    SHOWN.lastIndex = text.indexOf("%}", end)
    if (SHOWN.lastIndex === -1 || SHOWN.exec(text)?.[1] !== name) continue
    out += text.slice(from, index) + text.slice(index + tag.length, text.lastIndexOf("{%", end))
    from = SHOWN.lastIndex
  }
  return out + text.slice(from)
}
