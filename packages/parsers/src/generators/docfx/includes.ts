import { fenced } from "../../document/fences.ts"
import type { SourceLine } from "../includes/include-context.ts"
import { aroundPage, besidePage, isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText } from "../includes/page-text.ts"
import { dedent, EDITOR_REGIONS, selectRanges, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"

const PAGE = /^([ \t]*)\[!include[ \t]*\[[^\]]{0,300}\]\(([^()\s]{1,500})(?:[ \t]+"[^"]{0,300}")?\)\][ \t]*$/i
const CODE =
  /^([ \t]*)\[!code(?:-([\w+#-]{1,30}))?[ \t]*\[[^\]]{0,300}\]\(([^()\s]{1,500})(?:[ \t]+"[^"]{0,300}")?\)\][ \t]*$/i

/** Tags of DocFX around a part of a file, in a comment: `// <pond>` and `// </pond>`. */
const TAGS = {
  start: /^\s*(?:\/\/|\/\*|<!--|#|--|'|;|%|REM)\s*<([\w.-]+)>/i,
  end: /^\s*(?:\/\/|\/\*|<!--|#|--|'|;|%|REM)\s*<\/([\w.-]+)>/i,
}

/** Includes of DocFX on a line of their own: `[!include[Pond](pond.md)]` for pages, `[!code-csharp[Pond](Pond.cs#L2-L9)]` for code. */
export const DOCFX_MACROS: MarkdownMacros = {
  isUsedIn: (text) => text.includes("[!") && /\[!(?:include|code)[ \t[-]/i.test(text),
  lines: [
    { pattern: PAGE, expand: expandPageInclude },
    { pattern: CODE, expand: expandCodeInclude },
  ],
}

function expandPageInclude({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] {
  const [, indent = "", target = ""] = match
  const found = context.find(sitePaths(target, context.path), target, line.at)
  // Left out: what is written is no text for readers.
  if (found === undefined) return [{ text: "", at: line.at }]
  return expandPage(found.path, context.linesAt(includedText(found.text, found.path), line.at, indent))
}

function expandCodeInclude({ match, line, context }: MacroCall): readonly SourceLine[] {
  const [, indent = "", written, target = ""] = match
  const [, path = target, selector = ""] = /^([^?#]+)(?:[?#](.*))?$/.exec(target) ?? []
  const found = context.find(sitePaths(path, context.path), target, line.at)
  if (found === undefined) return [{ text: "", at: line.at }]
  const part = selectPart(found.text, selector)
  if (part === undefined) context.problem(`${target} could not be included: the file has no such region`, line.at)
  const shown = dedent(withoutTags(withoutRegionMarks(part ?? found.text, EDITOR_REGIONS)))
  return context.linesAt(fenced(shown, written ?? languageOfPath(found.path)), line.at, indent)
}

/** Selects lines by `L2-L9`, `range=2-9,12-`, `start=2&end=9`, or a named part by `pond` or `name=pond`. */
function selectPart(text: string, selector: string): string | undefined {
  if (/^L\d/i.test(selector)) return selectRanges(text, selector.replaceAll(/l/gi, ""))
  const options = new URLSearchParams(selector.includes("=") ? selector : { name: selector })
  const start = options.get("start")
  const end = options.get("end")
  const range = options.get("range") ?? (start === null && end === null ? null : `${start ?? "1"}-${end ?? ""}`)
  if (range !== null) return selectRanges(text, range)
  const name = options.get("name") ?? ""
  return name === "" ? text : (selectRegion(text, name, TAGS) ?? selectRegion(text, name, EDITOR_REGIONS))
}

/** Removes the lines with tags. Comments may also contain other tags, but only those of DocFX are closed on a line of their own. */
function withoutTags(text: string): string {
  if (!text.includes("</")) return text
  const lines = text.split("\n")
  const names = new Set(lines.map((line) => TAGS.end.exec(line)?.[1]).filter((name) => name !== undefined))
  return lines.filter((line) => !names.has((TAGS.start.exec(line) ?? TAGS.end.exec(line))?.[1] ?? "")).join("\n")
}

/** Resolves a path in which `~` stands for the folder of the site. */
function sitePaths(target: string, page: string): readonly string[] {
  if (isAddress(target)) return []
  return target.startsWith("~/") ? aroundPage(target.slice(2), page) : besidePage(target, page)
}
