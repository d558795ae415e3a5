import type { IncludeContext } from "../includes/include-context.ts"
import { foldersUp, joinInside } from "../includes/include-paths.ts"
import { type Docstring, parseDocstrings } from "./parse-docstrings.ts"
import { renderDocstring } from "./render-docstring.ts"

/** Maximum number of files of a package that are searched. */
const MAX_FILES = 500
/** Maximum number of docstrings of one block. */
const MAX_DOCSTRINGS = 500
/** Maximum number of docstrings of one name, such as the methods of a function. */
const MAX_OF_NAME = 20

/**
 * Describes the objects that a `@docs` block names, one per line, by the docstrings of the package that the page belongs to.
 *
 * @param level of the headings.
 * @returns Markdown; empty if nothing is documented in the source.
 */
export function describeNamed(names: readonly string[], context: IncludeContext, level: number): string {
  const files = sourceFiles(context)
  const found = names
    .filter((name) => name !== "" && !name.startsWith("#"))
    .flatMap((written) => {
      const name = bareName(written)
      const containing = files.filter(({ text }) => text.includes(name.replace("@", "")))
      return containing.flatMap((file) => file.docstrings().filter((one) => one.name === name)).slice(0, MAX_OF_NAME)
    })
  return render(found, level)
}

/**
 * Describes the objects of an `@autodocs` block: those of the modules that `Modules` lists, in the files that `Pages` lists.
 * With `Private = false`, only exported names are described.
 */
export function describePages(options: string, context: IncludeContext, level: number): string {
  const files = sourceFiles(context)
  const modules = listIn(options, "Modules")?.map(bareName)
  const endings = listIn(options, "Pages")
  const docstrings = files
    .filter(({ module }) => modules?.includes(module) ?? true)
    .filter(({ path }) => endings?.some((ending) => `/${path}`.endsWith(`/${ending}`)) ?? true)
    .flatMap((file) => file.docstrings())
  if (!/\bPrivate\s*=\s*false\b/.test(options)) return render(docstrings, level)
  const exported = exportedNames(files.map(({ text }) => text))
  return render(
    docstrings.filter(({ name }) => exported.has(name)),
    level,
  )
}

/** Returns the entries of a list such as `Pages = ["a.jl", "b.jl"]`; undefined if there is no such option. */
function listIn(options: string, name: string): readonly string[] | undefined {
  const list = new RegExp(String.raw`\b${name}\s*=\s*\[([^\]]*)\]`).exec(options)?.[1]
  return list?.split(/[\s,"]+/).filter((entry) => entry !== "")
}

function render(docstrings: readonly Docstring[], level: number): string {
  return docstrings
    .slice(0, MAX_DOCSTRINGS)
    .map((docstring) => renderDocstring(docstring, level))
    .join("\n\n")
}

/** Returns the last name of `Flux.Losses.mse(y, ŷ)`: `mse`; `@time` for `Base.@time`. */
function bareName(written: string): string {
  const [path = ""] = written.split(/[({]/)
  return path.trim().replace(/^.*\.(?=[^.])/u, "")
}

interface SourceFile {
  readonly path: string
  readonly text: string
  /** Name of the module that the file itself declares, or else of the one that includes it. */
  readonly module: string
  docstrings(): readonly Docstring[]
}

/** The files of the package for the page that is being expanded, because a page may have hundreds of blocks. */
const filesOfPage = new WeakMap<IncludeContext, readonly SourceFile[]>()

function sourceFiles(context: IncludeContext): readonly SourceFile[] {
  const known = filesOfPage.get(context)
  if (known !== undefined) return known
  const files = readFiles(context)
  filesOfPage.set(context, files)
  return files
}

/** Reads the files of the package: the main one, which `Project.toml` names, and those that it includes. */
function readFiles(context: IncludeContext): readonly SourceFile[] {
  const pending = mainFiles(context).map((path) => ({ path, outer: "" }))
  const known = new Set(pending.map(({ path }) => path))
  const files: SourceFile[] = []
  for (let next = pending.shift(); next !== undefined && files.length < MAX_FILES; next = pending.shift()) {
    const { path, outer } = next
    const text = context.peek(path)
    if (text === undefined) continue
    const module = /^(?:bare)?module[ \t]+(\w+)/m.exec(text)?.[1] ?? outer
    let parsed: readonly Docstring[] | undefined
    files.push({ path, text, module, docstrings: () => (parsed ??= parseDocstrings(text)) })
    const folder = path.slice(0, path.lastIndexOf("/"))
    for (const [, target = ""] of text.matchAll(/^[ \t]*(?:@\w+[ \t]+)?include\("([^"\n$]{1,300})"\)/gm)) {
      const included = joinInside(folder, target)
      if (included === undefined || known.has(included)) continue
      known.add(included)
      pending.push({ path: included, outer: module })
    }
  }
  return files
}

function mainFiles(context: IncludeContext): string[] {
  const folder = context.path.slice(0, Math.max(0, context.path.lastIndexOf("/")))
  return foldersUp(folder).flatMap((root) => {
    const inRoot = (path: string) => (root === "" ? path : `${root}/${path}`)
    const name = /^name[ \t]*=[ \t]*"([\w.-]+)"/m.exec(context.peek(inRoot("Project.toml")) ?? "")?.[1]
    return name === undefined ? [] : [inRoot(`src/${name}.jl`)]
  })
}

function exportedNames(texts: readonly string[]): ReadonlySet<string> {
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^[ \t]*(?:export|public)[ \t]+((?:[^\n#]|,[ \t]*(?:#[^\n]*)?\n){1,5000})/gm)].flatMap(
      ([, list = ""]) => list.split(/[\s,]+/),
    ),
  )
  return new Set(names.filter((name) => name !== ""))
}
