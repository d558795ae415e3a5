import { objectOfAdded } from "./added-docstrings.ts"
import type { PythonImport, PythonModule, PythonObject } from "./python-module.ts"

/** Maximum number of imports, modules and base classes that are followed for one name. */
const MAX_STEPS = 200
/** Maximum number of base classes per class. */
const MAX_BASES = 40

/** A value that is another object: ` = water.swim`. */
const ALIAS = /^ = ([A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,5})$/
/** A value that is an object of a class: ` = Pond()`. */
const INSTANCE = /^ = ([A-Z]\w{0,100})\(/

/** A module of the source. */
export interface FoundModule {
  /** Dotted name. */
  readonly name: string
  /** True for the `__init__` of a folder, in which relative imports start inside the folder instead of beside it. */
  readonly isPackage: boolean
  readonly outline: PythonModule
}

/** The object that a dotted name refers to. */
export interface FoundObject {
  readonly object: PythonObject
  readonly module: FoundModule
}

/** The remaining steps of a search. */
interface Budget {
  left: number
}

/** Returns a module by its dotted name; undefined if the source does not contain it or it has not been read yet. */
export type ReadModule = (name: string) => FoundModule | undefined

/**
 * Finds the object with a dotted name: in the module with the longest matching name, following imports, class members
 * and base classes.
 */
export function findObject(name: string, read: ReadModule): FoundObject | undefined {
  const parts = name.split(".")
  for (let count = parts.length - 1; count > 0; count--) {
    const module = read(parts.slice(0, count).join("."))
    const found = module === undefined ? undefined : findIn(module, parts.slice(count), read)
    if (found !== undefined) return originalOf(found, read)
  }
  return undefined
}

const MAX_ALIASES = 4

/** Follows values that only give another name to an object, such as `swim = water.swim`. */
function originalOf(found: FoundObject, read: ReadModule): FoundObject {
  let shown = found
  for (let count = 0; count < MAX_ALIASES; count++) {
    const { object, module } = shown
    const target = object.kind === "value" && object.docstring === undefined ? ALIAS.exec(object.signature ?? "") : null
    const next = target === null ? undefined : findIn(module, target[1]?.split(".") ?? [], read)
    if (next === undefined || next.object === object) break
    shown = next
  }
  return shown.object.kind === "value" && shown.object.docstring === undefined ? found : shown
}

/**
 * Finds the module with a dotted name, even if its package only imports it: with `from .user import wait_time`, `locust.wait_time` is
 * `locust.user.wait_time`.
 */
export function findModule(
  name: string,
  read: ReadModule,
  budget: Budget = { left: MAX_STEPS },
): FoundModule | undefined {
  const found = read(name)
  const dot = name.lastIndexOf(".")
  if (found !== undefined || dot === -1 || --budget.left < 0) return found
  const owner = findModule(name.slice(0, dot), read, budget)
  const imported = owner?.outline.imports.find((one) => one.name === name.slice(dot + 1))
  if (owner === undefined || imported === undefined) return undefined
  const from = absoluteName(imported.module, owner)
  const target = imported.original === undefined ? from : `${from}.${imported.original}`
  return target === name ? undefined : findModule(target, read, budget)
}

/** Finds a name in a module, or in the docstrings that its package adds to objects of compiled modules. */
export function findIn(
  module: FoundModule,
  path: readonly string[],
  read: ReadModule,
  budget: Budget = { left: MAX_STEPS },
): FoundObject | undefined {
  if (--budget.left < 0) return undefined
  const found = findDefined(module, path, read, budget)
  if (found !== undefined) return found
  const [first = "", ...rest] = path
  const object = findAdded(module, first, read)
  return object === undefined ? undefined : findMember({ object, module }, rest, read, budget)
}

function findDefined(
  module: FoundModule,
  [first = "", ...rest]: readonly string[],
  read: ReadModule,
  budget: Budget,
): FoundObject | undefined {
  const object = module.outline.objects.find(({ name }) => name === first)
  if (object !== undefined) return findMember({ object, module }, rest, read, budget)
  const imported = module.outline.imports.find(({ name }) => name === first)
  if (imported !== undefined) return findImported(imported, module, { rest, read, budget })
  for (const star of module.outline.starModules) {
    const from = read(absoluteName(star, module))
    const found =
      from === undefined || from.name === module.name ? undefined : findIn(from, [first, ...rest], read, budget)
    if (found !== undefined) return found
  }
  const inner = rest.length === 0 ? undefined : read(`${module.name}.${first}`)
  return inner === undefined ? undefined : findIn(inner, rest, read, budget)
}

/** Modules with docstrings for compiled code that no other module imports, because they are compiled in as well. */
const DOCSTRING_MODULES = ["_add_newdocs", "code_generators.ufunc_docstrings"]
/** Modules that a package imports for the docstrings they add: `_add_newdocs`, `_pond_docs`, `docstrings`. */
const ADDS_DOCSTRINGS = /docs(?:_|$)|docstrings/i
const MAX_DOCSTRING_MODULES = 20

/** Describes an object of compiled code from docstrings that a module of the same package, or one around it, adds to it. */
function findAdded(module: FoundModule, name: string, read: ReadModule): PythonObject | undefined {
  const parts = module.name.split(".")
  for (let count = parts.length; count > 0; count--) {
    const ancestor = parts.slice(0, count).join(".")
    const folder = count === parts.length ? module : read(ancestor)
    if (folder?.isPackage !== true) continue
    const imported = folder.outline.imports
      .filter((one) => ADDS_DOCSTRINGS.test(one.original ?? ""))
      .map((one) => `${absoluteName(one.module, folder)}.${one.original}`)
    const names = new Set([...imported, ...DOCSTRING_MODULES.map((each) => `${ancestor}.${each}`)])
    for (const docstrings of [...names].slice(0, MAX_DOCSTRING_MODULES)) {
      const added = read(docstrings)?.outline.added ?? []
      // A call names the module that is asked, or one that contains it, or only the object.
      for (let place = parts.length; added.length > 0 && place >= 0; place--) {
        const object = objectOfAdded([...parts.slice(0, place), name].join("."), added)
        if (object !== undefined) return object
      }
    }
  }
  return undefined
}

function findImported(
  { module: written, original }: PythonImport,
  module: FoundModule,
  { rest, read, budget }: { readonly rest: readonly string[]; readonly read: ReadModule; readonly budget: Budget },
): FoundObject | undefined {
  const target = absoluteName(written, module)
  // `from . import part` can import a module beside this one, if this one does not define the name.
  const isOwn = target === module.name && original !== undefined
  const from = read(isOwn ? `${target}.${original}` : target)
  const path = original === undefined || isOwn ? rest : [original, ...rest]
  return path.length === 0 || from === undefined ? undefined : findIn(from, path, read, budget)
}

function findMember(
  found: FoundObject,
  path: readonly string[],
  read: ReadModule,
  budget: Budget,
): FoundObject | undefined {
  const [first, ...rest] = path
  if (first === undefined) return found
  const { object, module } = found
  const className = object.kind === "value" ? INSTANCE.exec(object.signature ?? "")?.[1] : undefined
  if (className !== undefined) return findIn(module, [className, ...path], read, budget)
  for (const owner of [found, ...basesOf(found, read, budget)]) {
    const object = owner.object.members.find(({ name }) => name === first)
    if (object !== undefined) return findMember({ object, module: owner.module }, rest, read, budget)
  }
  return undefined
}

/** Lists the base classes of a class that the source contains, the nearest first. */
export function basesOf(
  found: FoundObject,
  read: ReadModule,
  budget: Budget = { left: MAX_STEPS },
): readonly FoundObject[] {
  const bases: FoundObject[] = []
  const seen = new Set([found.object])
  const waiting = [found]
  for (let at = 0; at < waiting.length && bases.length < MAX_BASES; at++) {
    const { object, module } = waiting[at] ?? found
    for (const name of object.bases) {
      const base = findIn(module, name.split("."), read, budget)
      if (base === undefined || seen.has(base.object)) continue
      seen.add(base.object)
      bases.push(base)
      waiting.push(base)
    }
  }
  return bases
}

/** Resolves a relative name: `..config` in the module `shop.web.app` is `shop.config`. */
function absoluteName(name: string, { name: inside, isPackage }: FoundModule): string {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0
  if (dots === 0) return name
  const parts = inside.split(".")
  const folder = parts.slice(0, parts.length - dots + (isPackage ? 1 : 0))
  return [...folder, name.slice(dots)].filter(Boolean).join(".")
}
