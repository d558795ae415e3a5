import type { Document, FormatName } from "./document.ts"

/** Words of a source that do not occur in the document made from it. */
export interface WordLoss {
  readonly words: number
  readonly lost: number
  /** Lost words, repeated as often as they were lost. */
  readonly examples: readonly string[]
}

const WORD = /[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+|[\p{L}\p{N}]{2,}/gu

/**
 * Compares a source with its document word by word, to check that a parser loses no text. Everything that is invisible on the rendered page
 * is first removed from the source: tags, comments, link targets, front matter, directive names and options.
 */
export function wordsLost(source: string, document: Document, format: FormatName): WordLoss {
  const available = new Map<string, number>()
  for (const word of documentText(document).match(WORD) ?? []) {
    const key = word.toLowerCase()
    available.set(key, (available.get(key) ?? 0) + 1)
  }
  const examples: string[] = []
  let words = 0
  for (const word of visibleSource(source, format).match(WORD) ?? []) {
    words++
    const key = word.toLowerCase()
    const left = available.get(key) ?? 0
    if (left === 0) examples.push(word)
    else available.set(key, left - 1)
  }
  return { words, lost: examples.length, examples }
}

function documentText(document: Document): string {
  const parts: string[] = []
  for (const block of document.blocks) {
    if (block.kind === "heading") parts.push(block.text)
    else if (block.kind === "prose") parts.push(block.markdown)
    else if (block.kind === "code") parts.push(block.title ?? "", block.language, block.code)
    else parts.push(...block.header, ...block.rows.flat())
  }
  return parts.join("\n")
}

function visibleSource(source: string, format: FormatName): string {
  if (format === "restructured-text") return visibleRestructuredText(source)
  if (format === "asciidoc") return visibleAsciidoc(source)
  return format === "plain-text" || format === "notebook" ? source : visibleMarkdown(source, format === "mdx")
}

function visibleMarkdown(source: string, isMdx: boolean): string {
  const parts = source
    .replace(/^---\n[^]*?\n---\n|^\+\+\+\n[^]*?\n\+\+\+\n/, "")
    .split(/^([ \t>]*(?:`{3,}|~{3,})[^\n]*\n)/m)
  let fence = ""
  let out = ""
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) out += fence === "" ? visibleProse(part, isMdx) : part
    else {
      const mark = /`{3,}|~{3,}/.exec(part)?.[0] ?? ""
      if (fence === "") fence = mark
      else if (part.trim() === mark && mark.startsWith(fence)) fence = ""
    }
    out += "\n"
  }
  return out
}

function visibleProse(text: string, isMdx: boolean): string {
  return text
    .replace(/<!--[^]*?-->|\{\/\*[^]*?\*\/\}/g, " ")
    .replace(/<(script|style|svg)\b[^]*?<\/\1>/gi, " ")
    .replace(isMdx ? /^(?:import|export)\s[^\n]*$/gm : /$^/g, " ")
    .replace(/<\/?[A-Za-z][\w.:-]*(?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*)?\/?>/g, " ")
    .replace(/\]\((?:[^()\n]|\([^()\n]*\))*\)/g, "] ")
    .replace(/\]\[[^\]\n]*\]/g, "] ")
    .replace(/^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$/gm, " ")
    .replace(/\{\{[<%][^\n]*?[%>]\}\}|\{%[^\n]*?%\}|\{\*[^\n]*?\*\}/g, " ")
    .replace(/^(#{1,6} .*?)\{[^}\n]*\}\s*$/gm, "$1")
    .replace(/^[ \t]*(?::{3,}|\/{3,}|!!!|\?\?\?\+?)[ \t]*\{?[\w.-]+\}?(?:\n(?: {4}\S.*\n)+)?/gm, " ")
    .replace(/\]?\{[:.#][^}\n]*\}/g, " ")
    .replace(/\[\^?[\w-]+\]|\[!\w+\]/g, (mark) => (mark.startsWith("[!") ? " " : mark))
    .replace(/&[a-z]+;|&#\d+;/gi, " ")
}

function visibleRestructuredText(source: string): string {
  return (
    source
      .replace(
        /^[ \t]*\.\. (?:toctree|contents|index|highlight|currentmodule|py:currentmodule|only|meta|raw)::[^\n]*\n(?:[ \t]*\n|[ \t]+[^\n]*\n)*?(?=\S|$(?![^]))/gm,
        "\n",
      )
      .replace(/^(?::[a-z-]+:[^\n]*\n)+/, "")
      .replace(/^([ \t]*)\.\. _[^\n]*(?:\n\1[ \t]+\S[^\n]*)*$/gm, " ")
      .replace(/^[ \t]*\.\. \|[^\n]*$/gm, " ")
      .replace(/^([ \t]*)\.\.(?: (?![\w:+.-]+::|\[)[^\n]*)?\n(?:[ \t]*\n|\1[ \t]+[^\n]*\n)*/gm, "\n")
      .replace(/^[ \t]*\.\. (?:image|figure|include|literalinclude)::[^\n]*$/gm, " ")
      .replace(/^([ \t]*)\.\. [\w:+.-]+::/gm, "$1")
      .replace(
        /^[ \t]+:(?:name|class|caption|linenos|emphasize-lines|lines|language|members|target|width|height|alt|align|maxdepth|[a-z-]+):[ \t]?[^\n]*$/gm,
        " ",
      )
      .replace(/\{(?:execsql|printsql|opensql|sql|stop)\}/g, " ")
      // Labels are not shown, but the titles that they refer to are.
      .replace(/:(?:ref|doc|numref):`[^`<]*`/g, " ")
      .replace(
        /:[a-zA-Z][\w:+.-]*:`([^`]*)`/g,
        (_, text: string) =>
          /^(.*?)\s*<[^>]*>$/s.exec(text)?.[1] ?? text.replace(/^~.*\./, "").replace(/^_[a-z]\w*\./, ""),
      )
      .replace(/`([^`<]*)<[^>`]*>`__?/g, "$1")
      .replace(/\|[\w -]+\|/g, " ")
  )
}

function visibleAsciidoc(source: string): string {
  return source
    .replace(/^\/{4,}\n[^]*?\n\/{4,}$/gm, " ")
    .replace(/^\/\/(?!\/)[^\n]*$/gm, " ")
    .replace(/^:!?[\w-]+!?:[^\n]*(?:\\\n[^\n]*)*$/gm, " ")
    .replace(/^(?:include|ifdef|ifndef|ifeval|endif|image|toc)::[^\n]*$/gm, " ")
    .replace(/^[\w-]+::[^\s[]*\[[^\n]*\]$/gm, " ")
    .replace(/^\[[^\n]*\]$/gm, " ")
    .replace(/\[\[[^\]\n]*\]\]|<<([^>,\n]*)>>/g, " ")
    .replace(/\{[a-z][\w-]*\}/g, " ")
    .replace(/\b(?:[a-z-]+:[^\s[\]]*|https?:[^\s[\]]*)\[([^\]\n]*)\]/g, (_, text: string) =>
      text.replace(/^(.*),.*=.*$|^[\w-]+=.*$/, "$1"),
    )
}
