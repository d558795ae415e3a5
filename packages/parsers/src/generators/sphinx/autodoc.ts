import { findModule, findObject, type FoundObject, type ReadModule } from "../../code/python-api/find-object.ts"
import type { AutodocOptions } from "../../code/python-api/members.ts"
import { ObjectText } from "../../code/python-api/object-text.ts"
import { readAutodocDefaults, readAutodocOptions } from "./autodoc-options.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { type AutosummaryNames, parseAutosummaryNames } from "./autosummary-names.ts"
import { moduleReader } from "../includes/python-modules.ts"
import { isInside, joinedOptions, optionsOf } from "./directive-options.ts"
import { indentOf } from "./indentation.ts"

const AUTO =
  /^([ \t]*)\.\. (?:py:)?auto(class|function|method|attribute|data|exception|module|property|decorator|enum|protocol|pydantic_model|pydantic_settings)::[ \t]*(\S.*?)[ \t]*$/
/** Directives that set the module, or start the description of a class. */
const SCOPE_DIRECTIVE = /^([ \t]*)\.\. (?:py:)?(module|currentmodule|class|exception)::[ \t]*([\w.]+)/
/** Maximum nesting of directives in docstrings that other directives inserted. */
const MAX_DEPTH = 3
const OF_CLASSES = new Set(["method", "attribute", "property"])

/** Checks quickly whether a page of reStructuredText may document source code. */
export function hasAutodoc(text: string): boolean {
  return /^[ \t]*\.\. (?:py:)?auto[a-z_]+::/m.test(text)
}

/**
 * Expands the directives of Sphinx's autodoc and the lists from which autosummary generates pages. They become signatures and docstrings of
 * the Python modules in the source, written as the directives that describe them. Names that are not found or have no documentation are
 * unchanged.
 */
export function expandAutodoc(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  return autodocOf(context)(lines)
}

/**
 * Creates a function that expands the parts of a page one after the other. A module that one part sets applies to the next ones.
 *
 * @returns the same lines if they do not document source code.
 */
export function autodocOf(context: IncludeContext): (lines: readonly SourceLine[]) => readonly SourceLine[] {
  const scope: Scope = { module: "", classes: [] }
  let page: AutodocPage | undefined
  return (lines) => {
    if (lines.some(isExpanded)) return (page ??= new AutodocPage(context)).expand(lines, scope)
    for (const { text } of lines) enter(text, scope)
    return lines
  }
}

/** The context of names at a line of the page. */
interface Scope {
  /** Module in which names are resolved; the page may change it. */
  module: string
  /** Classes that are being described, with their indentation, innermost last. */
  readonly classes: { readonly indent: number; readonly name: string }[]
}

interface Directive {
  readonly indent: string
  readonly kind: string
  readonly name: string
  /** Signature that the page itself defines, starting with its parenthesis. */
  readonly signature: string | undefined
  readonly options: AutodocOptions
  /** The page's own text about the object. */
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

