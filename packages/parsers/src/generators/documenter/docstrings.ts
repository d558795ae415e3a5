import type { IncludeContext } from "../includes/include-context.ts"
import { foldersAround, joinInside } from "../includes/include-paths.ts"
import { type Docstring, parseDocstrings } from "./parse-docstrings.ts"
import { renderDocstring } from "./render-docstring.ts"

/** Maximum number of files of a package that are searched. */
const MAX_FILES = 500
/** Maximum size of these files together. The largest packages have a third of it. */
const MAX_PACKAGE_CHARACTERS = 4 * 1024 * 1024
/** Maximum number of docstrings on one page. */
const MAX_OF_PAGE = 2_000
/** Maximum number of docstrings of one name, such as the methods of a function. */
const MAX_OF_NAME = 20

/** A docstring, and the file and module that contain it. */
interface FoundDocstring extends Docstring {
  readonly path: string
  readonly module: string
}

/** The docstrings of the package that a page belongs to. */
export class PackageDocstrings {
  readonly #context: IncludeContext
  #leftOnPage = MAX_OF_PAGE
  #package: Package | undefined

  constructor(context: IncludeContext) {
    this.#context = context
  }

  /** True if the page has described as much as it may; nothing is described any more. */
  get isExhausted(): boolean {
    return this.#leftOnPage <= 0
  }

