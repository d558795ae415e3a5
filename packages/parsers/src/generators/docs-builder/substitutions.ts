import { FenceTracker } from "../../document/fences.ts"
import { memberAt, type Substitutions, substitutionsOf } from "../includes/fill-names.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { nearestYaml } from "../includes/nearest-config.ts"

/** Configuration file of Elastic's docs-builder. */
const CONFIG = "docset.yml"
/** `## Title [identifier]`. */
const TITLED = /^(#{1,6}[ \t]+\S.*?)[ \t]+\[([\w.-]{1,200})\][ \t]*$/
const HAS_TITLED = /^#{1,6}[ \t].*[ \t]\[[\w.-]+\][ \t]*$/m

/** Checks quickly whether a page has headings with ids in brackets. */
export function hasTitleIdentifiers(text: string): boolean {
  return HAS_TITLED.test(text)
}

/** Converts heading ids to the form of other tools: `## Title {#identifier}`. */
export function convertTitleIdentifiers(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => TITLED.test(text)) || nearestYaml(context, CONFIG) === undefined) return lines
  const fences = new FenceTracker()
  return lines.map((line) => {
    const isCode = fences.isInside
    fences.next(line.text)
    if (isCode || line.text.length > MAX_LINE_CHARACTERS) return line
    return { text: line.text.replace(TITLED, "$1 {#$2}"), at: line.at }
  })
}

/** Reads `subs` of `docset.yml`. */
export function docsetSubstitutions(context: IncludeContext): Substitutions {
  return substitutionsOf(memberAt(nearestYaml(context, CONFIG), ["subs"]))
}

/** Reads `sub` of a page's front matter. */
export function pageSubs(frontMatter: unknown): Substitutions {
  return substitutionsOf(memberAt(frontMatter, ["sub"]))
}
