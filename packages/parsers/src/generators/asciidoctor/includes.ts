import { anywhere, asciidocPaths } from "../antora/includes.ts"
import { siteAttributes } from "../antora/attributes.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { dedent, selectRanges } from "../includes/select-lines.ts"
import { resolveAttributes } from "../includes/resolve-attributes.ts"
import type { CodeMacro } from "./code-macros.ts"
import { selectTags } from "./tags.ts"

const INCLUDE = /^include::([^\s[](?:[^[]*[^\s[])?)\[(.*)\][ \t]*$/
const ATTRIBUTE = /^:(!)?([a-zA-Z0-9_][\w-]*)(!)?:(?:[ \t]+([^]*))?$/
const CONDITION = /^(ifdef|ifndef|ifeval|endif)::(\S*?)\[(.*)\][ \t]*$/
const ANCHOR = /^\[(?:\[([\w.:-]+)(?:,.*)?\]|#([\w.:-]+).*)\][ \t]*$/
const HEADING = /^={1,6} \S/
const PAGE = /\.(?:adoc|asciidoc|asc|ad)$/i
/** Maximum number of columns that an include's `indent` can add. */
const MAX_INDENT = 40

/** Checks quickly whether a page of AsciiDoc needs other files. */
export function hasAsciidocIncludes(text: string, path: string): boolean {
  return /^(?:include(?:-code)?|snippet)::/m.test(text) || /(?:^|\/)modules\/[^/]+\/pages\//.test(path)
}

/** A page with its includes expanded, and the attributes that its site sets. */
export interface ExpandedAsciidoc {
  readonly lines: readonly SourceLine[]
  readonly attributes: Readonly<Record<string, string>>
}

/** Expands `include::` and the given code macros, except where a condition does not hold. */
export function expandAsciidoc(
  lines: readonly SourceLine[],
  context: IncludeContext,
  macros: readonly CodeMacro[],
): ExpandedAsciidoc {
  const site = siteAttributes(context)
  const expander = new AsciidocExpander(new Map(site), context, macros)
  return { lines: expander.expand(lines), attributes: Object.fromEntries(site) }
}

class AsciidocExpander {
  readonly #attributes: Map<string, string>
  readonly #context: IncludeContext
  readonly #macros: readonly CodeMacro[]
  /** For each open condition, whether it is true. */
  readonly #conditions: boolean[] = []
  #pendingAnchor = ""
  #section = ""

  constructor(attributes: Map<string, string>, context: IncludeContext, macros: readonly CodeMacro[]) {
    this.#attributes = attributes
    this.#context = context
    this.#macros = macros
  }

  expand(lines: readonly SourceLine[]): SourceLine[] {
    const out: SourceLine[] = []
    for (const line of lines) {
      if (line.text.length > MAX_LINE_CHARACTERS) {
        out.push(line)
        continue
      }
      this.#follow(line.text)
      const included = this.#conditions.includes(false) ? undefined : (this.#include(line) ?? this.#showCode(line))
      if (included === undefined) out.push(line)
      else for (const each of included) out.push(each)
    }
    return out
  }

  /** Updates the attributes, conditions and section that affect targets. */
  #follow(text: string): void {
    const condition = CONDITION.exec(text)
    if (condition !== null) return this.#condition(condition)
    const [, , name, , value = ""] = ATTRIBUTE.exec(text) ?? []
    if (name !== undefined && !this.#conditions.includes(false)) {
      if (/^:!|!:/.test(text)) this.#attributes.delete(name.toLowerCase())
      else this.#attributes.set(name.toLowerCase(), resolveAttributes(value.trimEnd(), this.#attributes))
      return
    }
    const anchor = ANCHOR.exec(text)
    if (anchor !== null) this.#pendingAnchor = anchor[1] ?? anchor[2] ?? ""
    else if (HEADING.test(text)) {
      this.#section = this.#pendingAnchor
      this.#pendingAnchor = ""
    } else if (text.trim() !== "" && !text.startsWith("[")) this.#pendingAnchor = ""
  }

  #condition([, kind, names = "", content = ""]: RegExpExecArray): void {
    if (kind === "endif") this.#conditions.pop()
    else if (kind === "ifeval") this.#conditions.push(true)
    else if (content === "") {
      const isSet = (name: string) => this.#attributes.has(name.toLowerCase()) || name.startsWith("backend-html")
      const found = names.includes("+") ? names.split("+").every(isSet) : names.split(",").some(isSet)
      this.#conditions.push(found === (kind === "ifdef"))
    }
  }

  #include(line: SourceLine): readonly SourceLine[] | undefined {
    const [, written, list = ""] = INCLUDE.exec(line.text) ?? []
    if (written === undefined) return undefined
    const options = optionsOf(list)
    const target = resolveAttributes(written, this.#attributes)
    const isOptional = /(^|,)optional(,|$)/.test(options.get("opts") ?? options.get("options") ?? "")
    const [, unknown, rest] = /\{([\w-]+)\}\/?(.*)/.exec(target) ?? []
    // Only the site's build knows the folder of its examples; the rest of the path is enough to find the file.
    const isFindable = unknown !== undefined && target.startsWith("{") && rest?.includes("/") === true
    if (unknown !== undefined && !isFindable) {
      return this.#missing(`${written} could not be included: {${unknown}} has no value`, line)
    }
    if (isAddress(target)) return this.#missing(`${target} could not be included: remote files are not supported`, line)
    const paths = isFindable ? anywhere(rest ?? "") : asciidocPaths(target, this.#context.path)
    const found =
      isOptional && paths.every((path) => this.#context.peek(path) === undefined)
        ? null
        : this.#context.find(paths, target, line.at)
    if (found === null || found === undefined) return [{ text: "", at: line.at }]
    const text = this.#select(found.text, { options, target, line })
    if (!PAGE.test(found.path)) return this.#context.linesAt(text, line.at)
    const inner = this.#context.within(found.path, () => this.expand([...this.#context.linesAt(text, line.at)]))
    const offset = options.get("leveloffset")
    return offset === undefined ? inner : this.#shifted(inner, offset, line)
  }

  #select(
    text: string,
    include: { readonly options: ReadonlyMap<string, string>; readonly target: string; readonly line: SourceLine },
  ): string {
    const { options, target, line } = include
    const lines = options.get("lines")
    const { text: tagged, missing } = selectTags(text, options.get("tags") ?? options.get("tag") ?? "")
    if (missing.length > 0) this.#context.problem(`${target} has no tag ${missing.join(", ")}`, line.at)
    const picked = lines === undefined || lines === "" ? tagged : selectRanges(text, lines)
    const indent = options.get("indent")
    if (indent === undefined) return picked
    const margin = " ".repeat(Math.min(MAX_INDENT, Number(indent) || 0))
    return dedent(picked)
      .split("\n")
      .map((each) => (each === "" ? each : margin + each))
      .join("\n")
  }

  /** Sets `leveloffset` for the included headings and resets it after them. */
  #shifted(inner: readonly SourceLine[], offset: string, line: SourceLine): readonly SourceLine[] {
    const before = Number(this.#attributes.get("leveloffset") ?? 0) || 0
    const now = /^[+-]/.test(offset) ? before + Number(offset) : Number(offset)
    if (!Number.isInteger(now)) return inner
    const set = (level: number) => [
      { text: "", at: line.at },
      { text: `:leveloffset: ${level}`, at: line.at },
      { text: "", at: line.at },
    ]
    return [...set(now), ...inner, ...set(before)]
  }

  #showCode(line: SourceLine): readonly SourceLine[] | undefined {
    for (const macro of this.#macros) {
      const [, target, list = ""] = macro.pattern.exec(line.text) ?? []
      if (target === undefined) continue
      const blocks = this.#codeBlocks(macro.candidatesOf(target, this.#section), optionsOf(list), line)
      return blocks.length > 0 ? blocks : this.#missing(macro.describeMissing(target, this.#section), line)
    }
    return undefined
  }

  /** Writes a code block for each file that exists, with its language as the title. */
  #codeBlocks(
    candidates: ReturnType<CodeMacro["candidatesOf"]>,
    options: ReadonlyMap<string, string>,
    line: SourceLine,
  ): readonly SourceLine[] {
    const tags = options.get("tags") ?? options.get("tag") ?? ""
    const title = options.get("title") ?? ""
    return candidates.flatMap(({ path, label }) => {
      const text = this.#context.peek(path)
      if (text === undefined) return []
      const code = withoutHead(dedent(selectTags(text, tags).text))
      const name = title === "" ? label : `${title} (${label})`
      return this.#context.linesAt(
        [`.${name}`, `[source,${languageOfPath(path)}]`, "------", code, "------", ""].join("\n"),
        line.at,
      )
    })
  }

  #missing(message: string, line: SourceLine): readonly SourceLine[] {
    this.#context.problem(message, line.at)
    return [{ text: "", at: line.at }]
  }
}

/** Parses `tag=a,lines="1..2,5",opts=optional`. */
function optionsOf(list: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const [, name = "", quoted, plain] of list.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^,]*))/g)) {
    options.set(name, (quoted ?? plain ?? "").trim())
  }
  return options
}

/** Removes the licence and the package declaration at the start of example code. */
function withoutHead(code: string): string {
  return code
    .replace(/^\s*\/\*[^]*?\*\/\s*/, "")
    .replace(/^package [\w.]+;?\s*/, "")
    .trim()
}
