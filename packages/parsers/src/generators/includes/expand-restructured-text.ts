import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import { aroundPage, besidePage } from "./include-paths.ts"
import { languageOfPath } from "./language-of-path.ts"
import { indentOf, optionsOf, selectByOptions } from "../sphinx/sphinx-options.ts"

const DIRECTIVE = /^([ \t]*)\.\. (literalinclude|include)::[ \t]*(\S.*?)[ \t]*$/
const CSV_TABLE = /^([ \t]*)\.\. csv-table::/

/** Tells fast whether a page of reStructuredText may include anything. */
export function mayIncludeInRestructuredText(text: string): boolean {
  return /^[ \t]*\.\. (?:(?:literal)?include|csv-table)::/m.test(text)
}

/** Puts in what `literalinclude` and `include` name; what cannot be had is left as it stands. */
export function expandRestructuredText(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const [, indent, kind, target = ""] =
      (line.text.length > MAX_LINE_CHARACTERS ? null : DIRECTIVE.exec(line.text)) ?? []
    if (indent === undefined) {
      out.push(line)
      const table = CSV_TABLE.exec(line.text.slice(0, MAX_LINE_CHARACTERS))
      if (table === null) continue
      const end = endOfOptions(lines, index, table[1] ?? "")
      out.push(...csvBody(lines.slice(index + 1, end), `${table[1]}   `, context))
      index = end - 1
      continue
    }
    const end = endOfOptions(lines, index, indent)
    const options = optionsOf(lines.slice(index + 1, end).map(({ text }) => text.trim()))
    const included = expandDirective(
      { indent, isLiteral: kind === "literalinclude", target, options },
      line.at,
      context,
    )
    if (included === undefined) out.push(line)
    else {
      out.push(...included)
      index = end - 1
    }
  }
  return out
}

/** Finds the end of the options of the directive at `start`. */
function endOfOptions(lines: readonly SourceLine[], start: number, indent: string): number {
  let end = start + 1
  while (/^[ \t]+:[\w-]+:/.test(lines[end]?.text ?? "") && indentOf(lines[end]?.text ?? "") > indent.length) end++
  return end
}

/** Puts the values that `:file:` names below the other options of a table. */
function csvBody(options: readonly SourceLine[], indent: string, context: IncludeContext): readonly SourceLine[] {
  const named = options.findIndex(({ text }) => /^\s*:file:\s*\S/.test(text))
  const target = options[named]?.text.replace(/^\s*:file:/, "").trim()
  const at = options[named]?.at ?? 0
  if (target === undefined) return options
  const found = context.find(candidatesOf(target, context), target, at)
  if (found === undefined) return options
  return [
    ...options.filter((_, index) => index !== named),
    { text: "", at },
    ...context.linesAt(found.text, at, indent),
  ]
}

function candidatesOf(target: string, context: IncludeContext): readonly string[] {
  return target.startsWith("/") ? aroundPage(target, context.path) : besidePage(target, context.path)
}

interface Directive {
  readonly indent: string
  readonly isLiteral: boolean
  readonly target: string
  readonly options: ReadonlyMap<string, string>
}

function expandDirective(directive: Directive, at: number, context: IncludeContext): readonly SourceLine[] | undefined {
  const { indent, target, options } = directive
  // Files of docutils itself, such as <isonum.txt>, only define substitutions.
  if (/^<[^>]+>$/.test(target)) return []
  const found = context.find(candidatesOf(target, context), target, at)
  if (found === undefined) return undefined
  const text = selectByOptions(found.text, options, (message) => context.problem(`${target}: ${message}`, at))
  const isCode = directive.isLiteral || options.has("literal") || options.has("code")
  if (isCode) return codeBlock(text, { indent, at, options, path: found.path }, context)
  const inner = context.linesAt(text, at, indent)
  const blank = { text: "", at }
  return [blank, ...context.within(found.path, () => expandRestructuredText(inner, context)), blank]
}

interface CodePlace {
  readonly indent: string
  readonly at: number
  readonly options: ReadonlyMap<string, string>
  readonly path: string
}

function codeBlock(
  code: string,
  { indent, at, options, path }: CodePlace,
  context: IncludeContext,
): readonly SourceLine[] {
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
    ...context.linesAt(code.replaceAll("\t", "    "), at, `${indent}   `),
    { text: "", at },
  ]
}
