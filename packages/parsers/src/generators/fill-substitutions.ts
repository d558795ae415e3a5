import { parseFrontMatterData } from "../document/front-matter.ts"
import {
  convertTitleIdentifiers,
  docsetSubstitutions,
  hasTitleIdentifiers,
  pageSubs,
} from "./docs-builder/substitutions.ts"
import { fillNames, fillNamesInCode, hasNames } from "./includes/fill-names.ts"
import type { IncludeContext, SourceLine } from "./includes/include-context.ts"
import { siteValues } from "./mkdocs/site-values.ts"
import { bookSubstitutions, pageSubstitutions } from "./myst/substitutions.ts"

/** Checks quickly whether a page may use substitutions of docs-builder, MyST or MkDocs. */
export function hasSubstitutions(text: string): boolean {
  return hasNames(text) || hasTitleIdentifiers(text)
}

/**
 * Replaces `{{ name }}` with the values of the page's front matter or of its site's configuration, and converts the title
 * identifiers of docs-builder.
 */
export function fillSubstitutions(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const titled = convertTitleIdentifiers(lines, context)
  if (!lines.some(({ text }) => hasNames(text))) return titled
  const frontMatter = parseFrontMatterData(lines.map(({ text }) => text).join("\n"))
  const values = new Map([
    ...docsetSubstitutions(context),
    ...bookSubstitutions(context),
    ...pageSubstitutions(frontMatter),
    ...pageSubs(frontMatter),
  ])
  const filled = values.size === 0 ? titled : fillNames(titled, values, context)
  const ofSite = siteValues(context, frontMatter)
  return ofSite === undefined ? filled : fillNamesInCode(filled, ofSite, context)
}
