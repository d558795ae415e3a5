import { fenced } from "../../document/fences.ts"
import type { SourceLine } from "../includes/include-context.ts"
import { aroundPage, besidePage, isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { dedent, selectRanges } from "../includes/select-lines.ts"

/** `@[code{3-10} js:no-line-numbers](../app.js)`: its indentation, options and path. */
const CODE = /^([ \t]*)@\[code([^\]\n]{0,300})\]\(([^()\s]{1,300})\)[ \t]*$/
/** The lines and the language of the options. */
const OPTIONS = /^(?:\{([\d,\s-]{0,100})\})?(?:[ \t]{1,9}([a-z][\w+#-]{0,30}))?/
/** An alias, which the configuration of the site maps to a folder that mostly has the same name: `@snippets/app.js`, `@/app.js`. */
const ALIAS = /^@([\w-]*)\/(.+)$/

/** Includes of VuePress: `@[code](path)`. */
export const VUEPRESS_MACROS: MarkdownMacros = {
  isUsedIn: (text) => text.includes("@[code"),
  lines: [{ pattern: CODE, expand: expandCode }],
}

function expandCode({ match, line, context }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", options = "", path = ""] = match
  const [, ranges, language] = OPTIONS.exec(options) ?? []
  const found = context.find(pathsOf(path, context.path), path, line.at)
  // Without the file, the line would be a link with the text `@code`.
  if (found === undefined) return []
  const code = ranges === undefined ? found.text : selectRanges(found.text, ranges)
  return context.linesAt(fenced(dedent(code), language ?? languageOfPath(found.path)), line.at, indent)
}

function pathsOf(path: string, page: string): readonly string[] {
  if (isAddress(path)) return []
  const [, alias, rest = ""] = ALIAS.exec(path) ?? []
  if (alias === undefined) return besidePage(path, page)
  return alias === "" ? aroundPage(rest, page) : [...aroundPage(`${alias}/${rest}`, page), ...aroundPage(rest, page)]
}
