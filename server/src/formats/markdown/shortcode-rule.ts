import type { StateInline } from "markdown-it"

/** Shortcodes of Hugo, Jekyll, Liquid, Jinja, MkDocs and comments of MDX; an argument list never gets longer than this. */
const SHORTCODES = [
  /\{\{[<%][^\n]{0,600}?[%>]\}\}/y,
  /\{%[^\n]{0,600}?%\}/y,
  /\{#\s[^\n]{0,600}?#\}/y,
  /\{\/\*[^]{0,600}?\*\/\}/y,
  /\{\*\s[^\n]{0,400}?\*\}/y,
  /\{:[^}\n]{0,300}\}/y,
]

/** Attribute list that belongs to what stands directly before it: `[text](url){ .button target=_blank }`. */
const ATTRIBUTES =
  /\{:?\s*(?:[.#][\w-]+|[\w-]+\s*=\s*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w/.#:-]+))(?:\s[^}\n]{0,300})?\}/y

/** Inline rule that takes shortcodes out of prose; code spans and fences never come here. */
export function shortcodeRule(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 123) return false
  const found = matchShortcode(state.src, state.pos)
  if (found === undefined) return false
  if (!isSilent) {
    const token = state.push("shortcode", "", 0)
    token.content = found
  }
  state.pos += found.length
  return true
}

function matchShortcode(source: string, at: number): string | undefined {
  for (const pattern of SHORTCODES) {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) return match[0]
  }
  if (!/[)\]`}>*_]/.test(source.charAt(at - 1))) return undefined
  ATTRIBUTES.lastIndex = at
  return ATTRIBUTES.exec(source)?.[0]
}

/** File that a `{* path *}` or `{% include %}` shortcode asks for. */
export function includedFile(shortcode: string): string | undefined {
  return (
    /^\{\*\s*(\S+)/.exec(shortcode)?.[1] ??
    /^\{(?:%-?|\{[<%])\s*(?:include|include_relative|includecode|readfile|codeinclude|snippet)\s+(?:file=)?"?([^\s"%>]+)/.exec(
      shortcode,
    )?.[1]
  )
}

/**
 * Text for readers in a shortcode: its title, or the name of a tab; where it stands in a sentence or is a heading, the
 * words that it shows.
 */
export function shortcodeText(shortcode: string): string {
  const inline = /^\{\{[<%]\s*[\w/-]+\s(?:[^\n]{0,300}?\s)?text\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(shortcode)
  if (inline !== null) return inline[1] ?? inline[2] ?? ""
  const heading = /^\{\{[<%]\s*heading\s+"([\w -]+)"/.exec(shortcode)?.[1]
  if (heading !== undefined) return heading.replaceAll(/[_-]+/g, " ")
  const named = /\b(?:title|label|summary|header|heading|caption)\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(shortcode)
  const tab = /^\{[{%][<%]?-?\s*tab(?:\s+|\s*name=)"([^"]+)"/.exec(shortcode)
  const text = named?.[1] ?? named?.[2] ?? tab?.[1] ?? ""
  return text === "" ? "" : `**${text}**\n`
}
