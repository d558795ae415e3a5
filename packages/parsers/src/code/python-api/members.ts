import { basesOf, findIn, type FoundModule, type FoundObject, type ReadModule } from "./find-object.ts"
import type { PythonObject } from "./python-module.ts"

/** Maximum number of members of one class or module. */
const MAX_MEMBERS = 1_000

/** The options of a directive. */
export interface AutodocOptions {
  /** Names of members; `all` for all public ones. */
  readonly members: readonly string[] | "all" | "none"
  /** True to include members without a docstring. */
  readonly hasUndocumented: boolean
  /** True to include inherited members. */
  readonly hasInherited: boolean
  readonly hasPrivate: boolean
  /** Special names such as `__call__` to show; `all` for all documented ones. */
  readonly special: readonly string[] | "all"
  readonly excluded: ReadonlySet<string>
  /** The text of a class: its docstring, that of `__init__`, or both. */
  readonly classContent: "class" | "init" | "both"
}

/** Selects the members, signatures and docstrings of modules and classes that a page shows. */
export class ApiSelector {
  readonly #read: ReadModule

  constructor(read: ReadModule) {
    this.#read = read
  }

  /** Lists the public names of a module, in the order of `__all__`, or else of the file. */
  publicNamesOf(module: FoundModule, options: AutodocOptions): readonly FoundObject[] {
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

  /** Lists the members of a class; inherited ones come last. */
  membersOf(owner: FoundObject, options: AutodocOptions): readonly FoundObject[] {
    if (owner.object.kind !== "class") return []
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

  /** Returns true if a member that the directive does not name is shown. */
  #isShown({ object }: FoundObject, options: AutodocOptions, isListed: boolean): boolean {
    const { name } = object
    if (isSpecial(name) && options.special !== "all" && !options.special.includes(name)) return false
    if (!isSpecial(name) && name.startsWith("_") && !options.hasPrivate && !isListed) return false
    return options.hasUndocumented || textsOf(object, options).length > 0
  }

  /** Returns the signature of an object; for a class without its own `__init__`, that of its base class. */
  signatureOf(found: FoundObject): string {
    const { object } = found
    if (object.signature !== undefined || object.kind !== "class") return object.signature ?? "(…)"
    const base = basesOf(found, this.#read).find(({ object: { signature } }) => signature !== undefined)
    return base?.object.signature ?? ""
  }
}

/** Lists the docstrings for an object. */
export function textsOf(object: PythonObject, { classContent }: AutodocOptions): readonly string[] {
  const own = object.docstring === undefined ? [] : [object.docstring]
  if (object.kind !== "class" || classContent === "class") return own
  const start = object.members.find(({ name }) => name === "__init__")?.docstring
  return start === undefined ? own : classContent === "init" ? [start] : [...own, start]
}

/** Gives a method without a docstring the one of the method that it overrides. */
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
