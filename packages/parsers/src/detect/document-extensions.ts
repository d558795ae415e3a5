import type { FormatName } from "../document/document.ts"

/** Extensions of files that always have one format, in lower case. */
export const FORMAT_BY_EXTENSION: Readonly<Record<string, FormatName>> = {
  md: "markdown",
  markdown: "markdown",
  mdown: "markdown",
  mkd: "markdown",
  mkdn: "markdown",
  mdwn: "markdown",
  // Markdown whose code chunks `generators/knitr` handles.
  rmd: "markdown",
  qmd: "markdown",
  mdx: "mdx",
  rst: "restructured-text",
  rest: "restructured-text",
  adoc: "asciidoc",
  asciidoc: "asciidoc",
  ipynb: "notebook",
}

/** Extensions that other files have as well; `detectFormat` decides by their text. */
const SHARED_EXTENSIONS = ["txt", "text", "rd", "topic", "asc"]

/** Extensions of HTML pages, in lower case. */
export const HTML_EXTENSIONS: ReadonlySet<string> = new Set(["html", "htm"])

/** Extensions of text files that may be documentation, in lower case, except HTML and manual pages (`.1` to `.8`). */
export const TEXT_EXTENSIONS: ReadonlySet<string> = new Set([...Object.keys(FORMAT_BY_EXTENSION), ...SHARED_EXTENSIONS])

/** Matches the extension of a text file or HTML page at the end of a path. */
export const PAGE_EXTENSION = new RegExp(`\\.(?:${[...TEXT_EXTENSIONS, ...HTML_EXTENSIONS].join("|")})$`, "i")
