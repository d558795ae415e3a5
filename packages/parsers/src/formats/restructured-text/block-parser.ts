import { BlockWriter } from "../../document/block-writer.ts"
import type { Block, LineSpan } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { isSqlSession, MAX_SESSION_LINES, shownSession } from "../../document/shown-code.ts"
import { parseDirective } from "./directives/directive.ts"
import { writeDirective } from "./directives/write-directive.ts"
import { type InlineTargets, renderInlineMarkup, renderPlainMarkup } from "./blocks/inline.ts"
import { parseDefinitions } from "./blocks/definition-list.ts"
import type { LineCursor } from "./blocks/line-cursor.ts"
import { joinSigns } from "./blocks/join-signs.ts"
import { dedent, indentOf, isBlank, paragraphEnd } from "./blocks/lines.ts"
import { parseList } from "./blocks/lists.ts"
import type { Scope } from "./blocks/scope.ts"
import { parseTable } from "./blocks/tables.ts"

/** Deeper nesting is written as text, because every level costs a pass over its lines. */
const MAX_DEPTH = 40

const ADORNMENT = /^([!-/:-@[-`{-~])\1*\s*$/
const EXPLICIT = /^\.\.(?: +|$)/
const DIRECTIVE = /^([a-zA-Z][\w+.-]*(?::[\w+.-]+)*) ?::(?: +(.*))?$/
const TARGET = /^_(?:`([^`]+)`|((?:[^:\\]|\\.|:(?! |$))+)):(?: +(.*))?$/
const FOOTNOTE = /^\[(#?[\w.-]+|[#*])\](?: +(.*))?$/
const LITERAL_END = /::$/

/** Parses the body of a file or of a directive, block after block. */
export class BlockParser implements Scope {
  readonly writer: BlockWriter
  readonly #targets: InlineTargets
  readonly substitutions: InlineTargets["substitutions"]
  readonly adornments: string[] = []
  language = ""
  #entryDepth: number | undefined

  constructor(writer: BlockWriter, targets: InlineTargets) {
    this.writer = writer
    this.#targets = targets
    this.substitutions = targets.substitutions
  }

  titleOfLabel(label: string): string | undefined {
    return this.#targets.titleOfLabel(label)
  }

  titleOfPage(target: string): string | undefined {
    return this.#targets.titleOfPage(target)
  }

  inline(text: string): string {
    return renderInlineMarkup(text, this)
  }

  body(body: LineCursor): void {
    if (body.depth > MAX_DEPTH)
      return this.writer.paragraph(body.lines.map((line) => line.trim()).join("\n"), body.span(0, body.lines.length))
    while (!body.isAtEnd) {
      if (isBlank(body.line)) body.index++
      else this.#block(body)
    }
    if (this.#entryDepth === body.depth) this.closeEntry()
  }

  leaveEntryOpen(depth: number): void {
    this.#entryDepth = depth
  }

  closeEntry(): void {
    if (this.#entryDepth === undefined) return
    this.#entryDepth = undefined
    this.writer.endEntry()
  }

  blocksOf(body: LineCursor): readonly Block[] {
    const parser = new BlockParser(new BlockWriter(body.firstLine + body.lines.length), this.#targets)
    parser.language = this.language
    parser.body(body)
    const { document, problems } = parser.writer.finish()
    for (const { message, line } of problems) this.writer.problem(message, line)
    return document.blocks
  }

  #block(cursor: LineCursor): void {
    const { line } = cursor
    if (indentOf(line) > 0) return this.#indented(cursor)
    if (EXPLICIT.test(line)) return this.#explicit(cursor)
    if (line.startsWith("__ ")) {
      cursor.index++
      return
    }
    if (line.startsWith(">>> ")) return this.#doctest(cursor)
    if (parseTable(this, cursor) || this.#section(cursor)) return
    if (line.startsWith("| ") || line === "|") return this.#lineBlock(cursor)
    if (parseList(this, cursor) || parseDefinitions(this, cursor)) return
    this.#paragraph(cursor)
  }

  /** Parses a title with a line below it, or above and below it. A line without a title is a transition. */
  #section(cursor: LineCursor): boolean {
    const [line = "", next = "", third = ""] = cursor.lines.slice(cursor.index, cursor.index + 3)
    if (ADORNMENT.test(line) && !isBlank(next) && line.trim().length >= 2 && third.trimEnd() === line.trimEnd()) {
      this.#heading(next.trim(), `${line.charAt(0)}${line.charAt(0)}`, cursor.spanTo(cursor.index + 3))
      cursor.index += 3
      return true
    }
    if (isTitle(line, next)) {
      this.#heading(line.trim(), next.charAt(0), cursor.spanTo(cursor.index + 2))
      cursor.index += 2
      return true
    }
    const isTransition = ADORNMENT.test(line) && line.trim().length >= 4 && isBlank(next)
    if (isTransition) cursor.index++
    return isTransition
  }

  #heading(title: string, adornment: string, lines: LineSpan): void {
    this.closeEntry()
    if (!this.adornments.includes(adornment)) this.adornments.push(adornment)
    const { text, isCode } = renderPlainMarkup(title, this)
    this.writer.heading(this.adornments.indexOf(adornment) + 1, text, lines, { isEntry: isEntryName(text, isCode) })
  }

  #indented(cursor: LineCursor): void {
    const end = cursor.indentedEnd(cursor.index)
    const body = dedent(cursor.lines.slice(cursor.index, end))
    const isQuotation = /^(?:--|—)\s?\S/.test(body.at(-1) ?? "")
    if (isQuotation) this.writer.openQuotation()
    // Parsing a body that cannot be dedented would never end.
    if (body.every((line) => isBlank(line) || indentOf(line) > 0))
      this.writer.paragraph(body.join("\n"), cursor.spanTo(end))
    else this.body(cursor.nested(body))
    if (isQuotation) this.writer.close()
    cursor.index = end
  }

  #paragraph(cursor: LineCursor): void {
    const start = cursor.index
    let end = paragraphEnd(cursor.lines, start)
    // docutils reports a directive directly below a paragraph as an error, but real pages have it.
    for (let index = start + 1; index < end; index++) if (/^\.\. [\w:+.-]+::/.test(cursor.lineAt(index))) end = index
    const text = joinSigns(
      cursor.lines
        .slice(start, end)
        .map((line) => line.trim())
        .join("\n"),
    )
    const lines = cursor.spanTo(end)
    cursor.index = end
    if (!LITERAL_END.test(text)) {
      if (!isContentsLabel(text, cursor)) this.writer.paragraph(this.inline(text), lines)
      return
    }
    this.writer.paragraph(this.inline(text.replace(/(\s|^)::$/, "").replace(LITERAL_END, ":")), lines)
    this.#literal(cursor)
  }

  /** Writes code after `::`, which includes everything that is indented. */
  #literal(cursor: LineCursor): void {
    const start = cursor.nextText(cursor.index)
    const quote = /^([!-/:-@[-`{-~])/.exec(cursor.lineAt(start))?.[1]
    const isQuoted = quote !== undefined && !EXPLICIT.test(cursor.lineAt(start))
    let end = cursor.indentedEnd(start)
    if (end <= start && isQuoted) while (end < cursor.lines.length && cursor.lineAt(end).startsWith(quote)) end++
    if (end <= start) return
    const code = dedent(cursor.lines.slice(start, end)).join("\n")
    this.writer.code(this.#languageOfLiteral(code), shownSession(code), cursor.span(start, end))
    cursor.index = end
  }

  #languageOfLiteral(code: string): string {
    return isSqlSession(code) ? "pycon" : code.startsWith(">>> ") ? "python" : this.language
  }

  /** Writes a Python session. Parts with only blank lines between them are one example. */
  #doctest(cursor: LineCursor): void {
    const start = cursor.index
    let end = paragraphEnd(cursor.lines, start)
    let next = cursor.nextText(end)
    while (cursor.lineAt(next).startsWith(">>> ") && next - start < MAX_SESSION_LINES) {
      end = paragraphEnd(cursor.lines, next)
      next = cursor.nextText(end)
    }
    const code = cursor.lines.slice(start, end).join("\n")
    this.writer.code(isSqlSession(code) ? "pycon" : "python", shownSession(code), cursor.spanTo(end))
    cursor.index = end
  }

  #lineBlock(cursor: LineCursor): void {
    let end = cursor.index
    while (/^(?:\||\s+\S)/.test(cursor.lineAt(end))) end++
    const text = cursor.lines
      .slice(cursor.index, end)
      .map((line) => this.inline(line.replace(/^\|/, "").trim()))
      .join("\n")
    this.writer.paragraph(text, cursor.spanTo(end))
    cursor.index = end
  }

  #explicit(cursor: LineCursor): void {
    const start = cursor.index
    const text = cursor.line.replace(EXPLICIT, "").trimEnd()
    const end = Math.max(start + 1, cursor.indentedEnd(start + 1))
    const below = dedent(cursor.lines.slice(start + 1, end))
    const directive = DIRECTIVE.exec(text)
    const target = TARGET.exec(text)
    const footnote = FOOTNOTE.exec(text)
    if (directive !== null) {
      const context = {
        next: textAfter(cursor, end),
        isFollowed: !this.writer.isNested && isFollowedByText(cursor, end),
      }
      const content = cursor.nested([directive[2] ?? "", ...below])
      writeDirective(this, parseDirective(directive[1] ?? "", content, context))
    } else if (target !== null) {
      if (target[3] === undefined) this.writer.anchor((target[1] ?? target[2] ?? "").replace(/\\/g, ""))
    } else if (footnote !== null) {
      const mark = `[${footnote[1]}]`
      const body = cursor.nested([`${mark} ${footnote[2] ?? ""}`.trimEnd(), ...below])
      this.writer.footnote(mark, () => this.body(body))
    }
    // Everything else is a comment, or a substitution, which was collected before.
    cursor.index = end
  }
}

/** Returns true if a line is a title and the next line its underline. */
function isTitle(line: string, next: string): boolean {
  return (
    !ADORNMENT.test(line) &&
    ADORNMENT.test(next) &&
    next.trim().length >= Math.min(4, line.trim().length) &&
    line.trim().length <= next.trim().length + 20
  )
}

/** Returns true if a text only labels the list of pages that follows, which is not shown. */
function isContentsLabel(text: string, cursor: LineCursor): boolean {
  if (!/^(?:table of )?contents:?$/i.test(text)) return false
  return cursor.lineAt(cursor.nextText(cursor.index)).startsWith(".. toctree::")
}

/** Returns true if the next block is text at the same level: neither explicit markup nor a title. */
function isFollowedByText(cursor: LineCursor, from: number): boolean {
  const index = cursor.nextText(from)
  const line = cursor.lineAt(index)
  return (
    line !== "" &&
    indentOf(line) === 0 &&
    !/^\.\.|^__ /.test(line) &&
    ![line, cursor.lineAt(index + 1)].some((text) => ADORNMENT.test(text))
  )
}

/** Returns the next line that is neither explicit markup nor an adornment. */
function textAfter(cursor: LineCursor, from: number): string {
  for (let index = from; index < cursor.lines.length; index++) {
    const line = cursor.lineAt(index)
    if (!isBlank(line) && !EXPLICIT.test(line) && !ADORNMENT.test(line)) return line.trim()
  }
  return ""
}
