import { BlockWriter } from "../../document/block-writer.ts"
import type { Block } from "../../document/document.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { shownSession } from "../../document/shown-code.ts"
import { writeDirective } from "./directives.ts"
import { type InlineTargets, renderInlineMarkup, renderPlainMarkup } from "./inline.ts"
import { dedent, indentedEnd, indentOf, isBlank, paragraphEnd } from "./lines.ts"
import { readDefinitions, readList } from "./lists.ts"
import type { Scope } from "./scope.ts"
import { readTable } from "./tables.ts"

/** Deeper nesting is kept as text: every level costs a pass over its lines. */
const MAX_DEPTH = 40

const ADORNMENT = /^([!-/:-@[-`{-~])\1*\s*$/
const EXPLICIT = /^\.\.(?: +|$)/
const DIRECTIVE = /^([a-zA-Z][\w+.-]*(?::[\w+.-]+)*) ?::(?: +(.*))?$/
const TARGET = /^_(?:`([^`]+)`|((?:[^:\\]|\\.|:(?! |$))+)):(?: +(.*))?$/
const FOOTNOTE = /^\[(#?[\w.-]+|[#*])\](?: +(.*))?$/
const LITERAL_END = /::$/

/** Reads the body of a file or of a directive, block after block. */
export class BlockParser implements Scope {
  readonly writer: BlockWriter
  readonly #targets: InlineTargets
  readonly substitutions: ReadonlyMap<string, string>
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

  body(lines: readonly string[], first: number, depth: number): void {
    if (depth > MAX_DEPTH)
      return this.writer.paragraph(lines.map((line) => line.trim()).join("\n"), {
        start: first,
        end: first + lines.length - 1,
      })
    let index = 0
    while (index < lines.length) index = isBlank(lines[index]) ? index + 1 : this.#block(lines, index, first, depth)
    if (this.#entryDepth === depth) this.closeEntry()
  }

  leaveEntryOpen(depth: number): void {
    this.#entryDepth = depth
  }

  closeEntry(): void {
    if (this.#entryDepth === undefined) return
    this.#entryDepth = undefined
    this.writer.endEntry()
  }

  blocksOf(lines: readonly string[], first: number, depth: number): readonly Block[] {
    const apart = new BlockParser(new BlockWriter(first + lines.length), this.#targets)
    apart.language = this.language
    apart.body(lines, first, depth)
    const { document, problems } = apart.writer.finish()
    for (const { message, line } of problems) this.writer.problem(message, line)
    return document.blocks
  }

  #block(lines: readonly string[], at: number, first: number, depth: number): number {
    const line = lines[at] ?? ""
    if (indentOf(line) > 0) return this.#indented(lines, at, first, depth)
    if (EXPLICIT.test(line)) return this.#explicit(lines, at, first, depth)
    if (line.startsWith("__ ")) return at + 1
    if (line.startsWith(">>> ")) return this.#doctest(lines, at, first)
    const end = readTable(this, lines, at, { first, depth }) ?? this.#section(lines, at, first)
    if (end !== undefined) return end
    if (line.startsWith("| ") || line === "|") return this.#lineBlock(lines, at, first)
    return (
      readList(this, lines, at, first, depth) ??
      readDefinitions(this, lines, at, { first, depth }) ??
      this.#paragraph(lines, at, first)
    )
  }

  /** A title with a line under it, or over and under it; a lone line is a transition. */
  #section(lines: readonly string[], at: number, first: number): number | undefined {
    const [line = "", next = "", third = ""] = lines.slice(at, at + 3)
    if (ADORNMENT.test(line) && !isBlank(next) && line.trim().length >= 2 && third.trimEnd() === line.trimEnd()) {
      this.#heading(next.trim(), `${line.charAt(0)}${line.charAt(0)}`, { start: first + at, end: first + at + 2 })
      return at + 3
    }
    const isTitle =
      !ADORNMENT.test(line) &&
      ADORNMENT.test(next) &&
      next.trim().length >= Math.min(4, line.trim().length) &&
      line.trim().length <= next.trim().length + 20
    if (isTitle) {
      this.#heading(line.trim(), next.charAt(0), { start: first + at, end: first + at + 1 })
      return at + 2
    }
    return ADORNMENT.test(line) && line.trim().length >= 4 && isBlank(next) ? at + 1 : undefined
  }

  #heading(title: string, adornment: string, lines: { start: number; end: number }): void {
    this.closeEntry()
    if (!this.adornments.includes(adornment)) this.adornments.push(adornment)
    const { text, isCode } = renderPlainMarkup(title, this)
    this.writer.heading(this.adornments.indexOf(adornment) + 1, text, lines, { isEntry: isEntryName(text, isCode) })
  }

  #indented(lines: readonly string[], at: number, first: number, depth: number): number {
    const end = indentedEnd(lines, at, 1)
    const body = dedent(lines.slice(at, end))
    const isQuotation = /^(?:--|—)\s?\S/.test(body.at(-1) ?? "")
    if (isQuotation) this.writer.openQuotation()
    // A body that is not dedented by its own first line would come back here for ever.
    if (body.every((line) => isBlank(line) || indentOf(line) > 0))
      this.writer.paragraph(body.join("\n"), { start: first + at, end: first + end - 1 })
    else this.body(body, first + at, depth + 1)
    if (isQuotation) this.writer.close()
    return end
  }

  #paragraph(lines: readonly string[], at: number, first: number): number {
    let end = paragraphEnd(lines, at)
    // A block directive directly under a paragraph is an error for docutils and common in real pages.
    for (let index = at + 1; index < end; index++) if (/^\.\. [\w:+.-]+::/.test(lines[index] ?? "")) end = index
    const text = lines
      .slice(at, end)
      .map((line) => line.trim())
      .join("\n")
    const span = { start: first + at, end: first + end - 1 }
    if (!LITERAL_END.test(text)) {
      if (!isContentsLabel(text, lines, end)) this.writer.paragraph(this.inline(text), span)
      return end
    }
    const shown = text.replace(/(\s|^)::$/, "").replace(LITERAL_END, ":")
    this.writer.paragraph(this.inline(shown), span)
    return this.#literal(lines, end, first)
  }

  /** Code after `::`: everything that is indented. */
  #literal(lines: readonly string[], from: number, first: number): number {
    let start = from
    while (start < lines.length && isBlank(lines[start])) start++
    const quote = /^([!-/:-@[-`{-~])/.exec(lines[start] ?? "")?.[1]
    const isQuoted = quote !== undefined && !EXPLICIT.test(lines[start] ?? "")
    let end = indentedEnd(lines, start, 1)
    if (end <= start && isQuoted) while (end < lines.length && lines[end]?.startsWith(quote) === true) end++
    if (end <= start) return from
    const code = dedent(lines.slice(start, end)).join("\n")
    this.writer.code(code.startsWith(">>> ") ? "python" : this.language, code, {
      start: first + start,
      end: first + end - 1,
    })
    return end
  }

  #doctest(lines: readonly string[], at: number, first: number): number {
    const end = paragraphEnd(lines, at)
    this.writer.code("python", shownSession(lines.slice(at, end).join("\n")), {
      start: first + at,
      end: first + end - 1,
    })
    return end
  }

  #lineBlock(lines: readonly string[], at: number, first: number): number {
    let end = at
    while (end < lines.length && /^(?:\||\s+\S)/.test(lines[end] ?? "")) end++
    const text = lines
      .slice(at, end)
      .map((line) => this.inline(line.replace(/^\|/, "").trim()))
      .join("\n")
    this.writer.paragraph(text, { start: first + at, end: first + end - 1 })
    return end
  }

  #explicit(lines: readonly string[], at: number, first: number, depth: number): number {
    const text = (lines[at] ?? "").replace(EXPLICIT, "").trimEnd()
    const end = Math.max(at + 1, indentedEnd(lines, at + 1, 1))
    const below = dedent(lines.slice(at + 1, end))
    const directive = DIRECTIVE.exec(text)
    if (directive !== null) {
      const content = [directive[2] ?? "", ...below]
      writeDirective(this, directive[1] ?? "", content, {
        line: first + at,
        depth,
        next: nextText(lines, end),
        isFollowed: !this.writer.isNested && isText(lines, end),
      })
      return end
    }
    const target = TARGET.exec(text)
    if (target !== null) {
      if (target[3] === undefined) this.writer.anchor((target[1] ?? target[2] ?? "").replace(/\\/g, ""))
      return end
    }
    const footnote = FOOTNOTE.exec(text)
    if (footnote !== null)
      this.body([`[${footnote[1]}] ${footnote[2] ?? ""}`.trimEnd(), ...below], first + at, depth + 1)
    // Everything else is a substitution, read before, or a comment.
    return end
  }
}

/** Tells whether a word only stands above a list of pages, which is shown elsewhere. */
function isContentsLabel(text: string, lines: readonly string[], from: number): boolean {
  if (!/^(?:table of )?contents:?$/i.test(text)) return false
  return (
    lines
      .slice(from)
      .find((line) => !isBlank(line))
      ?.startsWith(".. toctree::") ?? false
  )
}

/** Tells whether the next block is neither explicit markup nor a title, nor deeper. */
function isText(lines: readonly string[], from: number): boolean {
  let at = from
  while (at < lines.length && isBlank(lines[at])) at++
  const line = lines[at] ?? ""
  return (
    line !== "" &&
    indentOf(line) === 0 &&
    !/^\.\.|^__ /.test(line) &&
    ![line, lines[at + 1] ?? ""].some((text) => ADORNMENT.test(text))
  )
}

function nextText(lines: readonly string[], from: number): string {
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] ?? ""
    if (!isBlank(line) && !EXPLICIT.test(line) && !ADORNMENT.test(line)) return line.trim()
  }
  return ""
}
