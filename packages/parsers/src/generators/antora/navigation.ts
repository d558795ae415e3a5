import { nestLines, type ListLine } from "../site/nested-list.ts"
import type { NavigationEntry } from "../site/navigation.ts"
import { folderOf, resolvePath } from "../site/page-lookup.ts"
import type { ReadText } from "../site/site-config.ts"
import { inFolder } from "../site/site-folders.ts"

/** Maximum number of lines of a navigation file and those that it includes, even repeatedly. */
const MAX_LINES = 20_000
/** Maximum nesting of navigation files. */
const MAX_DEPTH = 5

/** One navigation file of a component. */
export interface AntoraNavigation {
  readonly entries: readonly NavigationEntry[]
  /** Splits a target such as `module:page.adoc` into the page and its folder. */
  locate(target: string): { readonly page: string; readonly folder: string }
}

/** A module of a component. */
interface Module {
  /** Folder of the component. */
  readonly root: string
  readonly module: string
}

/** Lists the possible paths of the navigation files of the pages' components. */
export function antoraConfigPaths(pages: readonly string[]): readonly string[] {
  return modulesOf(pages).flatMap(({ root, module }) =>
    ["antora.yml", "nav.adoc", `modules/${module}/nav.adoc`].map((name) => inFolder(root, name)),
  )
}

/** Reads the navigation files of all components, in the order in which `antora.yml` lists them. */
export function readAntoraNavigation(pages: readonly string[], read: ReadText): readonly AntoraNavigation[] {
  const modules = modulesOf(pages)
  return [...new Set(modules.map(({ root }) => root))].flatMap((root) => {
    const names = modules.filter((module) => module.root === root).map(({ module }) => module)
    return navigationFiles(root, names, read).flatMap((path) => {
      const text = read(path)
      return text === undefined ? [] : [new NavigationFile(root, path, read).parse(text)]
    })
  })
}

/** Finds the modules by the folders `modules/<name>/pages`. */
function modulesOf(pages: readonly string[]): readonly Module[] {
  const found = new Map<string, Module>()
  for (const page of pages) {
    const match = /^(?:(.*)\/)?modules\/([^/]+)\/pages\//.exec(page)
    if (match === null) continue
    const [, root = "", module = ""] = match
    found.set(`${root}\0${module}`, { root, module })
  }
  return [...found.values()]
}

function navigationFiles(root: string, modules: readonly string[], read: ReadText): readonly string[] {
  const config = read(inFolder(root, "antora.yml")) ?? ""
  const listed = [...config.matchAll(/^[ \t]*-[ \t]+["']?([\w./-]+\.adoc)["']?[ \t]*$/gm)].map(([, name = ""]) => name)
  const names = [...listed, "nav.adoc", ...modules.map((module) => `modules/${module}/nav.adoc`)]
  return [...new Set(names.map((name) => inFolder(root, name)))]
}

class NavigationFile {
  readonly #root: string
  readonly #path: string
  readonly #read: ReadText
  /** Module of targets that do not name one. */
  readonly #home: string
  readonly #lines: ListLine[] = []
  #hasTitle = false
  #lineCount = 0

  constructor(root: string, path: string, read: ReadText) {
    this.#root = root
    this.#path = path
    this.#read = read
    this.#home = /modules\/([^/]+)\//.exec(path.slice(root.length))?.[1] ?? "ROOT"
  }

  parse(text: string): AntoraNavigation {
    this.#collect(text, 0)
    return { entries: nestLines(this.#lines), locate: (target) => this.#locate(target) }
  }

  #locate(target: string): { readonly page: string; readonly folder: string } {
    const [, module = this.#home, page = ""] = /^(?:[\w.@-]+:)??(?:([\w.-]+):)?([^:]+)$/.exec(target) ?? []
    return { page, folder: inFolder(this.#root, `modules/${module}/pages`) }
  }

  /** Collects list items, `.Title` above a list, and the lines of included files. */
  #collect(text: string, depth: number): void {
    for (const line of text.split("\n")) {
      if (++this.#lineCount > MAX_LINES) return
      const included = /^include::([^[\s]+)\[/.exec(line)
      if (included !== null && depth < MAX_DEPTH) {
        const other = this.#readResource(included[1] ?? "")
        if (other !== undefined) this.#collect(other, depth + 1)
        continue
      }
      const title = /^\.([^.\s].*)$/.exec(line)
      if (title !== null) {
        this.#hasTitle = true
        this.#lines.push({ depth: 0, label: parseReference(title[1] ?? "").label ?? "" })
        continue
      }
      const item = /^(\*+|-)\s+(.*)$/.exec(line)
      if (item === null) continue
      const below = (item[1] ?? "").length + (this.#hasTitle ? 1 : 0)
      this.#lines.push({ depth: below, ...parseReference(item[2] ?? "") })
    }
  }

  /** Reads another file by its resource id (`module:partial$name.adoc`) or its relative path. */
  #readResource(id: string): string | undefined {
    const [, module = this.#home, name = ""] = /^(?:([\w.-]+):)?partial\$(.+)$/.exec(id) ?? []
    const path =
      name === "" ? resolvePath(folderOf(this.#path), id) : inFolder(this.#root, `modules/${module}/partials/${name}`)
    return path === undefined ? undefined : this.#read(path)
  }
}

/** Parses `xref:module:page.adoc#id[Title]` or plain text. */
function parseReference(text: string): Pick<ListLine, "label" | "target"> {
  const reference = /(?:xref|link):([^[\s]+)\[([^\]]*)\]/.exec(text)
  const shown = reference === null ? text : (reference[2] ?? "").replace(/(?:^|,)\s*[\w-]+=.*$/, "")
  return { label: shown.replace(/[*_`]/g, "").trim() || undefined, target: reference?.[1] }
}
