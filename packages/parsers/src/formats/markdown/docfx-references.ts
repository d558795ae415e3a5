import type { InlineTargets } from "../restructured-text/blocks/inline.ts"
import { codeSpan } from "./inline/render-inline.ts"

/**
 * A code span, a reference of DocFX without text to a part of an API or to a page, `<xref:Fish.Pond.Feed*?displayProperty=nameWithType>` or
 * `[](xref:fish.pond)`, or the short form for a page, `@fish.pond`.
 */
const CODE_OR_REFERENCE =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|<xref:(?<target>[^<>\s]{1,300})>|(?<!!)\[\]\(xref:(?<link>[^()\s]{1,300})\)|(?<![\w@/.`\\])@(?<page>[A-Za-z][\w.-]{0,198}\w)/g

/** Returns true if a text may contain references of DocFX. */
export function mayNameReferences(text: string): boolean {
  return text.includes("xref:") || text.includes("@")
}

/** Replaces references of DocFX without text with the title of the page, or the name that the site shows. */
export function nameReferences(text: string, { titleOfLabel }: Pick<InlineTargets, "titleOfLabel">): string {
  return text.replace(CODE_OR_REFERENCE, (whole: string, ...found: unknown[]) => {
    const { target, link, page } = found.at(-1) as Readonly<Record<string, string | undefined>>
    const to = target ?? link
    const written = to ?? page
    if (written === undefined) return whole
    const title = titleOfLabel(docfxLabel(written))
    // Mentions of people and names of packages also begin with `@`.
    if (title !== undefined || to === undefined) return title ?? whole
    // An identifier without namespace names a page.
    return /^[\w-]+$/.test(to) ? to : codeSpan(nameOf(to))
  })
}

/** Returns the label under which the title of a page is known by its `uid`. */
export function docfxLabel(uid: string): string {
  return `xref:${uid.toLowerCase()}`
}

/** Returns the last name of an identifier, or as many as its options ask for, without the parameters and the number of type parameters. */
function nameOf(target: string): string {
  const [written = "", options = ""] = target.split("?")
  const names = written
    .replaceAll("%2A", "*")
    .replaceAll("%60", "`")
    // The identifier has at most 300 characters.
    .replace(/\([^]*$|\*$|`+\d+/g, "")
    .split(".")
  if (options.includes("fullName")) return names.join(".")
  return names.slice(options.includes("nameWithType") ? -2 : -1).join(".")
}
