import { fenced } from "../../document/fences.ts"
import { aroundPage, besidePage } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { BlockCursor, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText } from "../includes/page-text.ts"
import { optionsOf, selectByOptions } from "../sphinx/directive-options.ts"
import { containsAny } from "../../base/contains-any.ts"

const DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{(literalinclude|include)\}[ \t]+(\S+)[ \t]*$/
/** Maximum number of option lines of a directive. */
const MAX_OPTION_LINES = 100

/** Fences of MyST that include files: `{literalinclude}` for code and `{include}` for pages. */
export const MYST_MACROS: MarkdownMacros = {
  isUsedIn: (text) => containsAny(text, "{include}", "{literalinclude}"),
  blocks: [{ expand: expandDirective }],
}

/** Expands a fence whose name is the directive; its body contains only options. */
function expandDirective({ lines, index, isInFence, context, expandPage }: BlockCursor) {
  const line = lines[index]
  const found = isInFence ? null : DIRECTIVE.exec(line?.text ?? "")
  if (line === undefined || found === null) return undefined
  const [, indent = "", fence = "", kind = "", target = ""] = found
  const length = lines.slice(index + 1, index + MAX_OPTION_LINES).findIndex(({ text }) => text.trim() === fence)
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
  return { lines: expandPage(file.path, context.linesAt(includedText(text, file.path), line.at, indent)), end }
}
