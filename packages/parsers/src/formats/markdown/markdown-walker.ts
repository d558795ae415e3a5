import type { Token } from "markdown-it"
import type { BlockWriter } from "../../document/block-writer.ts"
import type { LineSpan } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { withPlaceholders } from "../../document/heading-text.ts"
import { isAdmonitionKind, openAdmonition } from "../../document/writers/admonition.ts"
import { beginApiEntry, nameOfSignatures } from "../../document/writers/api-entry.ts"
import { componentText } from "../../document/writers/component-text.ts"
import {
  belongsToSentence,
  LONG_DEFINITION_CHARS,
  openDefinition,
  openDefinitionList,
} from "../../document/writers/definition.ts"
import { languageTitle } from "../../document/writers/language-title.ts"
import { openLabel, writeLabel } from "../../document/writers/label.ts"
import { writeHtml } from "../html/html-walker.ts"
import { normaliseLanguage, parseFenceInfo } from "../../document/language-label.ts"
import {
  isHiddenDirective,
  isWrapperDirective,
  versionNoteOf,
} from "../restructured-text/directives/directive-kinds.ts"
import { shownCode, shownLanguage } from "../../document/shown-code.ts"
import { isContentsList } from "./contents-list.ts"
import { isBelowComponent, isInsideTag } from "./html-block-rule.ts"
import { hiddenTokens, pairMarkers } from "./container-pairs.ts"
import { definitionEnd, isDefinitionToken } from "./definition-tokens.ts"
import { COMPONENT_SIGN, componentAttributesOf } from "./component-rules.ts"
import { boxOf } from "./indented-container-rule.ts"
import { itemMarkers } from "./item-markers.ts"
import { markerOf } from "./marker-rules.ts"
import { textOfComponent } from "./inline/component-attributes.ts"
import {
  endsWithImage,
  renderCell,
  renderInline,
  renderParagraph,
  renderPlain,
  type InlineNotes,
  withoutBold,
} from "./inline/render-inline.ts"
import { replaceShortcodes, unescapeShortcodes } from "./inline/shortcode-rule.ts"

