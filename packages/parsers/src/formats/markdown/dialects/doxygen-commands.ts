import { capitalized } from "../../../base/capitalized.ts"
import { withoutClosingHashes } from "../../../document/heading-text.ts"
import type { InlineTargets } from "../../restructured-text/blocks/inline.ts"
import { codeSpan } from "../inline/render-inline.ts"

const NAME = String.raw`[A-Za-z_](?:[\w~-]|::|\.(?=\w)){0,200}(?:\(\))?`
/** A reference of Doxygen; not the target of a link, as in Documenter's `[text](@ref name)`. */
const REFERENCE = new RegExp(String.raw`(?<![\w\\@]|\]\()[@\\](?:ref|subpage)\s{1,20}${NAME}`, "g")
/** A command that begins a line. Words that other texts also write with `@`, such as `@see`, do not show that a page is one of Doxygen. */
const SURE_COMMAND =
  /^[ \t]{0,3}[@\\](?:(?:mainpage|page|section|subsection|subsubsection|subpage|anchor)[ \t]+\w|(?:tableofcontents|endcode|endverbatim)[ \t]*$)/m
/** Fewer references can be text about them. */
const MIN_REFERENCES = 2

/**
 * A code span, a reference with or without text, an anchor, or a command for one word:
 * `@ref name "text"`, `@anchor name`, `@b word`.
 */
const INLINE = new RegExp(
  String.raw`(?<![\`\\])(\`+)(?!\`)[^]*?[^\`]\1(?!\`)|(?<![\w\\@]|\]\()[@\\](?:(?:ref|subpage)(?<space>\s{1,20})(?<name>${NAME})(?:[ \t]{1,9}"(?<text>[^"\n]{1,300})")?|anchor[ \t]+${NAME}[ \t]*|(?<style>em|[abcep])[ \t]+(?<word>[^\s.,;:!?()]{1,200})|n(?=\s|$))`,
  "g",
)
const HEADING = /^([ \t]{0,3})[@\\](mainpage|page|section|subsection|subsubsection)\b[ \t]*([^\n]{0,500})$/
const HEADING_MARKS: Readonly<Record<string, string>> = { section: "##", subsection: "###", subsubsection: "####" }
/** Commands without text for readers. */
const UNSHOWN =
  /^[ \t]{0,3}[@\\](?:tableofcontents|ingroup|addtogroup|cond|endcond|if|endif|else|htmlonly|endhtmlonly|snippet|include|dontinclude|skip|until|line)\b[^\n]*$/
const LABELLED =
  /^([ \t]{0,3})[@\\](note|warning|attention|remarks?|see|sa|since|deprecated|todo|bug|pre|post|invariant)\b[ \t]*/
