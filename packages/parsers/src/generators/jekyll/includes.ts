import type { SourceLine } from "../includes/include-context.ts"
import { amongSnippets, isAddress } from "../includes/include-paths.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText } from "../includes/page-text.ts"

const PAGE_TAG = /^([ \t]*)\{%-?\s*include_relative\s+["']?([^\s"'%]+)["']?[^%\n]*?-?%\}[ \t]*$/

/** The tag of Jekyll that includes pages of the source: `{% include_relative part.md %}`. */
export const JEKYLL_MACROS: MarkdownMacros = {
  isUsedIn: (text) => text.includes("include_relative"),
  lines: [{ pattern: PAGE_TAG, expand: expandPageTag }],
}

function expandPageTag({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = ""] = match
  if (isAddress(target) || /[*{]/.test(target)) return undefined
  const found = context.find(amongSnippets(target, context.path), target, line.at)
  if (found === undefined) return undefined
  return expandPage(found.path, context.linesAt(includedText(found.text, found.path), line.at, indent))
}