const CODE_DIRECTIVE = /^\{(?:code-block|code|code-cell|sourcecode|python|r|julia|bash|js)\b/i
/** Options at the start of a MyST fence. */
const OPTIONS = /^(?::[\w-]+:[^\n]*\n)+|^---\n[^]*?\n---\n/
/** A fence of mdbook-admonish, which contains Markdown: `admonish warning title="Deep"`. */
const ADMONISH = /^admonish(?:[ \t]+([a-z][\w-]*)(?![\w=]))?(?=\s|$)/
const DIRECTIVE = /^\{([a-z][\w:-]*)\}[ \t]*(.*)$/

/** Parses Markdown inside another construct, such as a directive. */
export type NestedParser = (text: string, firstLine: number, writer: BlockWriter, depth: number) => void

/** Parsers for text inside another construct. */
export interface NestedParsers {
  readonly markdown: NestedParser
  readonly restructuredText: (text: string, firstLine: number, writer: BlockWriter) => void
}

/** Walks over the block tokens of a page and writes them as blocks. */
export class MarkdownWalker {
  readonly #tokens: readonly Token[]
  readonly #writer: BlockWriter
  readonly #firstLine: number
  readonly #nested: NestedParsers
  readonly #depth: number
  readonly #paired: ReadonlySet<number>
  readonly #hidden: ReadonlySet<number>
  readonly #itemMarkers: ReadonlyMap<number, string>
  /** Closes each open container. */
  readonly #containers: (() => void)[] = []
  #line = 1
  /** True if the terms of the current definition list open entries. */
  #hasEntries = false
  #closeDefinitions = NOTHING

  constructor(
    tokens: readonly Token[],
    writer: BlockWriter,
    location: { firstLine: number; depth: number },
    nested: NestedParsers,
  ) {
    this.#tokens = tokens
    this.#writer = writer
    this.#firstLine = location.firstLine
    this.#depth = location.depth
    this.#nested = nested
    this.#paired = pairMarkers(tokens)
    this.#hidden = hiddenTokens(tokens)
    this.#itemMarkers = itemMarkers(tokens)
  }

  walk(): void {
    for (let index = 0; index < this.#tokens.length; index++) {
      if (this.#hidden.has(index)) continue
      const token = this.#tokens[index]
      if (token === undefined) continue
      if (token.map !== null) this.#line = token.map[0] + this.#firstLine
      if (token.type === "heading_open") this.#heading(token, this.#tokens[++index])
      else if (token.type === "table_open") index = this.#table(index)
      else if (token.type === "dt_open") index = this.#definition(index)
      else if (token.type === "footnote_open") index = this.#footnote(token, index)
      else this.#block(token, index)
    }
  }

  #block(token: Token, index: number): void {
    const writer = this.#writer
    switch (token.type) {
      case "inline":
        return this.#paragraph(token)
      case "raw_text":
        return writer.paragraph(token.content.replace(/^[>\s*+-]*/gm, ""), this.#span(token))
      case "fence":
        return this.#fence(token)
      case "code_block":
        if (isInsideTag(this.#tokens, index)) return writeHtml(writer, token.content, this.#line)
        return this.#indentedCode(token, index)
      case "html_block":
        return writeHtml(writer, replaceShortcodes(token.content), this.#line)
      case "left_out":
        return writer.leaveOut()
      case "autodoc":
        return this.#autodoc(token)
      case "bullet_list_open":
      case "ordered_list_open":
        return writer.openList(!writer.isNested && isContentsList(this.#tokens, index))
      case "list_item_open":
        return writer.openItem(this.#itemMarkers.get(index) ?? "-")
      case "blockquote_open":
        return this.#quotation(token)
      case "bullet_list_close":
      case "ordered_list_close":
      case "list_item_close":
      case "blockquote_close":
      case "dd_close":
        return writer.close()
      case "dd_open":
        return writer.openItem("-")
      default:
        return this.#container(token, index)
    }
  }

  #paragraph(token: Token): void {
    const tokens = token.children ?? []
    this.#writer.paragraph(renderParagraph(tokens, this.#notes()), this.#span(token))
    if (endsWithImage(tokens)) this.#writer.leaveOut()
  }

  /** @returns the index of the token that closes the footnote. */
  #footnote(token: Token, from: number): number {
    let end = from + 1
    while (this.#tokens[end]?.type !== "footnote_close" || this.#tokens[end]?.level !== token.level) end++
    const body = this.#tokens.slice(from + 1, end)
    this.#writer.footnote(token.info, () => this.#inner(body).walk())
    return end
  }

  #inner(tokens: readonly Token[]): MarkdownWalker {
    const location = { firstLine: this.#firstLine, depth: this.#depth }
    return new MarkdownWalker(tokens, this.#writer, location, this.#nested)
  }

  #autodoc(token: Token): void {
    const span = this.#span(token)
    const members = token.meta?.["members"]
    this.#writer.beginEntry(token.content, span)
    if (typeof members === "string" && members !== "") this.#writer.paragraph(`Members: ${members}`, span)
    this.#writer.endEntry()
  }

  #container(token: Token, index: number): void {
    if (token.type === "admonition_open") this.#openContainer(boxOf(token)?.kind ?? "", this.#title(token))
    else if (token.type === "tab_open") this.#openContainer("tab", this.#title(token))
    else if (token.type === "admonition_close" || token.type === "tab_close") this.#closeContainer()
    else if (token.type === "marker_close") {
      if (this.#paired.has(index)) this.#closeContainer()
    } else if (token.type === "marker_open") {
      const marker = markerOf(token)
      if (marker.sign === COMPONENT_SIGN) this.#component(token, index)
      else if (this.#paired.has(index)) this.#openContainer(marker.name, this.#title(token))
      else if (marker.sign === "/") this.#writer.paragraph(marker.raw, this.#span(token))
      else this.#label(this.#title(token))
    }
  }

  /** Writes a component of MDC: a box, a label above its content, or the text of its attributes if it has no content. */
  #component(token: Token, index: number): void {
    const { name, raw } = markerOf(token)
    const attributes = componentAttributesOf(token)
    const isPaired = this.#paired.has(index)
    const isEmpty = !isPaired || this.#tokens[index + 1]?.type === "marker_close"
    if (attributes === undefined || (!isPaired && /^::[\w-]+$/.test(raw)))
      return this.#writer.paragraph(raw, this.#span(token))
    if (isEmpty) {
      this.#writer.paragraph(textOfComponent(name, attributes, true), this.#span(token))
      if (isPaired) this.#containers.push(NOTHING)
    } else {
      const { label, text } = componentText(name, attributes)
      this.#openContainer(name, isAdmonitionKind(name) || label !== undefined ? this.#title(token) : "")
      this.#writer.paragraph(text ?? "", this.#span(token))
    }
  }

  /** Returns the title of a container as readers see it; the engine has already parsed its Markdown. */
  #title(token: Token): string {
    if (token.children !== null) return renderInline(withoutBold(token.children), this.#notes())
    const title: unknown = token.meta?.["title"]
    return typeof title === "string" ? title : ""
  }

  #openContainer(name: string, title: string): void {
    const kind = name.toLowerCase()
    const version = versionNoteOf(kind)
    const shown = isWrapperDirective(kind) ? "" : renderInlineText(title)
    if (!isAdmonitionKind(kind) && version === undefined) {
      const heading = shown === "" ? "none" : undefined
      const lines = { start: this.#line, end: this.#line }
      this.#containers.push(openLabel(this.#writer, shown || languageTitle(kind), lines, heading))
      return
    }
    this.#containers.push(() => this.#writer.close())
    if (version !== undefined && shown !== "") this.#writer.openAdmonition(`${version} ${shown}`, this.#line, true)
    else openAdmonition(this.#writer, { kind, title: shown, line: this.#line })
  }

  #closeContainer(): void {
    this.#containers.pop()?.()
  }

  #label(title: string): void {
    writeLabel(this.#writer, title, { start: this.#line, end: this.#line })
  }

  #quotation(token: Token): void {
    const alert = boxOf(token)
    if (alert === undefined) this.#writer.openQuotation()
    else openAdmonition(this.#writer, { kind: alert.kind, title: this.#title(token), line: this.#line })
  }

  #heading(token: Token, inline: Token | undefined): void {
    const { text, isCode } = renderPlain(inline?.children ?? [], this.#notes())
    const id = token.meta?.["anchor"]
    const anchor = typeof id === "string" ? id : undefined
    this.#writer.heading(Number(token.tag.slice(1)), withPlaceholders(text), this.#span(token), {
      anchor,
      isEntry: isEntryName(text, isCode),
    })
  }

  #fence(token: Token): void {
    const info = token.info.trim()
    const directive = DIRECTIVE.exec(info)
    if (directive !== null && !CODE_DIRECTIVE.test(info))
      return this.#directive(token, directive[1] ?? "", directive[2] ?? "")
    if (directive?.[1] === "code-cell") return this.#codeCell(token, directive[2] ?? "")
    const box = ADMONISH.exec(info)
    if (box !== null) return this.#boxed(token, box[1] ?? "note", parseFenceInfo(info).title ?? "")
    const { language, title } = parseFenceInfo(info)
    const code = directive === null ? token.content : token.content.replace(OPTIONS, "")
    const caption =
      directive === null
        ? undefined
        : /^:?(?:caption|filename):[ \t]*(\S.*)$/m.exec(OPTIONS.exec(token.content)?.[0] ?? "")?.[1]
    const shown = unescapeShortcodes(shownCode(info, code))
    this.#writer.code(shownLanguage(language, code), shown, this.#span(token), title ?? caption)
  }

  /** Writes code that MyST-NB runs, except cells whose input the site removes because they only prepare other cells. */
  #codeCell(token: Token, lexer: string): void {
    const options = OPTIONS.exec(token.content)?.[0] ?? ""
    if (/\bremove[-_](?:input|cell)\b/.test(options)) return
    const language = lexer === "" || lexer.startsWith("ipython") ? "python" : normaliseLanguage(lexer)
    this.#writer.code(language, token.content.slice(options.length), this.#span(token))
  }

  /** Writes a MyST fence that contains Markdown: ```` ```{note} ````. */
  #directive(token: Token, name: string, title: string): void {
    if (isHiddenDirective(name) || /^(?:image|raw|tableofcontents)$/.test(name)) return
    if (name === "mermaid" || name === "math")
      return this.#writer.code(name, token.content.replace(OPTIONS, ""), this.#span(token))
    if (/^(?:include|literalinclude)$/.test(name))
      return this.#writer.problem(`included file ${title} was not read`, this.#line)
    if (name === "eval-rst") return this.#nested.restructuredText(token.content, this.#line + 1, this.#writer)
    if (/^(?:list|csv)-table$/.test(name)) {
      const body = token.content.replace(/^(?=.)/gm, "   ")
      return this.#nested.restructuredText(`.. ${name}:: ${title}\n${body}`, this.#line, this.#writer)
    }
    const body = token.content.replace(OPTIONS, (options) => "\n".repeat(options.split("\n").length - 1))
    if (name.includes(":") || /^(function|class|method|confval|option|data|envvar)$/.test(name)) {
      beginApiEntry(this.#writer, { ...nameOfSignatures([title]), lines: this.#span(token) })
      this.#nested.markdown(body, this.#line + 1, this.#writer, this.#depth + 1)
      return this.#writer.endEntry()
    }
    this.#boxed({ ...token, content: body }, name, name === "figure" ? "" : title)
  }

  /** Writes the Markdown in a fence as a container. */
  #boxed({ content }: Pick<Token, "content">, name: string, title: string): void {
    this.#openContainer(name, title)
    this.#nested.markdown(content, this.#line + 1, this.#writer, this.#depth + 1)
    this.#closeContainer()
  }

  /** Writes indented code; a fence inside it was indented by a component. */
  #indentedCode(token: Token, index: number): void {
    const isMarkdown = /^\s*(?:```|~~~)/.test(token.content) || isBelowComponent(this.#tokens, index)
    if (isMarkdown) this.#nested.markdown(token.content, this.#line, this.#writer, this.#depth + 1)
    else this.#writer.code("", token.content, this.#span(token))
  }

  #table(from: number): number {
    const rows: string[][] = []
    let header: string[] = []
    let cells: string[] = []
    let index = from
    for (; index < this.#tokens.length; index++) {
      const token = this.#tokens[index]
      if (token?.type === "table_close") break
      if (token?.type === "tr_open") cells = []
      else if (token?.type === "inline") cells.push(renderCell(token, this.#notes()))
      else if (token?.type === "raw_text") cells.push(token.content)
      else if (token?.type === "tr_close" && header.length === 0) header = cells
      else if (token?.type === "tr_close") rows.push(cells)
    }
    const open = this.#tokens[from]
    if (open !== undefined) this.#writer.table(header, rows, this.#span(open))
    return index
  }

  /**
   * Writes a definition list. If a term is a name or a definition is long, every term opens an entry; otherwise, or if a sentence
   * introduces a short list, the terms are list items.
   *
   * @returns the index of the last token of this term and its definitions.
   */
  #definition(from: number): number {
    const inline = this.#tokens[from + 1]
    const { text, isCode } = renderPlain(inline?.children ?? [], this.#notes())
    const level = this.#tokens[from]?.level ?? 0
    if (this.#tokens[from - 1]?.type === "dl_open") this.#openDefinitions(from, level)
    const end = definitionEnd(this.#tokens, from + 1, level)
    const close = openDefinition(this.#writer, {
      name: text,
      term: isCode ? `\`${text}\`` : `**${text}**`,
      lines: this.#span(inline),
      isEntry: this.#hasEntries,
    })
    const body = this.#tokens.slice(from + 3, end).filter((token) => !isDefinitionToken(token, level))
    this.#inner(body).walk()
    close()
    if (this.#tokens[end]?.type === "dl_close") this.#closeDefinitions()
    return end - 1
  }

  #openDefinitions(from: number, level: number): void {
    let size = 0
    let listSize = 0
    let isNamed = false
    for (let index = from; index < this.#tokens.length; index++) {
      const token = this.#tokens[index]
      if (token?.type === "dl_close" && token.level === level - 1) break
      if (token?.type === "dt_open" && token.level === level) {
        const { text, isCode } = renderPlain(this.#tokens[index + 1]?.children ?? [], this.#notes())
        isNamed ||= isEntryName(text, isCode)
        size = 0
      }
      size += token?.content.length ?? 0
      listSize += token?.content.length ?? 0
      isNamed ||= size > LONG_DEFINITION_CHARS
    }
    this.#hasEntries = isNamed && !belongsToSentence(this.#writer, listSize)
    this.#closeDefinitions = this.#hasEntries ? NOTHING : openDefinitionList(this.#writer, listSize)
  }

  #span(token: Token | undefined): LineSpan {
    const map = token?.map
    if (map === null || map === undefined) return { start: this.#line, end: this.#line }
    return { start: map[0] + this.#firstLine, end: Math.max(map[0] + 1, map[1]) - 1 + this.#firstLine }
  }

  #notes(): InlineNotes {
    return {
      anchor: (id) => this.#writer.anchor(id),
      problem: (message) => this.#writer.problem(message, this.#line),
    }
  }
}

/** Closes a container that is not shown. */
const NOTHING = () => {}

/** Removes link targets from the title of a container. */
function renderInlineText(title: string): string {
  return title.replace(/\[([^\]\n]{0,300})\]\([^)\n]{0,1000}\)/g, "$1").trim()
}
