import { containsAny } from "../../base/contains-any.ts"
import { fenced } from "../../document/fences.ts"
import type { SourceLine } from "./include-context.ts"
import { languageOfPath } from "./language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "./markdown-macros.ts"
import { CODE_ENDINGS, pathsOfSample } from "./sample-files.ts"

/** A site's own shortcode with the name of a file of code, alone on its line: `{{< manifest path="ponds/koi.yaml" label="koi" >}}`. */
const SHORTCODE = new RegExp(
  String.raw`^([ \t]*)\{\{[<%]\s*(?!(?:code_sample|codenew|include|readfile)\s)[\w/-]{1,60}\s(?:[^\n]{0,300}?\s)?(?:path|file|src|source)\s*=\s*"([^"\n]{1,200}\.${CODE_ENDINGS})"[^\n]{0,300}[>%]\}\}[ \t]*$`,
)
/** The same in Liquid, perhaps with the folder as its first argument: `{% playground "ponds/" "koi.ts" %}`. */
const TAG = new RegExp(
  String.raw`^([ \t]*)\{%-?\s*(?!(?:include|render|link|assign|capture)\s)[\w-]{1,60}\s+(?:"([^"\n]{1,200}/)",?\s+)?"([^"\n]{1,200}\.${CODE_ENDINGS})"[^%\n]{0,100}-?%\}[ \t]*$`,
)
/**
 * Tags that a site defines itself to show a file of code. What such a tag does is not known; if it names a file of the source, that file is
 * inserted. Otherwise, the tag is left to the parser.
 */
export const SAMPLE_TAG_MACROS: MarkdownMacros = {
  isUsedIn: (text) => containsAny(text, "{{<", "{{%", "{%") && new RegExp(String.raw`\.${CODE_ENDINGS}"`).test(text),
  lines: [
    { pattern: SHORTCODE, expand: ({ match, ...call }) => expandSample(match[1], match[2], call) },
    {
      pattern: TAG,
      expand: ({ match, ...call }) => expandSample(match[1], `${match[2] ?? ""}${match[3] ?? ""}`, call),
    },
  ],
}

function expandSample(
  indent = "",
  target = "",
  { line, context }: Pick<MacroCall, "line" | "context">,
): readonly SourceLine[] | undefined {
  for (const path of [...pathsOfSample(target, context.path), `**/${target}`]) {
    const text = context.peek(path)?.replace(/\n$/, "")
    if (text === undefined) continue
    const name = target.slice(target.lastIndexOf("/") + 1)
    return context.linesAt(fenced(text, languageOfPath(target), name), line.at, indent)
  }
  return undefined
}
