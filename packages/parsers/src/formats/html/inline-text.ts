import { shownAlternative } from "../../document/alternative-text.ts"
import { endsEntry, linkText } from "../../document/link-text.ts"
import { isBadge, isBadgeClass } from "./html-names.ts"
import { superscript } from "../../document/superscript.ts"
import { classesOf, findFirst, rawTextOf } from "./html-query.ts"
import type { HtmlElement, HtmlNode } from "./html-tree.ts"
import { isBoilerplate } from "./boilerplate.ts"

const STRUCK: ReadonlySet<string> = new Set(["del", "s", "strike"])
const CODE: ReadonlySet<string> = new Set(["code", "tt", "samp", "kbd"])

/**
 * Writes inline content as Markdown: code and strong text with markup, links as their text, with the target if readers need it
 * (`linkText`), images as their alternative text, and formulas as TeX if the page contains it.
 *
 * @returns one or more lines; whitespace is collapsed, and `br` starts a new line.
 */
export function inlineText(nodes: readonly HtmlNode[], dropped: readonly string[]): string {
  let text = ""
  const visit = (node: HtmlNode): void => {
    if (node.kind === "text") text += node.text.replaceAll(/\s+/g, " ")
    else if (node.name === "br") text += "\n"
    else if (node.name === "img") text += imageText(node)
    else if (node.name === "math" || isFormula(node)) text += formulaText(node)
    else if (!isBoilerplate(node, dropped)) {
      if (isFlag(node)) text += `${rawTextOf(node)} `
      else if (CODE.has(node.name)) text += codeSpan(rawTextOf(node))
      else if (isStrong(node)) text += surround(inlineText(node.children, dropped), "**")
      else if (node.name === "sup") text += superscript(inlineText(node.children, dropped), text)
      else if (STRUCK.has(node.name)) text += surround(inlineText(node.children, dropped), "~~")
      else if (node.name === "a") text += linkOf(node, dropped, text.trim() === "" && isEntryAt(nodes, node))
      else if (node.name === "q") text += `“${inlineText(node.children, dropped)}”`
      else {
        if (isBadgeOf(node) && /\S$/.test(text)) text += " "
        node.children.forEach(visit)
      }
    }
  }
  nodes.forEach(visit)
  return tidy(text)
}

/** Returns true if inline content consists only of images and the elements around them. */
export function isOnlyImages(nodes: readonly HtmlNode[]): boolean {
  const solid = nodes.filter((node) => (node.kind === "text" ? node.text.trim() !== "" : node.name !== "br"))
  return (
    solid.length > 0 &&
    solid.every((node) => node.kind !== "text" && (node.name === "img" || isOnlyImages(node.children)))
  )
}

function linkOf(link: HtmlElement, dropped: readonly string[], isEntry: boolean): string {
  const text = inlineText(link.children, dropped)
  const shown = linkText(text, link.attributes["href"] ?? "#", isEntry)
  return shown === text ? text : text.replace(text.trim(), () => shown)
}

/** Returns true if a link is followed by its description or by nothing. */
function isEntryAt(nodes: readonly HtmlNode[], link: HtmlElement): boolean {
  const at = nodes.indexOf(link)
  const next = nodes[at + 1]
  return at !== -1 && (next === undefined || (next.kind === "text" ? endsEntry(next.text) : next.name === "br"))
}

/** Flags that TypeDoc shows before the name of a member: `Readonly`, `Optional`. */
function isFlag(element: HtmlElement): boolean {
  return classesOf(element).some((word) => word === "tsd-tag" || word === "tsd-flag")
}

/** Badges that the style sheet separates from the text before them: stability, version of introduction. */
function isBadgeOf(element: HtmlElement): boolean {
  return isBadgeClass(element.attributes["class"] ?? "")
}

/** Returns the plain text of a heading, without marks and anchors. */
export function plainText(element: HtmlElement, dropped: readonly string[]): string {
  let text = ""
  const visit = (node: HtmlNode): void => {
    if (node.kind === "text") text += node.text
    else if (node.name === "br") text += " "
    // The parts of a path, which the style sheet separates with a character.
    else if (node.children.length === 0 && classesOf(node).includes("sep")) text += "."
    else if (!isBoilerplate(node, dropped)) {
      if (isBadgeOf(node) && /\S$/.test(text)) text += " "
      node.children.forEach(visit)
      if (isFlag(node)) text += " "
    }
  }
  element.children.forEach(visit)
  return text
    .replaceAll(/[\s\u00a0]+/g, " ")
    .replaceAll("\u200b", "")
    .trim()
}

/** Writes inline code with a delimiter that is longer than any inside of it. */
export function codeSpan(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").trim()
  if (line === "") return ""
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = "`".repeat(longest + 1)
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : ""
  return `${fence}${gap}${line}${gap}${fence}`
}

function isStrong(element: HtmlElement): boolean {
  return element.name === "strong" || element.name === "b"
}

/** Puts marks directly around the words, without the spaces beside them. */
function surround(text: string, mark: string): string {
  const words = text.trim()
  // Marks inside would end the outer ones.
  if (words === "" || words.includes("**") || words.includes("\n")) return text
  const [lead = ""] = /^\s*/.exec(text) ?? []
  const [tail = ""] = /\s*$/.exec(text) ?? []
  return `${lead}${mark}${words}${mark}${tail}`
}

function imageText({ attributes }: HtmlElement): string {
  const text = shownAlternative(attributes["alt"]?.trim() ?? "")
  // If the author provides no alternative text, Sphinx uses the path of the image.
  const saysNothing = /^(?:image|logo|icon|screenshot|\S+\.(?:png|svg|jpe?g|gif|webp))?$/i.test(text)
  return isBadge(attributes["src"] ?? "") || saysNothing ? "" : ` ${text} `
}

function isFormula(element: HtmlElement): boolean {
  return classesOf(element).some((word) => word === "katex" || word === "MathJax" || word === "mjx-container")
}

function formulaText(element: HtmlElement): string {
  const source = findFirst(element, "annotation[encoding=application/x-tex]")
  return source === undefined
    ? ` ${rawTextOf(element).replaceAll(/\s+/g, " ").trim()} `
    : `$${rawTextOf(source).trim()}$`
}

function tidy(text: string): string {
  return text
    .replaceAll("\u200b", "")
    .replaceAll(/[ \t\u00a0]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
}
