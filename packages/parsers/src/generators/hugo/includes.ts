import { fenced } from "../../document/fences.ts"
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
/** A page that several projects share, as on grafana.com: `{{< docs/shared lookup="feed.md" source="pond" version="latest" >}}`. */
const SHARED =
  /^([ \t]*)\{\{[<%]\s*docs\/shared\s[^\n]{0,300}?\blookup\s*=\s*"([^"\n]{1,300}\.md)"[^\n]{0,300}[>%]\}\}[ \t]*$/
/** Folders below the content in which themes look for pages. */
const PAGE_FOLDERS = ["", "_includes/", "includes/"]

/** Shortcodes of widely used Hugo themes that include files: `include`, `readfile`, `code_sample`, `docs/shared`. */
export const HUGO_MACROS: MarkdownMacros = {
  isUsedIn: (text) =>
    containsAny(text, "code_sample", "codenew", "docs/shared") ||
    (containsAny(text, "{<", "{%") && /\{[<%]\s*(?:include|readfile)\s/.test(text)),
  lines: [
    { pattern: CODE_SAMPLE, expand: expandSample },
    { pattern: PAGE_SHORTCODE, expand: expandPageShortcode },
    { pattern: SHARED, expand: expandShared },
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
  return expandFirst(candidates, { written, indent }, { line, context, expandPage })
}

/** Expands `{{< docs/shared lookup="feed.md" >}}`: a file in the folder `shared` beside the page or above it. */
function expandShared({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", written = ""] = match
  return expandFirst(aroundPage(`shared/${written}`, context.path), { written, indent }, { line, context, expandPage })
}

function expandFirst(
  candidates: readonly string[],
  { written, indent }: { readonly written: string; readonly indent: string },
  { line, context, expandPage }: Pick<MacroCall, "line" | "context" | "expandPage">,
): readonly SourceLine[] | undefined {
  const found = context.find(candidates, written, line.at)
  if (found === undefined) return undefined
  return expandPage(found.path, context.linesAt(includedText(found.text, found.path), line.at, indent))
}
