import type { FormatName } from "./document.ts"

const FORMAT_BY_ENDING: Readonly<Record<string, FormatName>> = {
  md: "markdown",
  markdown: "markdown",
  mdown: "markdown",
  mkd: "markdown",
  mkdn: "markdown",
  mdwn: "markdown",
  mdx: "mdx",
  rst: "restructured-text",
  rest: "restructured-text",
  ipynb: "notebook",
}

/** Bytes of a file that are read to tell plain text from a markup language. */
const SAMPLE_BYTES = 32_768

/**
 * Names the format of a file by its ending; `.txt` files and a `README` without an ending also by their text.
 *
 * @returns undefined when Lectern does not read files of this kind.
 */
export function detectFormat(path: string, bytes: Uint8Array): FormatName | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const dot = name.lastIndexOf(".")
  const ending = dot > 0 ? name.slice(dot + 1) : ""
  if (Object.hasOwn(FORMAT_BY_ENDING, ending)) return FORMAT_BY_ENDING[ending]
  if (ending === "txt" || ending === "text") {
    return /^llms([-_.].*)?\.txt$/.test(name) ? "markdown" : sniff(bytes, "plain-text")
  }
  if (name === "readme") return sniff(bytes, "markdown")
  return undefined
}

function sniff(bytes: Uint8Array, fallback: FormatName): FormatName {
  const text = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString("utf8").replace(/\r\n?/g, "\n")
  if (looksLikeRestructuredText(text)) return "restructured-text"
  if (looksLikeMarkdown(text)) return "markdown"
  return fallback
}

/** Two different signs of reStructuredText that prose and Markdown do not have. */
function looksLikeRestructuredText(text: string): boolean {
  const signs = [
    /^\.\. [a-zA-Z][\w:+.-]*::( |$)/m,
    /^\.\. _[^:\n]+:( |$)/m,
    /^.{3,}\n([=\-~^"'*+#])\1{2,}\n\n/m,
    /(^|[\s(]):[a-z][\w:+.-]*:`[^`\n]+`/m,
    /::\n\n {2,}\S/,
    /`[^`\n]+ <[^>\n]+>`__?/,
    /(^|[^`])``[^`\n]+``($|[^`])/m,
  ]
  const found = signs.filter((sign) => sign.test(text)).length
  return found >= 3 || (found >= 2 && !looksLikeMarkdown(text))
}

function looksLikeMarkdown(text: string): boolean {
  const signs = [/^#{1,3} \S/m, /\[[^\]\n]+\]\([^)\s]+\)/, /^```/m]
  return signs.filter((sign) => sign.test(text)).length >= 2
}
