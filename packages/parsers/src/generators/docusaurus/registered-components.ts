import { containsAny } from "../../base/contains-any.ts"
import { FenceTracker } from "../../document/fences.ts"
import {
  type Included,
  type IncludeContext,
  MAX_LINE_CHARACTERS,
  type SourceLine,
} from "../includes/include-context.ts"
import { foldersAround } from "../includes/include-paths.ts"
import { IMPORT, isPageImport, pathsOf } from "./page-imports.ts"

/** Modules in which a site registers components for all pages. */
const MODULES = ["MDXComponents", "MDXComponents/index"].flatMap((name) =>
  ["js", "jsx", "ts", "tsx"].map((ending) => `src/theme/${name}.${ending}`),
)
/** Folder of a site whose pages may be beside it. */
const SITE_FOLDER = "website"
/** Longer modules are not searched to their end. */
const MAX_MODULE_CHARACTERS = 200_000
/** A component without content, alone on its line. */
const TAG = /^[ \t]*<([A-Z]\w*)(?:[ \t][^<>\n]*)?(?:\/>|><\/\w+>)[ \t]*$/
const TAG_LINE = new RegExp(TAG.source, "m")
/** An entry of an object: `Koi,` or `Other: Koi,`. */
const ENTRY = /(?<![\w.])(?:["']?([A-Za-z]\w{0,100})["']?\s{0,20}:\s{0,20})?([A-Za-z]\w{0,100})\s{0,20}(?=[,}])/g
/** A comment; one that is not closed ends with the module. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*/g

/** The imports that a module registers, by the names of their components. */
type Registered = ReadonlyMap<string, string>

const registeredBy = new WeakMap<object, Registered>()

/** Checks quickly whether a page may use a component that it does not import. */
export function hasComponentTags(text: string): boolean {
  return containsAny(text, "/>", "></") && TAG_LINE.test(text)
}

/**
 * Finds the partial pages that lines use without importing them, because their site registers them as components for all pages.
 *
 * @param known names of components that the page imports.
 */
export function findRegisteredPages(
  lines: readonly SourceLine[],
  known: ReadonlySet<string>,
  context: IncludeContext,
): ReadonlyMap<string, Included> {
  const found = new Map<string, Included>()
  const used = usedComponents(lines, known)
  const site = used.size === 0 ? undefined : findModule(context)
  if (site === undefined) return found
  for (const [name, line] of used) {
    const target = site.registered.get(name)
    if (target === undefined || !isPageImport(target, context)) continue
    const page = context.find(pathsOf(target, site.path), target, line)
    if (page !== undefined) found.set(name, page)
  }
  return found
}

/** Returns the names of components with the first line that uses them, without those that the page imports or defines. */
function usedComponents(lines: readonly SourceLine[], known: ReadonlySet<string>): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  const fences = new FenceTracker()
  for (const { text, at } of lines) {
    fences.next(text)
    const name = fences.isInside || text.length > MAX_LINE_CHARACTERS ? undefined : TAG.exec(text)?.[1]
    if (name !== undefined && !known.has(name) && !used.has(name)) used.set(name, at)
  }
  if (used.size === 0) return used
  for (const { text } of lines) {
    if (text.length > MAX_LINE_CHARACTERS || !/^(?:import|export)\s/.test(text)) continue
    for (const [name] of text.matchAll(/\w+/g)) used.delete(name)
  }
  return used
}

function findModule(context: IncludeContext): { readonly path: string; readonly registered: Registered } | undefined {
  for (const folder of new Set([...foldersAround(context.path), SITE_FOLDER])) {
    for (const name of MODULES) {
      const path = folder === "" ? name : `${folder}/${name}`
      const file = context.peekFile(path)
      if (file === undefined) continue
      const registered = registeredBy.get(file) ?? readRegistered(file.text)
      registeredBy.set(file, registered)
      return { path, registered }
    }
  }
  return undefined
}

/** Reads `import Koi from "@site/docs/_koi.mdx"` and `export default { ...MDXComponents, Koi, Other: Koi }` as text. */
function readRegistered(text: string): Registered {
  const targets = new Map<string, string>()
  const code = text
    .slice(0, MAX_MODULE_CHARACTERS)
    .replaceAll(COMMENT, "")
    .split("\n")
    .filter((line) => {
      const [, name, , target] = IMPORT.exec(line) ?? []
      if (name !== undefined && target !== undefined && /\.mdx?$/.test(target)) targets.set(name, target)
      return name === undefined
    })
    .join("\n")
  const registered = new Map<string, string>()
  for (const [, key, value = ""] of code.matchAll(ENTRY)) {
    const target = targets.get(value)
    if (target !== undefined) registered.set(key ?? value, target)
  }
  return registered
}
