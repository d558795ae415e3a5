import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { includedCode } from "./code.ts"
import { attributeOf, fillVariables, findProject, variablesIn, type WritersideProject } from "./project.ts"
import { type TopicSurroundings, topicBlocks, topicMarkdown } from "./topic-markdown.ts"
import { elementText, endOfElement, isXmlTopic, TITLE_COMMENT, topicPaths, topicTitle } from "./topics.ts"

/** Markup that suggests a topic of Writerside. Whether the page is one depends on the configuration of its site. */
const SIGNS =
  /^\[\/\/\]: # \(title:|<include\s[^<>]{0,500}element-id=|^[ \t]{0,40}\{[^}\n]{0,500}\bsrc="|<var\s{1,9}name=|<code-block[\s>]|<(?:show-structure|link-summary|web-summary)[\s>]|%[A-Za-z_][\w.-]{0,80}%/m
/** Elements of XML on Markdown pages that are converted; tabs, tables and notes are HTML or components to the parser. */
const BLOCK =
  /^([ \t]*)<(include|code-block|list|deflist|procedure|compare|link-summary|web-summary|card-summary)(?=[\s/>])/
const LONE_TAG = /^[ \t]*<(?:show-structure|primary-label|secondary-label|var)\s[^<>]{0,2000}\/>[ \t]*$/
const FENCE = /^([ \t]{0,40}(?:(?:[-*+]|\d{1,9}\.)[ \t]{1,9})?)(`{3,20}|~{3,20})(.*)$/
/** Longer elements are not converted as a whole, so that time does not grow with the square of a page. */
const MAX_ELEMENT_LINES = 1000
const ATTRIBUTES = /^[ \t]*\{([^{}]{1,1000})\}[ \t]*$/

/** Checks quickly whether a page may be a topic of Writerside. */
export function hasWriterside(text: string, path: string): boolean {
  return isXmlTopic(path) || SIGNS.test(text)
}

/** Converts what Writerside adds to Markdown, and topics in XML, if the page belongs to a project of Writerside. */
export function expandWriterside(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const isXml = isXmlTopic(context.path)
  if (!isXml && !lines.some(({ text }) => SIGNS.test(text))) return lines
  const project = findProject(context)
  if (project === undefined && !isXml) return lines
  const known = project ?? { folder: "", topics: "", snippets: "", variables: new Map() }
  const topic = new Topic(known, context, new Map(known.variables))
  return isXml ? topic.xmlPage(lines) : topic.markdown(lines)
}

class Topic {
  readonly #project: WritersideProject
  readonly #context: IncludeContext
  readonly #variables: Map<string, string>

  constructor(project: WritersideProject, context: IncludeContext, variables: Map<string, string>) {
    this.#project = project
    this.#context = context
    this.#variables = variables
  }

  xmlPage(lines: readonly SourceLine[]): readonly SourceLine[] {
    const xml = lines.map(({ text }) => text).join("\n")
    const startOf = lineCounter(xml)
    return topicBlocks(xml, this.#around(1)).flatMap(({ text, start }) => {
      const at = lines[startOf(start)]?.at ?? 1
      return [...text.split("\n").map((line) => ({ text: line, at })), { text: "", at }]
    })
  }

  markdown(lines: readonly SourceLine[]): readonly SourceLine[] {
    const out: SourceLine[] = []
    let isInTable = false
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      const block = isInTable ? undefined : (this.#fence(lines, index) ?? this.#element(lines, index))
      if (block !== undefined) {
        for (const added of block.lines) out.push(added)
        index = block.end
        continue
      }
      if (/<\/?table[\s>]/.test(line.text)) isInTable = !line.text.includes("</table>")
      out.push({ text: this.#line(line.text), at: line.at })
    }
    return out
  }

  #line(text: string): string {
    for (const [name, value] of variablesIn(text)) this.#variables.set(name, fillVariables(value, this.#variables))
    if (LONE_TAG.test(text)) return ""
    const title = TITLE_COMMENT.exec(text)?.[1]?.trim()
    return fillVariables(title === undefined ? text : `# ${title}`, this.#variables)
  }

  /** Handles a fence: with `{src="…"}` below it, its code is that of the file. */
  #fence(lines: readonly SourceLine[], index: number) {
    const line = lines[index]
    const [, indent = "", mark = "", info = ""] = FENCE.exec(line?.text ?? "") ?? []
    if (line === undefined || mark === "" || info.includes("`")) return undefined
    let close = index + 1
    while (close < lines.length && lines[close]?.text.trim() !== mark) close++
    if (close === lines.length) return undefined
    const attributes = ATTRIBUTES.exec(lines[close + 1]?.text ?? "")?.[1] ?? ""
    const get = (name: string) => attributeOf(`<x ${attributes}>`, "x", name)
    const src = get("src")
    if (src === undefined) {
      const isFilled = get("interpolate-variables") === "true"
      const shown = lines.slice(index, close + 1)
      return {
        lines: isFilled ? shown.map(({ text, at }) => ({ text: fillVariables(text, this.#variables), at })) : shown,
        end: close,
      }
    }
    const reference = {
      src,
      language: info.trim(),
      lines: get("include-lines"),
      symbol: get("include-symbol"),
      title: get("title"),
    }
    const code = includedCode(reference, { project: this.#project, context: this.#context, at: line.at })
    return { lines: this.#linesAt(code ?? "", line.at, indent), end: close + 1 }
  }

  /** Handles an element that starts a line. */
  #element(lines: readonly SourceLine[], index: number) {
    const line = lines[index]
    const [, indent = "", name = ""] = BLOCK.exec(line?.text ?? "") ?? []
    if (line === undefined || name === "") return undefined
    const end = lastLineOf(lines, index, name)
    const xml = lines
      .slice(index, end + 1)
      .map(({ text }) => text)
      .join("\n")
    // Fences inside an element are Markdown, which the parser handles.
    if (/^[ \t]*(?:`{3}|~{3})/m.test(xml)) return undefined
    return { lines: this.#linesAt(topicMarkdown(xml, this.#around(line.at)), line.at, indent), end }
  }

  #linesAt(text: string, at: number, indent: string): readonly SourceLine[] {
    const [first, ...rest] = this.#context.linesAt(text, at, " ".repeat(indent.length))
    return first === undefined ? [] : [{ text: indent + first.text.trimStart(), at }, ...rest]
  }

  #around(at: number): TopicSurroundings {
    const [project, context] = [this.#project, this.#context]
    return {
      variables: this.#variables,
      include: (from, id, variables) => this.#include({ from, id, variables, at }),
      code: (reference) => includedCode(reference, { project, context, at }),
      titleOf: (target) => titleOf(target, project, context),
    }
  }

  #include(include: {
    readonly from: string
    readonly id: string
    readonly variables: ReadonlyMap<string, string>
    readonly at: number
  }) {
    const { from, id, variables, at } = include
    const context = this.#context
    // A topic can include an element of its own.
    const found = from === "" ? undefined : context.find(topicPaths(from, this.#project, context), `${from}#${id}`, at)
    if (found === undefined) return ""
    const text = elementText(found.text, id)
    if (text === undefined) {
      context.problem(`${from}#${id} could not be included: the topic has no such element`, at)
      return ""
    }
    return context.within(found.path, () => {
      const topic = new Topic(this.#project, context, new Map(variables))
      return isXmlTopic(found.path) ? topicMarkdown(text, topic.#around(at)) : topic.#markdownText(text, at)
    })
  }

  #markdownText(text: string, at: number): string {
    const lines = text.split("\n").map((line) => ({ text: line, at }))
    return this.markdown(lines)
      .map((line) => line.text)
      .join("\n")
  }
}

function titleOf(target: string, project: WritersideProject, context: IncludeContext): string | undefined {
  for (const path of topicPaths(target, project, context)) {
    const text = context.peek(path)
    if (text !== undefined) return topicTitle(text)
  }
  return undefined
}

/** Finds the last line of an element that starts on a line; the first line if the tag is not closed. */
function lastLineOf(lines: readonly SourceLine[], index: number, name: string): number {
  const rest = lines
    .slice(index, index + MAX_ELEMENT_LINES)
    .map(({ text }) => text)
    .join("\n")
  const tag = new RegExp(`<${name}(?:\\s[^<>]{0,2000})?>`).exec(rest)
  if (tag === null) return index
  const start = tag.index + tag[0].length
  const end = tag[0].endsWith("/>") ? start : endOfElement(rest, name, start)
  return index + (rest.slice(0, end).match(/\n/g)?.length ?? 0)
}

/** Returns a function that counts the lines before an index; indexes must not fall. */
function lineCounter(text: string): (index: number) => number {
  let line = 0
  let at = 0
  return (index) => {
    for (; at < index && at < text.length; at++) if (text[at] === "\n") line++
    return line
  }
}
