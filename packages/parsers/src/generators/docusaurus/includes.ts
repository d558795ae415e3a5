import { containsAny } from "../../base/contains-any.ts"
import type { ExpandMarkdown } from "../includes/expand-markdown.ts"
import { fenced, FenceTracker } from "../../document/fences.ts"
import {
  type Included,
  type IncludeContext,
  MAX_LINE_CHARACTERS,
  type SourceLine,
} from "../includes/include-context.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { withoutFrontMatter } from "../includes/page-text.ts"
import { IMPORT, isPageImport, pathsOf } from "./page-imports.ts"
import { findRegisteredPages, hasComponentTags } from "./registered-components.ts"

/** Maximum number of lines of a component that shows imported code. */
const MAX_TAG_LINES = 12

/** Checks quickly whether a page of MDX may import pages or source code, or use components of its site. */
export function hasMdxIncludes(text: string): boolean {
  return hasImports(text) || hasComponentTags(text)
}

function hasImports(text: string): boolean {
  return (
    containsAny(text, '.md"', ".md'", '.mdx"', ".mdx'", "raw-loader", "?raw") &&
    /^import\s+\w+\s+from\s+["'](?:[^"'\n]*\.mdx?["']|!!?raw-loader|[^"'\n]*\?raw["'])/m.test(text)
  )
}

/**
 * Replaces the components of pages that the page or its site imports with the text of those pages, and components that show imported
 * source code with a fence. Then it expands the includes of `expandMarkdown`.
 */
export function expandMdx(
  lines: readonly SourceLine[],
  context: IncludeContext,
  expandMarkdown: ExpandMarkdown,
): readonly SourceLine[] {
  return new MdxPage(context, expandMarkdown).expand(lines)
}

/** An imported page or file of source code. */
type Part = Included & { readonly isCode: boolean }
type Parts = ReadonlyMap<string, Part>

class MdxPage {
  readonly #context: IncludeContext
  readonly #expandMarkdown: ExpandMarkdown

  constructor(context: IncludeContext, expandMarkdown: ExpandMarkdown) {
    this.#context = context
    this.#expandMarkdown = expandMarkdown
  }

  expand(lines: readonly SourceLine[]): readonly SourceLine[] {
    const { parts: imported, rest } = this.#takeImports(lines)
    const parts = new Map(imported)
    for (const [name, page] of findRegisteredPages(rest, new Set(imported.keys()), this.#context))
      parts.set(name, { ...page, isCode: false })
    const expanded = parts.size === 0 ? rest : this.#expandTags(rest, parts)
    return this.#expandMarkdown(expanded, this.#context)
  }

  #expandTags(lines: readonly SourceLine[], parts: Parts): readonly SourceLine[] {
    const fences = new FenceTracker()
    const out: SourceLine[] = []
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      const code = fences.isInside ? undefined : findCodeTag(lines, index, parts)
      const page = fences.isInside ? undefined : this.#expandPartial(line, parts)
      fences.next(line.text)
      if (code !== undefined) {
        const blank = { text: "", at: line.at }
        out.push(blank, ...this.#context.linesAt(code.fence, line.at, code.indent), blank)
        index = code.end
      } else for (const added of page ?? [line]) out.push(added)
    }
    return out
  }

  /** Finds the imported files and blanks out their imports; other imports stay. */
  #takeImports(lines: readonly SourceLine[]): { readonly parts: Parts; readonly rest: readonly SourceLine[] } {
    const parts = new Map<string, Part>()
    const fences = new FenceTracker()
    const rest = lines.map((line) => {
      fences.next(line.text)
      const [, name = "", , target = ""] =
        fences.isInside || line.text.length > MAX_LINE_CHARACTERS ? [] : (IMPORT.exec(line.text) ?? [])
      const isCode = /raw-loader!|\?raw$/.test(target)
      const path = target.replace(/^.*!/, "").replace(/\?raw$/, "")
      if (name === "" || !(isCode || isPageImport(target, this.#context))) return line
      const found = this.#context.find(pathsOf(path, this.#context.path), target, line.at)
      if (found === undefined) return line
      parts.set(name, { ...found, isCode })
      return { text: "", at: line.at }
    })
    return { parts, rest }
  }

  /** Expands `<Partial />` and `<Partial name="value"></Partial>`, alone on their line. */
  #expandPartial(line: SourceLine, parts: Parts): readonly SourceLine[] | undefined {
    if (line.text.length > MAX_LINE_CHARACTERS) return undefined
    const tag = /^([ \t]*)<(\w+)((?:\s[^<>]*)?)(?:\/>|><\/\2>)[ \t]*$/.exec(line.text)
    const part = parts.get(tag?.[2] ?? "")
    if (tag === null || part === undefined || part.isCode) return undefined
    const [, indent = "", , attributes = ""] = tag
    const values = new Map(
      [...attributes.matchAll(/([\w-]+)=\{?["'`]([^"'`]*)["'`]\}?/g)].map(([, name, value]) => [name, value]),
    )
    const text = withoutFrontMatter(part.text).replace(/\{props\.(\w+)\}/g, (whole, name: string) => {
      const value = values.get(name)
      return value === undefined ? whole : this.#context.hasRoomFor(value.length, line.at) ? value : ""
    })
    const blank = { text: "", at: line.at }
    const inner = this.#context.within(part.path, () => this.expand(this.#context.linesAt(text, line.at, indent)))
    return [blank, ...inner, blank]
  }
}

/** Finds `<CodeBlock language="js" title="app.js">{Source}</CodeBlock>`, also over several lines or with `code={Source}`. */
function findCodeTag(lines: readonly SourceLine[], index: number, parts: Parts) {
  const first = lines[index]
  if (first === undefined || !/^[ \t]*<[A-Z]\w*[\s>]/.test(first.text)) return undefined
  let tag = ""
  for (let end = index; end < Math.min(lines.length, index + MAX_TAG_LINES); end++) {
    if (tag.length > MAX_LINE_CHARACTERS) return undefined
    tag += `${lines[end]?.text ?? ""}\n`
    const found =
      /^([ \t]*)<([A-Z]\w*)((?!\w)[^<>]*)>\s*\{(\w+)\}\s*<\/\2>\s*$/.exec(tag) ??
      /^([ \t]*)<([A-Z]\w*)(?=[^<>]*\{(\w+)\})([^<>]*)\/>\s*$/.exec(tag)
    const part = found === null ? undefined : [...found].map((name) => parts.get(name ?? "")).find(Boolean)
    if (found !== null && part?.isCode === true) return { fence: fenceOf(tag, part), indent: found[1] ?? "", end }
  }
  return undefined
}

function fenceOf(tag: string, part: Part): string {
  const attribute = (name: string) => new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(tag)?.[1]
  const language = attribute("language") ?? attribute("lang") ?? languageOfPath(part.path)
  return fenced(part.text, language, attribute("title"))
}
