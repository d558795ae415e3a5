/** What a path says about its file: read, documentation in a format that is not read yet, or something else. */
export type DocumentKind =
  | { readonly kind: "documentation" }
  | { readonly kind: "unread-format"; readonly format: string }
  | { readonly kind: "other"; readonly ending: string }

const READ_ENDINGS: ReadonlySet<string> = new Set([
  "md",
  "markdown",
  "mdown",
  "mkd",
  "mdx",
  "rst",
  "rest",
  "adoc",
  "asciidoc",
  "asc",
  "txt",
  "ipynb",
])

const UNREAD_FORMATS: ReadonlyMap<string, string> = new Map([
  ["html", "HTML"],
  ["htm", "HTML"],
  ["xhtml", "HTML"],
  ["pdf", "PDF"],
  ["docx", "Word"],
  ["org", "Org mode"],
  ["textile", "Textile"],
  ["wiki", "wiki text"],
  ["mediawiki", "wiki text"],
  ["pod", "Pod"],
])

/** Names that are text by custom although they have no ending. */
const BARE_DOCUMENT =
  /^(readme|install|installation|usage|manual|tutorial|guide|faq|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors|contributing|maintainers|security|hacking|todo)$/i

const DOCUMENTATION: DocumentKind = { kind: "documentation" }

/**
 * Tells by its name what a file is.
 *
 * @param path path inside the source, `/`-separated.
 */
export function documentKind(path: string): DocumentKind {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : ""
  if (READ_ENDINGS.has(ending) || (ending === "" && BARE_DOCUMENT.test(name))) return DOCUMENTATION
  const format = UNREAD_FORMATS.get(ending)
  return format === undefined ? { kind: "other", ending } : { kind: "unread-format", format }
}
