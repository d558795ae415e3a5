import { fenced } from "../includes/fences.ts"
import type { SourceLine } from "../includes/include-context.ts"
import { aroundPage } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { includedText } from "../includes/page-text.ts"
import { containsAny } from "../../base/contains-any.ts"

const CODE_SAMPLE =
  /^([ \t]*)\{\{[<%]\s*(?:code_sample|codenew)\s(?:[^\n]{0,300}?\s)?file\s*=\s*"([^"\n]+)"[^\n]{0,300}[>%]\}\}[ \t]*$/
const PAGE_SHORTCODE =
  /^([ \t]*)\{\{[<%]\s*(?:include|readfile)\s+(?:file\s*=\s*)?["']?([^\s"'<>%]+\.(?:md|markdown))["']?\s*[>%]\}\}[ \t]*$/
/** Folders below the content in which themes look for pages. */
const PAGE_FOLDERS = ["", "_includes/", "includes/"]

/** Shortcodes of widely used Hugo themes that include files: `include`, `readfile`, `code_sample`. */
export const HUGO_MACROS: MarkdownMacros = {
  isUsedIn: (text) =>
    containsAny(text, "code_sample", "codenew") ||
    (containsAny(text, "{<", "{%") && /\{[<%]\s*(?:include|readfile)\s/.test(text)),
  lines: [
    { pattern: CODE_SAMPLE, expand: expandSample },
    { pattern: PAGE_SHORTCODE, expand: expandPageShortcode },
  ],
}

/** Expands `{{% code_sample file="pods/simple.yaml" %}}`: a file below the site's `examples` folder. */
function expandSample({ match, line, context }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", target = ""] = match
  const found = context.find([`**/examples/${target.replace(/^\/+/, "")}`], target, line.at)
  return found && context.linesAt(fenced(found.text, languageOfPath(found.path), target), line.at, indent)
}

/** Expands `{{% include "notes/setup.md" %}}`: a file beside the page, below the content, or in the folders of themes. */
function expandPageShortcode({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", written = ""] = match
  const target = written.replace(/^\/+/, "")
  const candidates = PAGE_FOLDERS.flatMap((folder) => aroundPage(folder + target, context.path))
  const found = context.find(candidates, written, line.at)
  if (found === undefined) return undefined
  return expandPage(found.path, context.linesAt(includedText(found.text, found.path), line.at, indent))
}
