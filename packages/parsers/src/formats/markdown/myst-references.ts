import type { InsertionBudget } from "../../document/insertion-budget.ts"
import type { InlineTargets } from "../restructured-text/blocks/inline.ts"
import type { SiteTitles } from "../../generators/site/site-titles.ts"

const LABELLED = /^((?:\([^()\n]{1,200}\)=[ \t]*\n\s*?){1,8})#{1,6}[ \t]+(.{1,300}?)[ \t]*#{0,6}$/gm
/**
 * A code span, a MyST link whose text the site fills in, `[](page.md)` or `<project:#label>`, or the target of a link that can be a label:
 * `[below](label)`.
 */
const CODE_OR_LINK =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|(?<!!)\[\]\((?<target>[^()\s]{1,300})\)|<project:(?<auto>[^<>\s]{1,300})>|(?<=\])\((?<label>[\w-]{1,200})\)/g

/** Collects the titles of sections that follow a MyST label, `(label)=`, by lower-case label. */
export function collectMystLabels(text: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  if (!text.includes(")=")) return titles
  for (const [, labels = "", heading = ""] of text.matchAll(LABELLED)) {
    for (const [, label = ""] of labels.matchAll(/\(([^()\n]+)\)=/g)) titles.set(label.toLowerCase(), plain(heading))
  }
  return titles
}

/** Returns the text of a heading without attributes and markup. */
function plain<Heading extends string | undefined>(heading: Heading): Heading | string {
  return heading === undefined ? heading : heading.replace(/\s*\{[^{}]*\}$/, "").replace(/[`*]+/g, "")
}

/** Labels, directives and roles of MyST. */
const MYST = /^(?:\([^()\n]{1,200}\)=|(?:`{3,}|:{3,})\{)|\{[\w:-]{1,40}\}`/m

/** Returns the titles that references on a page resolve to. @param text of the page. */
export function mystTargets(
  { path, text }: { readonly path: string; readonly text: string },
  titles: SiteTitles,
  insertions: InsertionBudget,
): InlineTargets {
  return {
    showsLabels: MYST.test(text),
    titleOfLabel: (label) => insertions.take(titles.ofLabel(label)),
    titleOfPage: (target) => insertions.take(plain(titles.ofPage(target, path))),
    substitutions: new Map(),
  }
}

/**
 * Inserts the title of the target into MyST links without text. If the target has no title, as formulas do, MyST pages show the words of its
 * label; on other pages, such links are not shown.
 */
export function nameLinks(text: string, targets: InlineTargets): string {
  return text.replace(CODE_OR_LINK, (whole: string, ...found: unknown[]) => {
    const { target, auto, label } = found.at(-1) as Readonly<Record<string, string | undefined>>
    // A label is not an address that readers can open.
    if (label !== undefined) return targets.titleOfLabel(label) === undefined ? whole : `(#${label})`
    const to = target ?? auto
    const title = to === undefined ? undefined : titleOf(to, targets)
    if (title !== undefined) return `[${title}](${to})`
    return target !== undefined && targets.showsLabels === true ? wordsOf(target) : whole
  })
}

/** Returns the words of a label or of the name of a page: `pond size` for `#pond-size`; an address as it is. */
function wordsOf(target: string): string {
  if (/^\w{1,10}:/.test(target)) return target
  const name = target.split(/[#/]/).at(-1) ?? ""
  return name.replace(/\.\w{1,6}$/, "").replaceAll(/[-_:]+/g, " ")
}

function titleOf(target: string, targets: InlineTargets): string | undefined {
  const [page = "", section] = target.split("#")
  const ofSection = section === undefined ? undefined : targets.titleOfLabel(section)
  return ofSection ?? (page === "" ? undefined : (targets.titleOfPage(page) ?? targets.titleOfLabel(page)))
}