  /**
   * Describes the objects that a `@docs` block names, one per line.
   *
   * @param level of the headings.
   * @returns Markdown; empty if nothing is documented in the source.
   */
  describeNamed(names: readonly string[], level: number): string {
    const { byName } = (this.#package ??= readPackage(this.#context))
    const found = names
      .filter((name) => name !== "" && !name.startsWith("#"))
      .flatMap((name) => byName.get(bareName(name))?.slice(0, MAX_OF_NAME) ?? [])
    return this.#render(found, level)
  }

  /**
   * Describes the objects of an `@autodocs` block: those of the modules that `Modules` lists, in the files that `Pages`
   * lists. With `Private = false`, only exported names are described.
   */
  describePages(options: string, level: number): string {
    const { docstrings, exported } = (this.#package ??= readPackage(this.#context))
    const modules = listIn(options, "Modules")?.map(bareName)
    const endings = listIn(options, "Pages")
    const isPublicOnly = /\bPrivate\s*=\s*false\b/.test(options)
    const found = docstrings
      .filter(({ module }) => modules?.includes(module) ?? true)
      .filter(({ path }) => endings?.some((ending) => `/${path}`.endsWith(`/${ending}`)) ?? true)
      .filter(({ name }) => !isPublicOnly || exported.has(name))
    return this.#render(found, level)
  }

  #render(found: readonly Docstring[], level: number): string {
    const shown = found.slice(0, Math.max(0, this.#leftOnPage))
    // A block that finds nothing counts too, so that a page cannot search without end.
    this.#leftOnPage -= Math.max(1, shown.length)
    return shown.map((docstring) => renderDocstring(docstring, level)).join("\n\n")
  }
}

/** Returns the entries of a list such as `Pages = ["a.jl", "b.jl"]`; undefined if there is no such option. */
function listIn(options: string, name: string): readonly string[] | undefined {
  const list = new RegExp(String.raw`\b${name}\s*=\s*\[([^\]]*)\]`).exec(options)?.[1]
  return list?.split(/[\s,"]+/).filter((entry) => entry !== "")
}

/** Returns the last name of `Flux.Losses.mse(y, ŷ)`: `mse`; `@time` for `Base.@time`. */
function bareName(written: string): string {
  const [path = ""] = written.split(/[({]/)
  return path.trim().replace(/^.*\.(?=[^.])/u, "")
}

interface Package {
  /** In the order of the files. */
  readonly docstrings: readonly FoundDocstring[]
  readonly byName: ReadonlyMap<string, readonly FoundDocstring[]>
  readonly exported: ReadonlySet<string>
}

/** The packages of the current sources by their main file, because each of their pages needs them. */
const packages = new WeakMap<object, { readonly files: readonly SourceFile[]; readonly content: Package }>()

function readPackage(context: IncludeContext): Package {
  const files = readFiles(context)
  const [main] = files
  const known = main === undefined ? undefined : packages.get(main.parsed)
  // While the files of a source are fetched, there are more of them each time.
  const isComplete = known?.files.length === files.length && files.every((file, at) => isSame(file, known.files[at]))
  if (known !== undefined && isComplete) return known.content
  const content = packageOf(files)
  if (main !== undefined) packages.set(main.parsed, { files, content })
  return content
}

function isSame({ parsed, module }: SourceFile, other: SourceFile | undefined): boolean {
  return other?.parsed === parsed && other.module === module
}

function packageOf(files: readonly SourceFile[]): Package {
  const docstrings = files.flatMap(({ parsed, path, module }) =>
    parsed.docstrings.map((docstring) => ({ ...docstring, path, module })),
  )
  const byName = new Map<string, FoundDocstring[]>()
  for (const docstring of docstrings) {
    const known = byName.get(docstring.name)
    if (known === undefined) byName.set(docstring.name, [docstring])
    else known.push(docstring)
  }
  return { docstrings, byName, exported: new Set(files.flatMap(({ parsed }) => parsed.exported)) }
}

interface ParsedFile {
  /** Name of the module that the file itself declares. */
  readonly module: string | undefined
  readonly docstrings: readonly Docstring[]
  readonly exported: readonly string[]
  /** Files that it includes, as written. */
  readonly targets: readonly string[]
}

/** Parsed files of the current sources, because each page of a package needs all of them. */
const parsedFiles = new WeakMap<object, ParsedFile>()

function parseFile(file: { readonly text: string }): ParsedFile {
  const known = parsedFiles.get(file)
  if (known !== undefined) return known
  const { text } = file
  const includes = text.matchAll(/^[ \t]*(?:@\w+[ \t]+)?include\("([^"\n$]{1,300})"\)/gm)
  const parsed = {
    module: /^(?:bare)?module[ \t]+(\w+)/m.exec(text)?.[1],
    docstrings: parseDocstrings(text),
    exported: exportedNames(text),
    targets: [...includes].map(([, target = ""]) => target),
  }
  parsedFiles.set(file, parsed)
  return parsed
}

interface SourceFile {
  readonly path: string
  readonly parsed: ParsedFile
  /** Name of the module that the file itself declares, or else of the one that includes it. */
  readonly module: string
}

/** Reads the files of the package: the main one, which `Project.toml` names, and those that it includes. */
function readFiles(context: IncludeContext): readonly SourceFile[] {
  const pending = mainFiles(context).map((path) => ({ path, outer: "" }))
  const known = new Set(pending.map(({ path }) => path))
  const files: SourceFile[] = []
  let left = MAX_PACKAGE_CHARACTERS
  for (let next = pending.shift(); next !== undefined && files.length < MAX_FILES; next = pending.shift()) {
    const { path, outer } = next
    const file = context.peekFile(path)
    if (file === undefined || file.text.length > left) continue
    left -= file.text.length
    const parsed = parseFile(file)
    const module = parsed.module ?? outer
    files.push({ path, parsed, module })
    const folder = path.slice(0, path.lastIndexOf("/"))
    for (const target of parsed.targets) {
      const included = joinInside(folder, target)
      if (included === undefined || known.has(included)) continue
      known.add(included)
      pending.push({ path: included, outer: module })
    }
  }
  return files
}

function mainFiles(context: IncludeContext): string[] {
  return foldersAround(context.path).flatMap((root) => {
    const inRoot = (path: string) => (root === "" ? path : `${root}/${path}`)
    const name = /^name[ \t]*=[ \t]*"([\w.-]+)"/m.exec(context.peek(inRoot("Project.toml")) ?? "")?.[1]
    return name === undefined ? [] : [inRoot(`src/${name}.jl`)]
  })
}

function exportedNames(text: string): readonly string[] {
  const lists = text.matchAll(/^[ \t]*(?:export|public)[ \t]+((?:[^\n#]|,[ \t]*(?:#[^\n]*)?\n){1,5000})/gm)
  return [...lists].flatMap(([, list = ""]) => list.split(/[\s,]+/)).filter((name) => name !== "")
}
