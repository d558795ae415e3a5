import { docstringText } from "./docstring-text.ts"
import { basesOf, findIn, type FoundModule, type FoundObject, type ReadModule } from "./find-object.ts"
import type { PythonObject } from "./python-module.ts"

/** Members of one class or module that are written. */
const MAX_MEMBERS = 1_000
/** Classes inside of classes are written to this depth. */
const MAX_DEPTH = 4

/** What a directive asks to be shown. */
export interface AutodocOptions {
  /** Names of members; `all` for those that are public. */
  readonly members: readonly string[] | "all" | "none"
  /** True: members without a docstring too. */
  readonly hasUndocumented: boolean
  /** True: those of base classes too. */
  readonly hasInherited: boolean
  readonly hasPrivate: boolean
  /** Names such as `__call__` that are shown; `all` for every one that is documented. */
  readonly special: readonly string[] | "all"
  readonly excluded: ReadonlySet<string>
  /** What stands under the signature of a class: its docstring, that of `__init__`, or both. */
  readonly classContent: "class" | "init" | "both"
}

/** An object on its way onto a page. */
export interface ObjectOnPage {
  readonly found: FoundObject
  /** What the page calls it. */
  readonly name: string
  /** Parameters that the page gives it; those of the source otherwise. */
  readonly signature?: string
  /** True inside of the description of a class. */
  readonly isMember: boolean
}

/** Text of reStructuredText that describes objects, in lines without indentation. */
export class ObjectText {
  readonly #read: ReadModule

  constructor(read: ReadModule) {
    this.#read = read
  }

  /**
   * Writes an object with its docstring, and members as far as they are asked for.
   *
   * @param own text of the page about the object, dedented; it stands between docstring and members.
   * @returns undefined when there is nothing to say beyond its name.
   */
  object(onPage: ObjectOnPage, options: AutodocOptions, own: readonly string[] = []): readonly string[] | undefined {
    const docstring = this.#docstring(onPage.found, options)
    const members = this.#members(onPage.found, options, 1)
    const isSaid = docstring.length > 0 || members.length > 0 || own.some((line) => line.trim() !== "")
    return isSaid ? entry(this.#head(onPage), [...docstring, "", ...own, "", ...members]) : undefined
  }

  /** Writes the docstring of a module and of what it offers. */
  module(module: FoundModule, options: AutodocOptions, own: readonly string[]): readonly string[] | undefined {
    const docstring = module.outline.docstring === undefined ? [] : docstringText(module.outline.docstring)
    const whole = { ...options, members: options.members === "none" ? options.members : ("all" as const) }
    const members = this.#offered(module, options).flatMap(
      (found) => this.object({ found, name: found.object.name, isMember: false }, whole) ?? [],
    )
    return docstring.length + members.length === 0 ? undefined : [...docstring, "", ...own, "", ...members]
  }

  #offered(module: FoundModule, options: AutodocOptions): readonly FoundObject[] {
    const { members } = options
    const { outline } = module
    const names =
      members === "none"
        ? []
        : members === "all"
          ? (outline.listed ?? outline.objects.map(({ name }) => name))
          : members
    return names.slice(0, MAX_MEMBERS).flatMap((name) => {
      const found = findIn(module, [name], this.#read)
      if (found === undefined || options.excluded.has(name)) return []
      return members === "all" && !this.#isShown(found, options, outline.listed !== undefined) ? [] : [found]
    })
  }

  #members(owner: FoundObject, options: AutodocOptions, depth: number): readonly string[] {
    if (owner.object.kind !== "class" || depth > MAX_DEPTH) return []
    return this.#shownMembers(owner, options).flatMap((found) => {
      const docstring = this.#docstring(found, options)
      const inner = this.#members(found, { ...options, members: "all" }, depth + 1)
      return entry(this.#head({ found, name: found.object.name, isMember: true }), [...docstring, "", ...inner])
    })
  }

  #shownMembers(owner: FoundObject, options: AutodocOptions): readonly FoundObject[] {
    const { members } = options
    const shown = new Map<string, FoundObject>()
    const isNamed = (name: string) => Array.isArray(members) && members.includes(name)
    const bases = members === "none" && options.special.length === 0 ? [] : basesOf(owner, this.#read)
    for (const { object, module } of [owner, ...bases]) {
      const isInherited = object !== owner.object
      for (const member of object.members) {
        if (shown.size >= MAX_MEMBERS || shown.has(member.name) || options.excluded.has(member.name)) continue
        const found = { object: withDocstring(member, bases), module }
        const isWanted = (members === "all" || isSpecial(member.name)) && this.#isShown(found, options, false)
        if (isNamed(member.name) || (isWanted && (!isInherited || options.hasInherited))) shown.set(member.name, found)
      }
    }
    return [...shown.values()]
  }

  /** Tells whether what was not named is shown. */
  #isShown({ object }: FoundObject, options: AutodocOptions, isListed: boolean): boolean {
    const { name } = object
    if (isSpecial(name) && options.special !== "all" && !options.special.includes(name)) return false
    if (!isSpecial(name) && name.startsWith("_") && !options.hasPrivate && !isListed) return false
    return options.hasUndocumented || this.#docstring({ object }, options).length > 0
  }

  #docstring({ object }: Pick<FoundObject, "object">, options: AutodocOptions): readonly string[] {
    const own = object.docstring
    if (object.kind !== "class") return own === undefined ? [] : docstringText(own)
    const start = object.members.find(({ name }) => name === "__init__")?.docstring
    const isStartShown = options.classContent !== "class" && start !== undefined
    const shown = options.classContent === "init" && isStartShown ? [start] : isStartShown ? [own, start] : [own]
    return shown.flatMap((text) => (text === undefined ? [] : [...docstringText(text), ""]))
  }

  #head({ found, name, signature, isMember }: ObjectOnPage): string {
    const { object } = found
    const directive = DIRECTIVES[object.kind][isMember ? "member" : "plain"]
    const prefix = object.prefix === undefined ? "" : `${object.prefix} `
    const shown = signature ?? this.#signature(found)
    // Without spaces a bar would begin a substitution.
    const line = `${prefix}${name}${shown}`.replaceAll("\\", "\\\\").replace(/ ?\| ?/g, " | ")
    return `.. ${directive}:: ${line.replace(/\s+/g, " ")}`
  }

  #signature(found: FoundObject): string {
    const { object } = found
    if (object.signature !== undefined || object.kind !== "class") return object.signature ?? "(…)"
    const base = basesOf(found, this.#read).find(({ object: { signature } }) => signature !== undefined)
    return base?.object.signature ?? ""
  }
}

const DIRECTIVES = {
  class: { plain: "class", member: "class" },
  function: { plain: "function", member: "method" },
  property: { plain: "property", member: "property" },
  value: { plain: "data", member: "attribute" },
} as const satisfies Record<PythonObject["kind"], { plain: string; member: string }>

/** A method that says nothing of itself is said of what it overrides. */
function withDocstring(member: PythonObject, bases: readonly FoundObject[]): PythonObject {
  if (member.docstring !== undefined || member.kind === "value" || member.kind === "class") return member
  for (const { object } of bases) {
    const docstring = object.members.find(({ name }) => name === member.name)?.docstring
    if (docstring !== undefined) return { ...member, docstring }
  }
  return member
}

function isSpecial(name: string): boolean {
  return /^__\w+__$/.test(name)
}

function entry(head: string, body: readonly string[]): readonly string[] {
  const lines = body.flatMap((line) => line.split("\n"))
  return [head, "", ...lines.map((line) => (line.trim() === "" ? "" : `   ${line}`)), ""]
}
