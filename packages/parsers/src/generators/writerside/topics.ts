import type { IncludeContext } from "../includes/include-context.ts"
import { besidePage } from "../includes/include-paths.ts"
import { inFolder } from "../site/site-folders.ts"
import { attributeOf, type WritersideProject } from "./project.ts"

/** Title of a Markdown topic, in a comment: `[//]: # (title: Ponds)`. */
export const TITLE_COMMENT = /^\[\/\/\]:[ \t]{0,9}#[ \t]{0,9}\([ \t]{0,9}title:[ \t]{0,9}(\S[^\n]{0,300})\)[ \t]{0,9}$/
const TITLE_COMMENTS = new RegExp(TITLE_COMMENT, "m")
/** Comments after it are not the title of the page. */
const HEAD_CHARACTERS = 4096

/** Returns true if a file is an XML topic. */
export function isXmlTopic(path: string): boolean {
  return path.endsWith(".topic")
}

/** Returns the title of a topic in XML or Markdown, if it has one of Writerside's own. */
export function topicTitle(text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS)
  if (/<topic\s/.test(head)) return attributeOf(head, "topic", "title")
  return TITLE_COMMENTS.exec(head)?.[1]?.trim()
}

/** Lists the paths of another topic that a page names by its file name. */
export function topicPaths(target: string, project: WritersideProject, context: IncludeContext): readonly string[] {
  const name = target.replace(/#.*$/, "")
  return [...new Set([...besidePage(name, context.path), inFolder(project.topics, name)])]
}

/**
 * Finds the text of an element with an id.
 *
 * @returns its XML, or for Markdown the text of a `<snippet>` or of the section of a heading `## Koi {id="koi"}`.
 */
export function elementText(text: string, id: string): string | undefined {
  const element = xmlElement(text, id)
  if (element !== undefined) return element
  const lines = text.split("\n")
  const start = lines.findIndex((line) => /^#{1,6}\s/.test(line) && idOf(line) === id)
  if (start === -1) return undefined
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => (/^#+(?=\s)/.exec(line)?.[0].length ?? Infinity) <= level)
  return rest.slice(0, end === -1 ? undefined : end).join("\n")
}

function idOf(line: string): string | undefined {
  return /\{[^{}]{0,300}\bid\s{0,9}=\s{0,9}"([^"]{1,200})"[^{}]{0,300}\}$/.exec(line.trimEnd())?.[1]
}

function xmlElement(text: string, id: string): string | undefined {
  for (const tag of text.matchAll(/<([a-z][\w-]*)\s[^<>]{0,2000}>/g)) {
    const [written, name = ""] = tag
    if (attributeOf(written, name, "id") !== id) continue
    const start = tag.index + written.length
    if (written.endsWith("/>")) return undefined
    return text.slice(start, endOfElement(text, name, start))
  }
  return undefined
}

/** Finds the end of the content of an element, which can contain others with its name. */
export function endOfElement(text: string, name: string, start: number): number {
  const tags = new RegExp(`<(/?)${name}(?:\\s[^<>]{0,2000})?>`, "g")
  tags.lastIndex = start
  let depth = 1
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    if (!tag[0].endsWith("/>")) depth += tag[1] === "/" ? -1 : 1
    if (depth === 0) return tag.index
  }
  return text.length
}
