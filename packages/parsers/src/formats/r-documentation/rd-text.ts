import { codeSpan } from "../html/inline-text.ts"
import type { RdMacro, RdNode } from "./rd-tree.ts"

const BOLD = new Set(["strong", "bold"])
const ITALIC = new Set(["emph", "dfn", "cite", "var"])
const CODE = new Set(["code", "verb", "samp", "file", "env", "option", "command", "kbd", "preformatted"])
/** Macros whose text is for other readers: index entries, and output of R code that is not run. */
const UNSHOWN = new Set(["alias", "keyword", "concept", "Sexpr", "RdOpts", "out", "encoding", "Rdversion", "docType"])

/** Macros that stand for the same text in prose and in code. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ["R", "R"],
  ["dots", "..."],
  ["ldots", "..."],
])

/** Renders nodes as Markdown of one paragraph. */
export function renderText(nodes: readonly RdNode[]): string {
  const lines = nodes
    .map((node) => (node.kind === "text" ? node.text : renderMacro(node)))
    .join("")
    .split("\n")
  const last = lines.length - 1
  // Spaces at the ends separate the text from its neighbours.
  return lines
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .map((line, at) => (at === last ? line : line.trimEnd()))
    .join("\n")
}

/** Returns the text of nodes without markup, as in code. */
export function plainText(nodes: readonly RdNode[]): string {
  return nodes.map((node) => (node.kind === "text" ? node.text : plainMacro(node))).join("")
}

/** Returns the branch of a condition that HTML shows; if that is a picture, such as a badge, the other branch, which contains its text. */
export function shownBranch({ name, args }: RdMacro): readonly RdNode[] {
  const isForHtml = /\bhtml\b|\bTRUE\b/.test(plainText(args[0] ?? []))
  const [, then = [], otherwise = []] = args
  if (name === "if") return isForHtml ? then : []
  return isForHtml && !holdsPicture(then) ? then : otherwise
}

function holdsPicture(nodes: readonly RdNode[]): boolean {
  return nodes.some(
    (node) => node.kind === "macro" && (node.name === "figure" || node.name === "out" || node.args.some(holdsPicture)),
  )
}

function renderMacro(macro: RdMacro): string {
  const { name, args } = macro
  const [first = [], second = []] = args
  const fixed = FIXED.get(name)
  if (fixed !== undefined) return fixed
  if (UNSHOWN.has(name)) return ""
  if (CODE.has(name)) return codeSpan(plainText(first))
  if (BOLD.has(name)) return wrapped("**", renderText(first))
  if (ITALIC.has(name)) return wrapped("*", renderText(first))
  switch (name) {
    case "cr":
      return "\n"
    case "sQuote":
      return `‘${renderText(first)}’`
    case "dQuote":
      return `“${renderText(first)}”`
    case "href":
      return `[${renderText(second).trim()}](${plainText(first).trim()})`
    case "url":
      return plainText(first).trim()
    case "doi":
      return `https://doi.org/${plainText(first).trim()}`
    case "eqn":
    case "deqn":
      return `$${plainText(first).trim()}$`
    case "figure":
      return /\balt=['"]([^'"]*)['"]/.exec(plainText(second))?.[1] ?? ""
    case "if":
    case "ifelse":
      return renderText(shownBranch(macro))
    default:
      return renderText(first)
  }
}

/** Methods are written in the usage as `\method{print}{koi}(x)`. */
function plainMacro(macro: RdMacro): string {
  const { name, args } = macro
  const [first = [], second = []] = args
  const fixed = FIXED.get(name)
  if (fixed !== undefined) return fixed
  if (UNSHOWN.has(name) || name === "dontshow" || name === "testonly") return ""
  switch (name) {
    case "method":
    case "S3method":
      return `## S3 method for class '${plainText(second)}'\n${plainText(first)}`
    case "S4method":
      return `## S4 method for signature '${plainText(second)}'\n${plainText(first)}`
    case "if":
    case "ifelse":
      return plainText(shownBranch(macro))
    case "href":
      return plainText(second)
    default:
      return plainText(first)
  }
}

function wrapped(mark: string, text: string): string {
  const inner = text.trim()
  return inner === "" ? "" : mark + inner + mark
}
