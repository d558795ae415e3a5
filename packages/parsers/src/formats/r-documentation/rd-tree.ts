/** A part of a help page: text, or a macro such as `\code{koi}`. Lines are counted from 1. */
export type RdNode = RdText | RdMacro

export interface RdText {
  readonly kind: "text"
  readonly text: string
  readonly line: number
}

export interface RdMacro {
  readonly kind: "macro"
  readonly name: string
  /** Text in brackets after the name: `\link[ponds]{koi}`. */
  readonly option: string
  readonly args: readonly (readonly RdNode[])[]
  readonly line: number
}

type Mode = "text" | "code" | "verbatim"

const words = (list: string): readonly string[] => list.split(" ")

/** Numbers of arguments; macros that are missing here are text, such as `\n` in a string of R. */
const ARGUMENT_COUNT: ReadonlyMap<string, number> = new Map([
  ...words("R dots ldots cr tab").map((name) => [name, 0] as const),
  ...words(
    "name alias title description usage arguments value details note author references seealso examples format source keyword concept docType encoding Rdversion synopsis " +
      "code preformatted verb samp file pkg var env option command dfn cite acronym emph bold strong sQuote dQuote kbd abbr email url link linkS4class out itemize enumerate " +
      "describe dontrun donttest dontshow dontdiff testonly Sexpr RdOpts doi CRANpkg",
  ).map((name) => [name, 1] as const),
  ...words("section subsection item href if tabular method S3method S4method eqn deqn figure enc").map(
    (name) => [name, 2] as const,
  ),
  ["ifelse", 3],
])
const VERBATIM = new Set(
  words(
    "preformatted verb out alias name url href eqn deqn figure samp command env option kbd Sexpr RdOpts keyword email doi",
  ),
)
const CODE = new Set(words("usage examples code dontrun donttest dontshow dontdiff testonly"))
/** Strings of R on one line, in which braces are text. A quote that nothing closes stands for itself. */
const STRINGS = {
  '"': /"(?:(?:[^"\\%\n]|\\[^\n])*")?/y,
  "'": /'(?:(?:[^'\\%\n]|\\[^\n])*')?/y,
  "`": /`(?:(?:[^`\\%\n]|\\[^\n])*`)?/y,
} as const
/** Deeper braces are text. */
const MAX_DEPTH = 100

/** Parses the macros of a help page. Braces that are not closed end with the file. */
export function parseRd(text: string): readonly RdNode[] {
  return new RdParser(text).nodes("text", 0)
}

class RdParser {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  /** Parses up to the closing brace, which is consumed. */
  nodes(mode: Mode, depth: number): readonly RdNode[] {
    const nodes: RdNode[] = []
    let words = ""
    let line = this.#line
    const endText = () => {
      if (words !== "") nodes.push({ kind: "text", text: words, line })
      words = ""
    }
    while (this.#at < this.#text.length) {
      if (words === "") line = this.#line
      const char = this.#text[this.#at] ?? ""
      if (char === "}") {
        this.#at++
        if (depth > 0) break
      } else if (char === "{") {
        this.#at++
        const inner = depth < MAX_DEPTH ? this.nodes(mode, depth + 1) : []
        endText()
        // In R code, braces belong to the code. In text, they only group.
        nodes.push(...(mode === "text" ? inner : [brace("{", line), ...inner, brace("}", this.#line)]))
      } else if (char === "%") this.#skipComment()
      else if (char === "\\") {
        const macro = mode === "verbatim" ? undefined : this.#macro(mode, depth)
        if (macro === undefined) words += this.#escaped()
        else {
          endText()
          nodes.push(macro)
        }
      } else words += mode === "code" ? this.#codeText() : this.#plainText()
    }
    endText()
    return nodes
  }

  #macro(mode: Mode, depth: number): RdMacro | undefined {
    const name = /^[A-Za-z][A-Za-z0-9]*/.exec(this.#text.slice(this.#at + 1, this.#at + 40))?.[0] ?? ""
    const count = ARGUMENT_COUNT.get(name)
    if (count === undefined || depth >= MAX_DEPTH) return undefined
    const line = this.#line
    const after = this.#at + 1 + name.length
    // Text that looks like a macro, such as a backslash in a string of R.
    if (mode === "code" && count > 0 && !/^\s*[[{]/.test(this.#text.slice(after, after + 40))) return undefined
    this.#at = after
    const option = this.#option()
    const args: (readonly RdNode[])[] = []
    while (args.length < Math.max(1, count) && this.#startsArgument(args.length > 0)) {
      this.#at++
      const inner: Mode =
        VERBATIM.has(name) && !(name === "href" && args.length === 1) ? "verbatim" : CODE.has(name) ? "code" : mode
      args.push(this.nodes(inner, depth + 1))
    }
    return { kind: "macro", name, option, args, line }
  }

  #option(): string {
    if (this.#text[this.#at] !== "[") return ""
    const end = this.#text.indexOf("]", this.#at)
    const option = end === -1 ? "" : this.#text.slice(this.#at + 1, end)
    if (end === -1 || option.length > 500 || option.includes("\n")) return ""
    this.#at = end + 1
    return option
  }

  /** Moves to the brace that opens an argument; further arguments can be on the next line. */
  #startsArgument(isFurther: boolean): boolean {
    const [space = ""] = isFurther ? (/^\s{0,200}/.exec(this.#text.slice(this.#at, this.#at + 200)) ?? []) : []
    if (this.#text[this.#at + space.length] !== "{") return false
    this.#count(space)
    this.#at += space.length
    return true
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#at)
    this.#at = end === -1 ? this.#text.length : end
  }

  #escaped(): string {
    const next = this.#text[this.#at + 1] ?? ""
    const isEscape = "\\%{}".includes(next) && next !== ""
    this.#at += isEscape ? 2 : 1
    return isEscape ? next : "\\"
  }

  #plainText(): string {
    return this.#take(/[^\\%{}]+/y)
  }

  /** Takes text of R code. In strings and after `#`, quotes and braces have other meanings. */
  #codeText(): string {
    const char = this.#text[this.#at] ?? ""
    if (char === "#") return this.#take(/#[^\\%{}\n]*/y)
    if (char !== '"' && char !== "'" && char !== "`") return this.#take(/[^\\%{}"'`#]+/y)
    const string = this.#take(STRINGS[char])
    return string.replaceAll(/\\([\\%{}])/g, "$1")
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [text = this.#text[this.#at] ?? ""] = pattern.exec(this.#text) ?? []
    this.#count(text)
    this.#at += text.length
    return text
  }

  #count(text: string): void {
    for (const char of text) if (char === "\n") this.#line++
  }
}

function brace(text: string, line: number): RdText {
  return { kind: "text", text, line }
}
