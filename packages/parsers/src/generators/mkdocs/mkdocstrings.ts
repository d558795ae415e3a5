import { parseYaml } from "../../base/parse-yaml.ts"
import type { AutodocOptions } from "../../code/python-api/members.ts"
import { findModule, findObject, type ReadModule } from "../../code/python-api/find-object.ts"
import { ObjectMarkdown } from "../../code/python-api/object-markdown.ts"
import { isRecord } from "../site/config-data.ts"
import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { aroundPage } from "../includes/include-paths.ts"
import { moduleReader } from "../includes/python-modules.ts"
import { optionsOf } from "../sphinx/directive-options.ts"

const IDENTIFIER = /^([ \t]*)::: ?([A-Za-z_]\w*(?:\.\w+)*)[ \t]*$/
/** Maximum number of lines of an object's options. */
const MAX_OPTION_LINES = 200

/** Checks quickly whether a Markdown page may document source code. */
export function hasMkdocstrings(text: string): boolean {
  return text.includes(":::") && /^[ \t]*::: ?\w+\.\w/m.test(text)
}

/**
 * Expands `::: package.Class` of mkdocstrings and mkautodoc into headings with signatures and docstrings from the Python modules of the
 * source. Names that are not found or have no documentation are unchanged.
 */
export function expandMkdocstrings(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => hasMkdocstrings(text.slice(0, MAX_LINE_CHARACTERS)))) return lines
  const read = moduleReader(context)
  const site = siteOptions(context)
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  let level = 1
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    fences.next(line.text)
    if (!fences.isInside) level = /^(#{1,6})\s/.exec(line.text)?.[1]?.length ?? level
    const [, indent, name = ""] =
      fences.isInside || line.text.length > MAX_LINE_CHARACTERS ? [] : (IDENTIFIER.exec(line.text) ?? [])
    const end = indent === undefined ? index : endOfOptions(lines, index, indent.length)
    const isObject = indent !== undefined && name.includes(".")
    const options = isObject ? readOptions(lines.slice(index + 1, end), site) : undefined
    const made = options === undefined ? undefined : describeObject(name, read, { level: level + 1, options })
    if (made === undefined) out.push(line)
    else {
      out.push({ text: "", at: line.at }, ...context.linesAt(made, line.at, indent), { text: "", at: line.at })
      index = end - 1
    }
  }
  return out
}

function describeObject(
  name: string,
  read: ReadModule,
  { level, options }: { readonly level: number; readonly options: AutodocOptions },
): string | undefined {
  const markdown = new ObjectMarkdown(read)
  const found = findObject(name, read)
  if (found !== undefined) return markdown.object(found, name, level, options)
  const module = findModule(name, read)
  return module === undefined ? undefined : markdown.module(module, level, options)
}

function endOfOptions(lines: readonly SourceLine[], start: number, indent: number): number {
  let end = start + 1
  while (end < lines.length && end - start < MAX_OPTION_LINES) {
    const text = lines[end]?.text ?? ""
    if (text.trim() === "" || text.length - text.trimStart().length < indent + 2) break
    end++
  }
  return end
}

type Options = Readonly<Record<string, unknown>>

/** Reads the options that the site's configuration sets for all objects. */
function siteOptions(context: IncludeContext): Options {
  const text = ["mkdocs.yml", "mkdocs.yaml"]
    .flatMap((name) => aroundPage(name, context.path))
    .map((path) => context.peek(path))
    .find((found) => found !== undefined)
  // Parses only this part, because the rest of the file may contain Python tags.
  const part = /^([ \t]{0,40})-?[ \t]{0,40}mkdocstrings:[ \t]*\n((?:\1[ \t]+\S.*\n|[ \t]*\n)+)/m.exec(
    `${text ?? ""}\n`,
  )?.[2]
  const options = /^([ \t]*)(?:options|selection):[ \t]*\n((?:\1[ \t]+\S.*\n)+)/m.exec(part ?? "")?.[2]
  return yamlRecord(options ?? "")
}

function readOptions(lines: readonly SourceLine[], site: Options): AutodocOptions {
  const text = lines.map((line) => line.text).join("\n")
  if (/^\s*:\w/.test(text)) return fieldOptions(lines)
  const given = yamlRecord(text)
  const own = [given["options"], given["selection"]].find(isRecord) ?? {}
  const options: Options = { ...site, ...own }
  const { members, filters } = options
  const named = Array.isArray(members) ? members.filter((name) => typeof name === "string") : undefined
  return {
    members: named === undefined ? (members === false ? "none" : "all") : named.length === 0 ? "none" : named,
    hasUndocumented: options["show_if_no_docstring"] === true,
    hasInherited: options["inherited_members"] === true || Array.isArray(options["inherited_members"]),
    hasPrivate: Array.isArray(filters) && filters.length === 0,
    special: named === undefined ? "all" : [],
    // The docstring of `__init__` is shown with its class, like its parameters (`merge_init_into_class`).
    excluded: new Set(["__init__"]),
    classContent: "both",
  }
}

/** Parses `:members: get post` and `:docstring:` of mkautodoc. */
function fieldOptions(lines: readonly SourceLine[]): AutodocOptions {
  const names = optionsOf(lines.map(({ text }) => text.trim())).get("members")
  const members = names?.split(/\s+/).filter(Boolean) ?? []
  return {
    members: names === undefined ? "none" : members.length === 0 ? "all" : members,
    hasUndocumented: false,
    hasInherited: true,
    hasPrivate: false,
    special: [],
    excluded: new Set(),
    classContent: "class",
  }
}

function yamlRecord(text: string): Options {
  try {
    const value: unknown = parseYaml(text)
    return isRecord(value) ? value : {}
  } catch {
    // Invalid options are ignored; the object is documented without them.
    return {}
  }
}
