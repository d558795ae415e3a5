import { anywhere, asciidocPaths, classPaths, type CodeCandidate, codePaths } from "../antora/asciidoc-paths.ts"
import { resolveAttributes, siteAttributes } from "./asciidoc-attributes.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import { isAddress } from "./include-paths.ts"
import { languageOfPath } from "./language-of-path.ts"
import { dedent, selectRanges, selectTags } from "./select-lines.ts"

const INCLUDE = /^include::([^\s[](?:[^[]*[^\s[])?)\[(.*)\][ \t]*$/
const INCLUDE_CODE = /^include-code::([^\s[]+)\[(.*)\][ \t]*$/
/** Classes by their full names, as the guides of Micronaut and Grails show them. */
const SNIPPET = /^snippet::((?:\w+\.)+\w+(?:,[ ]?(?:\w+\.)+\w+){0,9})\[(.*)\][ \t]*$/
const ATTRIBUTE = /^:(!)?([a-zA-Z0-9_][\w-]*)(!)?:(?:[ \t]+(.*?))?[ \t]*$/
const CONDITION = /^(ifdef|ifndef|ifeval|endif)::(\S*?)\[(.*)\][ \t]*$/
const ANCHOR = /^\[(?:\[([\w.:-]+)(?:,.*)?\]|#([\w.:-]+).*)\][ \t]*$/
const HEADING = /^={1,6} \S/
const PAGE = /\.(?:adoc|asciidoc|asc|ad)$/i

/** Tells fast whether a page of AsciiDoc needs any other file. */
export function mayIncludeInAsciidoc(text: string, path: string): boolean {
  return /^(?:include(?:-code)?|snippet)::/m.test(text) || /(?:^|\/)modules\/[^/]+\/pages\//.test(path)
}

/** A page with its includes put in, and the attributes that its site gives it. */
export interface ExpandedAsciidoc {
  readonly lines: readonly SourceLine[]
  readonly attributes: Readonly<Record<string, string>>
}

/** Puts in what `include::`, Spring's `include-code::` and Micronaut's `snippet::` name, outside of conditions that do not hold. */
export function expandAsciidoc(lines: readonly SourceLine[], context: IncludeContext): ExpandedAsciidoc {
  const site = siteAttributes(context)
  const expander = new AsciidocExpander(new Map(site), context)
  return { lines: expander.expand(lines), attributes: Object.fromEntries(site) }
}

class AsciidocExpander {
  readonly #attributes: Map<string, string>
  readonly #context: IncludeContext
  /** One entry per open condition: does it hold? */
  readonly #conditions: boolean[] = []
  #pendingAnchor = ""
  #section = ""

  constructor(attributes: Map<string, string>, context: IncludeContext) {
    this.#attributes = attributes
    this.#context = context
  }

  expand(lines: readonly SourceLine[]): SourceLine[] {
    const out: SourceLine[] = []
    for (const line of lines) {
      if (line.text.length > MAX_LINE_CHARACTERS) {
        out.push(line)
        continue
      }
      this.#follow(line.text)
      const included = this.#conditions.includes(false)
        ? undefined
        : (this.#include(line) ?? this.#includeCode(line) ?? this.#includeClasses(line))
      if (included === undefined) out.push(line)
      else for (const each of included) out.push(each)
    }
    return out
  }

  /** Keeps account of attributes, conditions and the section, as far as targets need them. */
  #follow(text: string): void {
    const condition = CONDITION.exec(text)
    if (condition !== null) return this.#condition(condition)
    const [, , name, , value = ""] = ATTRIBUTE.exec(text) ?? []
    if (name !== undefined && !this.#conditions.includes(false)) {
      if (/^:!|!:/.test(text)) this.#attributes.delete(name.toLowerCase())
      else this.#attributes.set(name.toLowerCase(), resolveAttributes(value, this.#attributes))
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
    // The build of the site says where its examples lie; the rest of the path tells them apart.
    const isFindable = unknown !== undefined && target.startsWith("{") && rest?.includes("/") === true
    if (unknown !== undefined && !isFindable) {
      return this.#missing(`${written} could not be included: {${unknown}} has no value`, line)
    }
    if (isAddress(target)) return this.#missing(`${target} could not be included: it is on the network`, line)
    const paths = isFindable ? anywhere(rest ?? "") : asciidocPaths(target, this.#context.path)
    const found =
      isOptional && paths.every((path) => this.#context.peek(path) === undefined)
        ? null
        : this.#context.find(paths, target, line.at)
    if (found === null || found === undefined) return [{ text: "", at: line.at }]
    const text = this.#select(found.text, options, target, line)
    if (!PAGE.test(found.path)) return this.#context.linesAt(text, line.at)
    const inner = this.#context.within(found.path, () => this.expand([...this.#context.linesAt(text, line.at)]))
    const offset = options.get("leveloffset")
    return offset === undefined ? inner : this.#shifted(inner, offset, line)
  }

  #select(text: string, options: ReadonlyMap<string, string>, target: string, line: SourceLine): string {
    const lines = options.get("lines")
    const { text: tagged, missing } = selectTags(text, options.get("tags") ?? options.get("tag") ?? "")
    if (missing.length > 0) this.#context.problem(`${target} has no tag ${missing.join(", ")}`, line.at)
    const picked = lines === undefined || lines === "" ? tagged : selectRanges(text, lines)
    const indent = options.get("indent")
    if (indent === undefined) return picked
    const margin = " ".repeat(Math.min(40, Number(indent) || 0))
    return dedent(picked)
      .split("\n")
      .map((each) => (each === "" ? each : margin + each))
      .join("\n")
  }

  /** Headings of the included text stand deeper; afterwards they stand where they stood. */
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

  #includeCode(line: SourceLine): readonly SourceLine[] | undefined {
    const [, target, list = ""] = INCLUDE_CODE.exec(line.text) ?? []
    if (target === undefined) return undefined
    const out = this.#blocksOf(codePaths(target, this.#section), optionsOf(list), line)
    if (out.length > 0) return out
    return this.#missing(
      `the code of ${target} could not be included: there is no such file for section ${this.#section}`,
      line,
    )
  }

  #includeClasses(line: SourceLine): readonly SourceLine[] | undefined {
    const [, names, list = ""] = SNIPPET.exec(line.text) ?? []
    if (names === undefined) return undefined
    const candidates = names.split(",").flatMap((name) => classPaths(name.trim()))
    const out = this.#blocksOf(candidates, optionsOf(list), line)
    return out.length > 0 ? out : this.#missing(`${names} could not be included: there is no such class`, line)
  }

  /** A block of code for each of the files that is there, called by its language. */
  #blocksOf(
    candidates: readonly CodeCandidate[],
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

/** Reads `tag=a,lines="1..2,5",opts=optional`. */
function optionsOf(list: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const [, name = "", quoted, plain] of list.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^,]*))/g)) {
    options.set(name, (quoted ?? plain ?? "").trim())
  }
  return options
}

/** Example code without the licence and the package that it begins with. */
function withoutHead(code: string): string {
  return code
    .replace(/^\s*\/\*[^]*?\*\/\s*/, "")
    .replace(/^package [\w.]+;?\s*/, "")
    .trim()
}
