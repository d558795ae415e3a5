import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { mdocText } from "./mdoc-macros.ts"
import { parseColumnList } from "./parse-column-list.ts"
import { parseRoffTable } from "./parse-table.ts"
import { plainRoff, roffArguments, roffToMarkdown } from "./roff-text.ts"

/** Fonts that two-font macros such as `.BR` change between. */
const FONT_PAIRS: Readonly<Record<string, string>> = { BR: "BR", RB: "RB", IR: "IR", RI: "RI", BI: "BI", IB: "IB" }
/** Tags that are bullets and do not name the item. */
const BULLET = /^(?:[•*·o+-]|\d{1,3}[.)]|\(?[a-z\d][.)])?$/

/**
 * Parses a manual page written in the macros of man(7) or mdoc(7): sections by their headings, and each tagged
 * paragraph as an entry, so that every option gets its own.
 *
 * @param text with LF line ends. Requests that compute or include something are skipped.
 */
export function parseManPage(text: string): ParsedFile {
  const reader = new ManPageParser(text.split("\n"))
  return reader.read()
}

class ManPageParser {
  readonly #lines: readonly string[]
  readonly #writer: BlockWriter
  #at = 0
  #title: string | undefined
  /** The name that `.Nm` inserts. */
  #name = ""
  #paragraph: string[] = []
  #start = 1
  #code: string[] | undefined
  #codeStart = 1
  #hasEntry = false
  #hasItem = false
  #listKinds: string[] = []

  constructor(lines: readonly string[]) {
    this.#lines = lines
    this.#writer = new BlockWriter(lines.length)
  }

  read(): ParsedFile {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ""
      const [, macro, rest = ""] = /^[.'][ \t]*(\S+)[ \t]*(.*)$/.exec(line) ?? []
      if (/^[.'][ \t]*\\"|^[.']$/.test(line)) continue
      if (macro === undefined) this.#text(line)
      else this.#macro(macro, rest)
    }
    this.#endSection()
    return this.#writer.finish(this.#title)
  }

  get #here() {
    return { start: this.#at + 1, end: this.#at + 1 }
  }

