import { codeSpan } from "./inline/render-inline.ts"

/** A code span, or a reference of DocFX to a part of an API: `<xref:Fish.Pond.Feed*?displayProperty=nameWithType>`. */
const CODE_OR_REFERENCE = /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|<xref:(?<target>[^<>\s]{1,300})>/g

/** Replaces references of DocFX without text with the name that the site shows. */
export function nameReferences(text: string): string {
  return text.replace(CODE_OR_REFERENCE, (whole: string, ...found: unknown[]) => {
    const { target } = found.at(-1) as { readonly target?: string }
    if (target === undefined) return whole
    // An identifier without namespace names a page.
    return /^[\w-]+$/.test(target) ? target : codeSpan(nameOf(target))
  })
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
