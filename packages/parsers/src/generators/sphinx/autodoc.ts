import { findObject, type FoundObject, type ReadModule } from "../../code/python-api/find-object.ts"
import type { AutodocOptions } from "../../code/python-api/members.ts"
import { ObjectText } from "../../code/python-api/object-text.ts"
import { readAutodocDefaults, readAutodocOptions } from "./autodoc-options.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { type AutosummaryNames, readAutosummaryNames } from "./autosummary-names.ts"
import { moduleReader } from "../includes/python-modules.ts"
import { isInside, optionsOf } from "./directive-options.ts"
import { indentOf } from "./indentation.ts"

const AUTO =
  /^([ \t]*)\.\. (?:py:)?auto(class|function|method|attribute|data|exception|module|property|decorator|enum|protocol|pydantic_model|pydantic_settings)::[ \t]*(\S.*?)[ \t]*$/
/** Directives that set the module, or open the description of a class. */
const PLACE = /^([ \t]*)\.\. (?:py:)?(module|currentmodule|class|exception)::[ \t]*([\w.]+)/
/** Directives in docstrings that directives put in. */
const MAX_DEPTH = 3
const OF_CLASSES = new Set(["method", "attribute", "property"])

/** Tells fast whether a page of reStructuredText may show what source code says. */
export function hasAutodoc(text: string): boolean {
  return /^[ \t]*\.\. (?:py:)?auto[a-z_]+::/m.test(text)
}

/**
 * Puts in what the directives of Sphinx's autodoc show, and what autosummary writes pages about: signatures and docstrings
 * of the modules of Python that the source holds, as directives that describe them. A name that is not found, or of which
 * the source says nothing, is left as it stands.
 */
export function expandAutodoc(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  return autodocOf(context)(lines)
}

/**
 * Makes a function that expands one piece of a page after the other: the module that one sets is meant in those behind it.
 *
 * @returns lines as they are given when nothing in them is shown of source code.
 */
export function autodocOf(context: IncludeContext): (lines: readonly SourceLine[]) => readonly SourceLine[] {
  const place: Place = { module: "", classes: [] }
  let page: AutodocPage | undefined
  return (lines) => {
    if (lines.some(isExpanded)) return (page ??= new AutodocPage(context)).expand(lines, place)
    for (const { text } of lines) enter(text, place)
    return lines
  }
}

/** Where a line of the page stands. */
interface Place {
  /** Module that names are looked for in; changes as the page goes on. */
  module: string
  /** Classes whose descriptions are open, with their indentation, the innermost last. */
  readonly classes: { readonly indent: number; readonly name: string }[]
}

interface Directive {
  readonly indent: string
  readonly kind: string
  readonly name: string
  /** What the page writes behind the name, from its parenthesis on. */
  readonly signature: string | undefined
  readonly options: AutodocOptions
  /** What the page says about the object itself. */
  readonly own: readonly SourceLine[]
  readonly at: number
  readonly end: number
}

class AutodocPage {
  readonly #context: IncludeContext
  readonly #defaults: ReturnType<typeof readAutodocDefaults>
  readonly #text: ObjectText
  readonly #read: ReadModule

  #depth = 0

  constructor(context: IncludeContext) {
    this.#context = context
    this.#defaults = readAutodocDefaults(context)
    this.#read = moduleReader(context)
    this.#text = new ObjectText(this.#read)
  }