  expand(lines: readonly SourceLine[], scope: Scope): readonly SourceLine[] {
    const out: SourceLine[] = []
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      leaveClasses(line.text, scope)
      const list = parseAutosummaryNames(lines, index)
      if (list !== undefined) {
        out.push(...(this.#expandNames(list, scope) ?? lines.slice(index, list.end)))
        index = list.end - 1
        continue
      }
      const directive = this.#directive(lines, index)
      const made = directive === undefined ? undefined : this.#expandDirective(directive, scope)
      if (directive === undefined || made === undefined) {
        enter(line.text, scope)
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

  #expandDirective(directive: Directive, scope: Scope): readonly SourceLine[] | undefined {
    const { indent, kind, name, at } = directive
    if (kind === "module") {
      scope.module = name
      const module = findModule(name, this.#read)
      const made = module === undefined ? undefined : this.#text.module(module, directive.options, [OWN])
      return made === undefined ? undefined : this.#lines(made, directive, scope)
    }
    const found = this.#find(directive, scope)
    if (found === undefined) return undefined
    const { signature, options } = directive
    const isMember = OF_CLASSES.has(kind) || (found.object.kind !== "class" && scope.classes.length > 0)
    const onPage = { found, name, isMember, signature }
    const made = this.#text.object(onPage, options, directive.own.length === 0 ? [] : [OWN])
    if (made === undefined) return undefined
    scope.classes.push({ indent: indent.length, name: this.#nameOf(directive, scope) })
    const lines = this.#lines(made, directive, scope)
    scope.classes.pop()
    return [{ text: "", at }, ...lines]
  }

  /** Expands each object of the list; unknown names stay in a list before them. */
  #expandNames({ indent, names, at }: AutosummaryNames, scope: Scope): readonly SourceLine[] | undefined {
    const made: SourceLine[] = []
    const owners = new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf(".")))))
    const left = names.filter((name) => {
      // Members that the list names together with their class are described separately.
      const lines = this.#expandNamed({ indent, name, at, hasMembers: !owners.has(name) }, { ...scope })
      made.push(...(lines ?? []))
      return lines === undefined
    })
    if (left.length === names.length) return undefined
    const list = left.length === 0 ? "" : [".. autosummary::", "", ...left.map((name) => `   ${name}`), ""].join("\n")
    return [...this.#context.linesAt(list, at, indent), ...made]
  }

  #expandNamed(
    { indent, name, at, hasMembers }: { indent: string; name: string; at: number; hasMembers: boolean },
    scope: Scope,
  ): readonly SourceLine[] | undefined {
    const options = readAutodocOptions(new Map([[hasMembers ? "members" : "no-members", ""]]), this.#defaults)
    const directive = { indent, name, signature: undefined, options, own: [], at, end: 0 }
    return (
      this.#expandDirective({ ...directive, kind: "object" }, scope) ??
      this.#expandDirective({ ...directive, kind: "module" }, scope)
    )
  }

  #find(directive: Directive, scope: Scope): FoundObject | undefined {
    const owner = scope.classes.at(-1)?.name
    const { name, kind } = directive
    const inModule = scope.module === "" ? [] : [`${scope.module}.${name}`]
    const names = [
      ...(owner === undefined || !OF_CLASSES.has(kind) ? [] : [`${owner}.${name}`, `${scope.module}.${owner}.${name}`]),
      ...(name.includes(".") ? [name, ...inModule] : [...inModule, name]),
    ]
    for (const dotted of names) {
      const found = findObject(dotted.replace(/^\.+/, ""), this.#read)
      if (found !== undefined) return found
    }
    return undefined
  }

  #nameOf({ name }: Directive, scope: Scope): string {
    return scope.classes.length > 0 && !name.includes(".") ? `${scope.classes.at(-1)?.name ?? ""}.${name}` : name
  }

  /** Inserts the page's own text, itself expanded, at its placeholder. */
  #lines(made: readonly string[], { indent, own, at }: Directive, scope: Scope): readonly SourceLine[] {
    const out: SourceLine[] = []
    const inner = this.expand(own, scope)
    let from = 0
    const take = (end: number) => {
      if (end > from)
        out.push(...this.#nested(this.#context.linesAt(made.slice(from, end).join("\n"), at, indent), scope))
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

  /** Expands directives inside docstrings, including ones for the object that contains them. */
  #nested(lines: readonly SourceLine[], scope: Scope): readonly SourceLine[] {
    if (this.#depth >= MAX_DEPTH || !lines.some(isExpanded)) return lines
    this.#depth++
    try {
      return this.expand(lines, scope)
    } finally {
      this.#depth--
    }
  }
}

/** Placeholder for the page's own text. */
const OWN = "\u0000own"

function isExpanded({ text }: SourceLine, index: number, lines: readonly SourceLine[]): boolean {
  return AUTO.test(text.slice(0, MAX_LINE_CHARACTERS)) || parseAutosummaryNames(lines, index) !== undefined
}

function leaveClasses(text: string, { classes }: Scope): void {
  if (text.trim() === "") return
  const indent = indentOf(text)
  while ((classes.at(-1)?.indent ?? -1) >= indent) classes.pop()
}

function enter(text: string, scope: Scope): void {
  const [, indent = "", kind, name = ""] = text.length > MAX_LINE_CHARACTERS ? [] : (SCOPE_DIRECTIVE.exec(text) ?? [])
  if (kind === "module" || kind === "currentmodule") scope.module = name
  else if (kind !== undefined) scope.classes.push({ indent: indent.length, name })
  else {
    const [, autoIndent = "", autoKind = "", argument = ""] = AUTO.exec(text.slice(0, MAX_LINE_CHARACTERS)) ?? []
    if (/class|exception|enum|protocol|model|settings/.test(autoKind))
      scope.classes.push({ indent: autoIndent.length, name: /^[\w.]*/.exec(argument)?.[0] ?? "" })
  }
}

function reindent(lines: readonly SourceLine[], indent: string): readonly SourceLine[] {
  const texts = lines.filter(({ text }) => text.trim() !== "")
  const least = Math.min(...texts.map(({ text }) => indentOf(text)))
  return lines.map(({ text, at }) => ({ text: text.trim() === "" ? "" : indent + text.slice(least), at }))
}
