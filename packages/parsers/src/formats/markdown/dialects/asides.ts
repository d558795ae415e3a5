import { FenceTracker } from "../../../document/fences.ts"

/** The signs of Markua and of webpack's site, and those of docsify, with the kinds of their boxes. */
const KINDS: Readonly<Record<string, string>> = {
  T: "tip",
  W: "warning",
  I: "info",
  E: "error",
  D: "note",
  Q: "note",
  X: "note",
  B: "note",
  A: "note",
  "?": "tip",
  "!": "important",
}
const MAY_HAVE = /^ {0,3}[TWIEDQXBA?!]>[ \t]/m
const ASIDE = /^ {0,3}([TWIEDQXBA?!])>(?:[ \t](.*))?$/
/** Text that begins a list, a table, a fence or a quotation, which cannot stand behind the kind of a box. */
const BLOCK = /^\s*(?:[-*+>|]\s|\d{1,9}[.)]\s|`{3}|~{3})/
/** A line after which a paragraph begins: an empty one, a heading, a tag, a fence or the sign of a container. */
const BEFORE_PARAGRAPH = /^\s*(?:$|#{1,6}\s|<|:::|`{3}|~{3}|-{3})/

/**
 * Converts asides, paragraphs whose lines begin with a letter and `> `, to alerts: `W> Koi bite.` becomes `> [!warning] : Koi bite.`
 *
 * @returns text with as many lines.
 */
export function convertAsides(text: string): string {
  if (!MAY_HAVE.test(text)) return text
  const fences = new FenceTracker()
  let isInAside = false
  let previous = ""
  return text
    .split("\n")
    .map((line) => {
      const [, sign = "", content = ""] = fences.isInside ? [] : (ASIDE.exec(line) ?? [])
      if (isInAside && sign !== "") return `> ${content}`
      const isStart = content.trim() !== "" && BEFORE_PARAGRAPH.test(previous)
      previous = line
      if (isStart) {
        isInAside = true
        return opened(KINDS[sign] ?? "note", content)
      }
      fences.next(line)
      // A line without the sign belongs to the paragraph.
      if (BEFORE_PARAGRAPH.test(line)) isInAside = false
      return line
    })
    .join("\n")
}

/** Writes the first line of an aside; its heading, if it begins with one, is the title of the box. */
function opened(kind: string, content: string): string {
  const title = /^#{1,6}[ \t]+(\S.*)$/.exec(content)?.[1]
  if (title !== undefined) return `> [!${kind}] ${title}`
  return BLOCK.test(content) ? `> ${content}` : `> [!${kind}] : ${content}`
}