  expand(lines: readonly SourceLine[], place: Place): readonly SourceLine[] {
    const out: SourceLine[] = []
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      leaveClasses(line.text, place)
      const list = readAutosummaryNames(lines, index)
      if (list !== undefined) {
        out.push(...(this.#expandNames(list, place) ?? lines.slice(index, list.end)))
        index = list.end - 1
        continue
      }
      const directive = this.#directive(lines, index)
      const made = directive === undefined ? undefined : this.#expandDirective(directive, place)
      if (directive === undefined || made === undefined) {
        enter(line.text, place)
        out.push(line)
      } else {
        out.push(...made)
        index = directive.end - 1
      }
    }
    return out
  }

  #directive(lines: readonly SourceLine[], index: number): Directive | undefined {
    const line = lines[index]
    const [, indent, kind = "", argument = ""] =
      line === undefined || line.text.length > MAX_LINE_CHARACTERS ? [] : (AUTO.exec(line.text) ?? [])
    if (line === undefined || indent === undefined) return undefined
    let end = index + 1
    while (end < lines.length && isInside(lines[end]?.text ?? "", indent.length)) end++
    let body = index + 1
    while (body < end && (lines[body]?.text ?? "").trim() !== "") body++
    while (end > body && (lines[end - 1]?.text ?? "").trim() === "") end--
    const given = optionsOf(joinedOptions(lines.slice(index + 1, body)))
    const [, name = "", signature] = /^([\w.:]+)\s*(\(.*)?$/.exec(argument) ?? []
    const own = lines.slice(body, end)
    const options = readAutodocOptions(given, this.#defaults)
    return { indent, kind, name: name.replace("::", "."), signature, options, own, at: line.at, end }
  }

  #expandDirective(directive: Directive, place: Place): readonly SourceLine[] | undefined {
    const { indent, kind, name, at } = directive
    if (kind === "module") {
      place.module = name
      const module = this.#read(name)
      const made = module === undefined ? undefined : this.#text.module(module, directive.options, [OWN])
      return made === undefined ? undefined : this.#lines(made, directive, place)
    }
    const found = this.#find(directive, place)
    if (found === undefined) return undefined
    const { signature, options } = directive
    const isMember = OF_CLASSES.has(kind) || (found.object.kind !== "class" && place.classes.length > 0)
    const onPage = { found, name, isMember, ...(signature === undefined ? {} : { signature }) }
    const made = this.#text.object(onPage, options, directive.own.length === 0 ? [] : [OWN])
    if (made === undefined) return undefined
    place.classes.push({ indent: indent.length, name: this.#nameOf(directive, place) })
    const lines = this.#lines(made, directive, place)
    place.classes.pop()
    return [{ text: "", at }, ...lines]
  }

  /** Shows each object of the list; names of which nothing is known stay a list before them. */
  #expandNames({ indent, names, at }: AutosummaryNames, place: Place): readonly SourceLine[] | undefined {
    const made: SourceLine[] = []
    const owners = new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf(".")))))
    const left = names.filter((name) => {
      // Members that a page lists beside their class have their place there.
      const lines = this.#expandNamed({ indent, name, at, hasMembers: !owners.has(name) }, { ...place })
      made.push(...(lines ?? []))
      return lines === undefined
    })
    if (left.length === names.length) return undefined
    const list = left.length === 0 ? "" : [".. autosummary::", "", ...left.map((name) => `   ${name}`), ""].join("\n")
    return [...this.#context.linesAt(list, at, indent), ...made]
  }

  #expandNamed(
    { indent, name, at, hasMembers }: { indent: string; name: string; at: number; hasMembers: boolean },
    place: Place,
  ): readonly SourceLine[] | undefined {
    const options = readAutodocOptions(new Map([[hasMembers ? "members" : "no-members", ""]]), this.#defaults)
    const directive = { indent, name, signature: undefined, options, own: [], at, end: 0 }
    return (
      this.#expandDirective({ ...directive, kind: "object" }, place) ??
      this.#expandDirective({ ...directive, kind: "module" }, place)
    )
  }

  #find(directive: Directive, place: Place): FoundObject | undefined {
    const owner = place.classes.at(-1)?.name
    const { name, kind } = directive
    const inModule = place.module === "" ? [] : [`${place.module}.${name}`]
    const names = [
      ...(owner === undefined || !OF_CLASSES.has(kind) ? [] : [`${owner}.${name}`, `${place.module}.${owner}.${name}`]),
      ...(name.includes(".") ? [name, ...inModule] : [...inModule, name]),
    ]
    for (const dotted of names) {
      const found = findObject(dotted.replace(/^\.+/, ""), this.#read)
      if (found !== undefined) return found
    }
    return undefined
  }

  #nameOf({ name }: Directive, place: Place): string {
    return place.classes.length > 0 && !name.includes(".") ? `${place.classes.at(-1)?.name ?? ""}.${name}` : name
  }

  /** Puts the page's own text, itself expanded, where it belongs. */
  #lines(made: readonly string[], { indent, own, at }: Directive, place: Place): readonly SourceLine[] {
    const out: SourceLine[] = []
    const inner = this.expand(own, place)
    let from = 0
    const take = (end: number) => {
      if (end > from)
        out.push(...this.#nested(this.#context.linesAt(made.slice(from, end).join("\n"), at, indent), place))
    }
    const hole = made.findIndex((line) => line.trim() === OWN)
    if (hole >= 0) {
      take(hole)
      out.push({ text: "", at }, ...reindent(inner, indent + (/^\s*/.exec(made[hole] ?? "")?.[0] ?? "")))
      from = hole + 1
    }
    take(made.length)
    return [...out, { text: "", at }]
  }

  /** Docstrings may hold such directives too, which may lead back to where they stand. */
  #nested(lines: readonly SourceLine[], place: Place): readonly SourceLine[] {
    if (this.#depth >= MAX_DEPTH || !lines.some(isExpanded)) return lines
    this.#depth++
    try {
      return this.expand(lines, place)
    } finally {
      this.#depth--
    }
  }
}

/** Stands for the page's own text until that is put in. */
const OWN = "\u0000own"

function isExpanded({ text }: SourceLine, index: number, lines: readonly SourceLine[]): boolean {
  return AUTO.test(text.slice(0, MAX_LINE_CHARACTERS)) || readAutosummaryNames(lines, index) !== undefined
}

function leaveClasses(text: string, { classes }: Place): void {
  if (text.trim() === "") return
  const indent = indentOf(text)
  while ((classes.at(-1)?.indent ?? -1) >= indent) classes.pop()
}

function enter(text: string, place: Place): void {
  const [, indent = "", kind, name = ""] = text.length > MAX_LINE_CHARACTERS ? [] : (PLACE.exec(text) ?? [])
  if (kind === "module" || kind === "currentmodule") place.module = name
  else if (kind !== undefined) place.classes.push({ indent: indent.length, name })
  else {
    const [, autoIndent = "", autoKind = "", argument = ""] = AUTO.exec(text.slice(0, MAX_LINE_CHARACTERS)) ?? []
    if (/class|exception|enum|protocol|model|settings/.test(autoKind))
      place.classes.push({ indent: autoIndent.length, name: /^[\w.]*/.exec(argument)?.[0] ?? "" })
  }
}

/** Options may go on over several lines. */
function joinedOptions(lines: readonly SourceLine[]): readonly string[] {
  const joined: string[] = []
  for (const { text } of lines) {
    if (/^\s*:[\w-]+:/.test(text) || joined.length === 0) joined.push(text.trim())
    else joined.push(`${joined.pop() ?? ""} ${text.trim()}`)
  }
  return joined
}

function reindent(lines: readonly SourceLine[], indent: string): readonly SourceLine[] {
  const texts = lines.filter(({ text }) => text.trim() !== "")
  const least = Math.min(...texts.map(({ text }) => indentOf(text)))
  return lines.map(({ text, at }) => ({ text: text.trim() === "" ? "" : indent + text.slice(least), at }))
}
