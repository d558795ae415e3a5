import {
  type Included,
  type IncludeContext,
  MAX_LINE_CHARACTERS,
  type SourceLine,
} from "../includes/include-context.ts"
import { aroundPage, besidePage } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { isOption, joinedOptions, optionsOf, selectByOptions } from "./directive-options.ts"
import { indentOf } from "./indentation.ts"

const DIRECTIVE = /^([ \t]*)\.\. (literalinclude|include|csv-table)::[ \t]*(\S.*?)?[ \t]*$/

/** Checks quickly whether a page of reStructuredText may include files. */
export function hasRestructuredTextIncludes(text: string): boolean {
  return /^[ \t]*\.\. (?:(?:literal)?include|csv-table)::/m.test(text)
}

/** One directive that names a file. */
interface Directive {
  readonly indent: string
  /** Argument of the directive: a path, or the title of a table. */
  readonly argument: string
  /** Lines of the directive and its options. */
  readonly lines: readonly SourceLine[]
  readonly options: ReadonlyMap<string, string>
  readonly at: number
  readonly context: IncludeContext
}

/** Directives by name. Each function returns undefined to leave the lines unchanged. */
const DIRECTIVES: Readonly<Record<string, (directive: Directive) => readonly SourceLine[] | undefined>> = {
  literalinclude: (directive) => includeFile(directive, true),
  include: (directive) => includeFile(directive, directive.options.has("literal") || directive.options.has("code")),
  "csv-table": includeCsv,
}

/** Expands `literalinclude`, `include` and `csv-table` with a file. A directive whose file is missing is unchanged. */
export function expandRestructuredText(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const found = directiveAt(lines, index, context)
    const expanded = found === undefined ? undefined : DIRECTIVES[found.name]?.(found.directive)
    if (found === undefined || expanded === undefined) out.push(line)
    else {
      for (const added of expanded) out.push(added)
      index += found.directive.lines.length - 1
    }
  }
  return out
}

function directiveAt(lines: readonly SourceLine[], index: number, context: IncludeContext) {
  const line = lines[index]
  if (line === undefined || line.text.length > MAX_LINE_CHARACTERS) return undefined
  const [, indent, name = "", argument = ""] = DIRECTIVE.exec(line.text) ?? []
  if (indent === undefined || (argument === "" && name !== "csv-table")) return undefined
  const own = lines.slice(index, endOfOptions(lines, index, indent))
  const options = optionsOf(joinedOptions(own.slice(1)))
  return { name, directive: { indent, argument, lines: own, options, at: line.at, context } }
}

/** Finds the end of the options of the directive that starts at `start`. A value continues on lines indented more than its option. */
function endOfOptions(lines: readonly SourceLine[], start: number, indent: string): number {
  let end = start + 1
  let column = Infinity
  for (; ; end++) {
    const { text } = lines[end] ?? { text: "" }
    if (isOption(text) && indentOf(text) > indent.length) column = indentOf(text)
    else if (text.trim() === "" || indentOf(text) <= column) return end
  }
}

/** Writes the values from the file named by `:file:` below the other options of a table. */
function includeCsv({ indent, lines, context }: Directive): readonly SourceLine[] | undefined {
  const named = lines.find(({ text }, index) => index > 0 && /^\s*:file:\s*\S/.test(text))
  if (named === undefined) return undefined
  const target = named.text.replace(/^\s*:file:/, "").trim()
  const found = findFile(target, named.at, context)
  if (found === undefined) return undefined
  return [
    ...lines.filter((line) => line !== named),
    { text: "", at: named.at },
    ...context.linesAt(found.text, named.at, `${indent}   `),
  ]
}

function includeFile(directive: Directive, isCode: boolean): readonly SourceLine[] | undefined {
  const { indent, argument: target, options, at, context } = directive
  // Files that are part of docutils, such as <isonum.txt>, only define substitutions.
  if (/^<[^>]+>$/.test(target)) return []
  const found = findFile(target, at, context)
  if (found === undefined) return undefined
  const text = selectByOptions(found.text, options, (message) => context.problem(`${target}: ${message}`, at))
  if (isCode) return codeBlock({ path: found.path, text }, directive)
  const inner = context.linesAt(text, at, indent)
  const blank = { text: "", at }
  return [blank, ...context.within(found.path, () => expandRestructuredText(inner, context)), blank]
}

function findFile(target: string, at: number, context: IncludeContext): Included | undefined {
  const candidates = target.startsWith("/") ? aroundPage(target, context.path) : besidePage(target, context.path)
  return context.find(candidates, target, at)
}

function codeBlock({ path, text }: Included, { indent, at, options, context }: Directive): readonly SourceLine[] {
  const language =
    options.get("language") ?? options.get("code") ?? (options.has("literal") ? "" : languageOfPath(path))
  const name = path.slice(path.lastIndexOf("/") + 1)
  const caption = options.has("caption") ? options.get("caption") || name : undefined
  const head = [
    `.. code-block:: ${language === "" ? "text" : language}`,
    ...(caption === undefined ? [] : [`   :caption: ${caption}`]),
    "",
  ]
  return [
    ...context.linesAt(head.join("\n"), at, indent),
    ...context.linesAt(text.replaceAll("\t", "    "), at, `${indent}   `),
    { text: "", at },
  ]
}