const LABELS: Readonly<Record<string, string>> = {
  sa: "See also",
  see: "See also",
  pre: "Precondition",
  post: "Postcondition",
}
const PARAGRAPH = /^([ \t]{0,3})[@\\]par\b[ \t]*([^\n]{0,300})$/
const PLAIN = /^([ \t]{0,3})[@\\](?:brief|short|details)\b[ \t]*/
const ITEM = /^([ \t]{0,8})[@\\](?:li|arg)[ \t]+/
const IMAGE = /^([ \t]{0,3})[@\\]image[ \t]+\w{1,20}[ \t]+(\S{1,300})([^\n]{0,400})$/
const CODE_START = /^[ \t]{0,8}[@\\](code|verbatim|dot|startuml)\b(?:\{\.?([\w+#-]{0,20})[^}\n]*\})?[ \t]*$/
const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/
/** A heading with a label, `## Creating a window {#window_creation}`. */
const TITLED = /^#{1,6}[ \t]([^{}\n]{1,300})\{#([\w-]{1,200})\}/gm
const TITLED_COMMAND =
  /^[ \t]{0,3}[@\\](?:page|section|subsection|subsubsection)[ \t]+([\w-]{1,200})[ \t]+(\S[^\n]{0,300})$/gm

/** Returns true if a page of Markdown contains commands of Doxygen. Time grows linearly with its length. */
function hasDoxygenCommands(text: string): boolean {
  if (!text.includes("@") && !text.includes("\\")) return false
  if (SURE_COMMAND.test(text)) return true
  const references = text.matchAll(REFERENCE)
  for (let count = 0; count < MIN_REFERENCES; count++) if (references.next().done === true) return false
  return true
}

/** Collects the titles of sections with a label, for references of Doxygen to them. */
export function collectDoxygenLabels(text: string): readonly (readonly [string, string])[] {
  if (!hasDoxygenCommands(text)) return []
  const headings = [...text.matchAll(TITLED)].map(
    ([, title = "", label = ""]) => [doxygenLabel(label), withoutClosingHashes(title.trim())] as const,
  )
  const commands = [...text.matchAll(TITLED_COMMAND)].map(
    ([, label = "", title = ""]) => [doxygenLabel(label), title] as const,
  )
  return [...headings, ...commands]
}

function doxygenLabel(name: string): string {
  return `doxygen:${name.toLowerCase()}`
}

/**
 * Replaces the commands of Doxygen on a page of Markdown by Markdown for what the site shows. Line numbers do not change. References show the
 * title of their section, and the names of symbols as code.
 */
export function convertDoxygen(text: string, { titleOfLabel }: Pick<InlineTargets, "titleOfLabel">): string {
  if (!hasDoxygenCommands(text)) return text
  const out: string[] = []
  let prose: string[] = []
  const endProse = (): void => {
    if (prose.length > 0) out.push(prose.join("\n").replace(INLINE, (...match) => shownInline(match, titleOfLabel)))
    prose = []
  }
  let fence = ""
  let end = ""
  for (const line of text.split("\n")) {
    const [, mark = "", rest = ""] = FENCE.exec(line) ?? []
    const [, command = "", language = ""] = CODE_START.exec(line) ?? []
    if (end !== "") {
      const isEnd = new RegExp(String.raw`^\s*[@\\]${end}\s*$`).test(line)
      out.push(isEnd ? "````" : line)
      if (isEnd) end = ""
    } else if (fence !== "") {
      out.push(line)
      if (mark.startsWith(fence) && rest.trim() === "") fence = ""
    } else if (mark !== "" && !(mark.startsWith("`") && rest.includes("`"))) {
      endProse()
      fence = mark
      out.push(line)
    } else if (command !== "") {
      endProse()
      end = command === "startuml" ? "enduml" : `end${command}`
      out.push(`\`\`\`\`${language}`)
    } else prose.push(shownLine(line))
  }
  endProse()
  return out.join("\n")
}

function shownLine(line: string): string {
  if (!/^[ \t]{0,8}[@\\]/.test(line) || UNSHOWN.test(line)) return UNSHOWN.test(line) ? "" : line
  const [, , kind, rest = ""] = HEADING.exec(line) ?? []
  if (kind !== undefined) {
    const [label = "", ...words] = rest.trim().split(/\s+/)
    const title = kind === "mainpage" || words.length === 0 ? [label, ...words] : words
    return `${HEADING_MARKS[kind] ?? "#"} ${title.join(" ")}`
  }
  return line
    .replace(LABELLED, (_, indent: string, name: string) => `${indent}**${labelOf(name)}:** `)
    .replace(PARAGRAPH, (_, indent: string, title: string) => (title === "" ? "" : `${indent}**${title.trim()}:**`))
    .replace(PLAIN, "$1")
    .replace(ITEM, "$1- ")
    .replace(
      IMAGE,
      (_, indent: string, file: string, rest: string) => `${indent}![${rest.split('"')[1] ?? ""}](${file})`,
    )
}

function labelOf(name: string): string {
  return LABELS[name] ?? capitalized(name)
}

function shownInline(match: readonly unknown[], titleOfLabel: InlineTargets["titleOfLabel"]): string {
  const groups = match.at(-1) as Readonly<Record<string, string | undefined>>
  const { name, space = "", text, style, word = "" } = groups
  if (match[1] !== undefined) return String(match[0])
  if (style !== undefined) {
    if (style === "b") return `**${word}**`
    return style === "c" || style === "p" ? codeSpan(word) : `*${word}*`
  }
  if (name === undefined) return ""
  const lineBreak = space.includes("\n") ? "\n" : ""
  return lineBreak + (text ?? titleOfLabel(doxygenLabel(name)) ?? codeSpan(name))
}