  #text(line: string): void {
    if (this.#code !== undefined) this.#code.push(plainRoff(line))
    else if (line.trim() === "") this.#endParagraph()
    else {
      if (this.#paragraph.length === 0) this.#start = this.#at + 1
      this.#paragraph.push(roffToMarkdown(line.replace(/\\$/, "")).trim())
    }
  }

  #macro(macro: string, rest: string): void {
    if (this.#structure(macro, rest) || this.#list(macro, rest)) return
    const written = fontText(macro, rest) ?? mdocText(macro, rest, this.#name)
    if (written === undefined) return
    if (macro === "Nm" && this.#name === "") this.#name = roffArguments(rest)[0] ?? ""
    this.#text(written === "" && macro === "Nm" ? this.#name : written)
  }

  /** Handles sections, paragraphs and code blocks. @returns false for any other macro. */
  #structure(macro: string, rest: string): boolean {
    const words = roffArguments(rest)
    switch (macro) {
      case "TH":
      case "Dt":
        this.#title = `${plainRoff(words[0] ?? "").toLowerCase()}(${words[1] ?? ""})`
        return true
      case "SH":
      case "Sh":
      case "SS":
      case "Ss": {
        this.#endSection()
        // The text of a heading without an argument is on the next line.
        const heading = words.length > 0 ? words.join(" ") : (this.#lines[++this.#at] ?? "")
        this.#writer.heading(macro.toLowerCase() === "sh" ? 2 : 3, plainRoff(heading), this.#here)
        return true
      }
      case "Nd":
        this.#text(`— ${rest}`)
        return true
      case "PP":
      case "P":
      case "LP":
      case "HP":
      case "Pp":
        this.#endItem()
        // In man(7), a paragraph at the left margin ends the tagged one; in mdoc(7), the end of the list does.
        if (macro !== "Pp") this.#endEntry()
        return true
      case "sp":
      case "br":
        if (macro === "sp") this.#endParagraph()
        if (this.#code !== undefined && macro === "sp") this.#code.push("")
        return true
      case "nf":
      case "EX":
      case "Bd":
        this.#endParagraph()
        this.#code ??= []
        this.#codeStart = this.#at + 1
        return true
      case "fi":
      case "EE":
      case "Ed":
        this.#endCode()
        return true
      case "Dl":
      case "D1":
        this.#display(words, rest)
        return true
      case "de":
      case "ig":
        this.#skipTo(/^\.\.\s*$/)
        return true
      case "TS":
        this.#table()
        return true
      default:
        return /^(?:if|ie|el|so|ds|nr|ad|hy|nh|ft|ta|in|ti|ne|Os|Dd|RS|RE|UE|ME|YS|PD|AT|UC)$/.test(macro)
    }
  }

  /** Writes a single line of code. */
  #display(words: readonly string[], rest: string): void {
    this.#endParagraph()
    this.#writer.code("", plainRoff(mdocText(words[0] ?? "", words.slice(1).join(" "), this.#name) ?? rest), this.#here)
  }

  /** Handles tagged paragraphs and items. @returns false for any other macro. */
  #list(macro: string, rest: string): boolean {
    const words = roffArguments(rest)
    if (macro === "Bl" && words.includes("-column")) {
      this.#columnList()
      return true
    }
    if (macro === "Bl" || macro === "El") {
      this.#endItem()
      if (macro === "Bl") this.#listKinds.push(words[0] ?? "")
      else {
        this.#endEntry()
        this.#listKinds.pop()
      }
      return true
    }
    if (macro === "It") {
      this.#begin(
        /-(?:bullet|dash|enum|hyphen|item)/.test(this.#listKinds.at(-1) ?? "")
          ? ""
          : (mdocText(words[0] ?? "", rest.replace(/^\S+\s*/, ""), this.#name) ?? rest),
      )
      return true
    }
    if (macro === "IP") {
      if (words.length > 0) this.#begin(words[0] ?? "")
      else this.#endParagraph()
      return true
    }
    if (macro !== "TP" && macro !== "TQ") return false
    this.#begin(this.#nextTag())
    return true
  }

  /** Returns the line after `.TP`, which may be a macro itself. */
  #nextTag(): string {
    const line = this.#lines[++this.#at] ?? ""
    const [, macro, rest = ""] = /^[.'][ \t]*(\S+)[ \t]*(.*)$/.exec(line) ?? []
    return macro === undefined ? line : (fontText(macro, rest) ?? rest)
  }

  #begin(tag: string): void {
    this.#endItem()
    const plain = plainRoff(tag).trim()
    if (BULLET.test(plain)) {
      this.#hasItem = true
      this.#writer.openList()
      this.#writer.openItem("-")
    } else {
      this.#endEntry()
      this.#hasEntry = true
      this.#writer.beginEntry(plain, this.#here)
    }
  }

  #table(): void {
    this.#endParagraph()
    const start = this.#at + 1
    this.#skipTo(/^\.TE\b/)
    const { header, rows } = parseRoffTable(this.#lines.slice(start, this.#at))
    this.#writer.table(header, rows, { start, end: Math.min(this.#at + 1, this.#lines.length) })
  }

  #columnList(): void {
    this.#endParagraph()
    const start = this.#at + 1
    this.#skipTo(/^\.[ \t]*El\b/)
    const { header, rows } = parseColumnList(this.#lines.slice(start, this.#at), this.#name)
    this.#writer.table(header, rows, { start, end: Math.min(this.#at + 1, this.#lines.length) })
  }

  #skipTo(end: RegExp): void {
    const start = this.#at
    while (this.#at < this.#lines.length && (this.#at === start || !end.test(this.#lines[this.#at] ?? ""))) this.#at++
  }

  #endParagraph(): void {
    if (this.#paragraph.length > 0) {
      this.#writer.paragraph(this.#paragraph.join("\n"), { start: this.#start, end: Math.max(this.#start, this.#at) })
    }
    this.#paragraph = []
  }

  #endCode(): void {
    const code = this.#code
    this.#code = undefined
    if (code !== undefined) this.#writer.code("", code.join("\n"), { start: this.#codeStart, end: this.#at + 1 })
  }

  #endItem(): void {
    this.#endParagraph()
    if (this.#hasItem) {
      this.#writer.close()
      this.#writer.close()
    }
    this.#hasItem = false
  }

  #endEntry(): void {
    if (this.#hasEntry) this.#writer.endEntry()
    this.#hasEntry = false
  }

  #endSection(): void {
    this.#endCode()
    this.#endItem()
    this.#endEntry()
  }
}

/** Returns the text of the macros of man(7) that set fonts; undefined for other macros. */
function fontText(macro: string, rest: string): string | undefined {
  const words = roffArguments(rest)
  if (macro === "B" || macro === "SB") return `\\fB${words.join(" ")}\\fR`
  if (macro === "I") return `\\fI${words.join(" ")}\\fR`
  if (macro === "SM" || macro === "UR" || macro === "MT") return words.join(" ")
  if (macro === "OP") return `[\\fB${words[0] ?? ""}\\fR${words[1] === undefined ? "" : ` \\fI${words[1]}\\fR`}]`
  if (macro === "SY") return `\\fB${words.join(" ")}\\fR`
  const fonts = Object.hasOwn(FONT_PAIRS, macro) ? FONT_PAIRS[macro] : undefined
  if (fonts === undefined) return undefined
  return `${words.map((word, at) => `\\f${fonts[at % 2]}${word}`).join("")}\\fR`
}
