import { containsAny } from "../../base/contains-any.ts"
import type { Included, IncludeContext, SourceLine } from "./include-context.ts"
import { aroundPage, isAddress } from "./include-paths.ts"
import type { MacroCall, MarkdownMacros } from "./markdown-macros.ts"
import { includedText, isMarkdownPage } from "./page-text.ts"

/** A component without content, alone on its line or in an item of a list: `<Include src="_partials/koi" />`, `1. <Include … />`. */
const COMPONENT =
  /^([ \t]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?)<([A-Z]\w{0,60})((?:[ \t]{1,40}[a-z]\w{0,30}="[^"\n]{0,200}"){1,8})[ \t]{0,40}\/>[ \t]{0,40}$/
const PROPERTY = /([a-z]\w{0,30})="([^"\n]{0,200})"/g
/** In other components, a path without the ending of a page is a link or an example. */
const INCLUDING = /include|partial|snippet|embed|fragment|reuse|import/i
const PART_OF_PATH = /^[\w@.-]{0,100}$/
const PAGE_ENDINGS = [".mdx", ".md"]

/**
 * Components that a site defines itself to insert another page: their `src`, `path` or `file` is the path of a Markdown file, which may have
 * no ending. The file is next to the page, in a folder above it, in `docs/`, or anywhere in the source, as in a folder of generated
 * reference pages. Otherwise, the component is left to the parser.
 */
export const PAGE_COMPONENT_MACROS: MarkdownMacros = {
  isUsedIn: (text) => text.includes("/>") && containsAny(text, ' src="', ' path="', ' file="'),
  lines: [{ pattern: COMPONENT, expand: expandComponent }],
}

function expandComponent({ match, line, context, expandPage }: MacroCall): readonly SourceLine[] | undefined {
  const [, lead = "", name = "", written = ""] = match
  const properties = new Map([...written.matchAll(PROPERTY)].map(([, key = "", value = ""]) => [key, value]))
  const target = properties.get("src") ?? properties.get("path") ?? properties.get("file") ?? ""
  if (!isPageTarget(target, name, properties)) return undefined
  const found = findPage(target, line.at, context)
  if (found === undefined) return undefined
  const indent = " ".repeat(lead.length)
  const text = includedText(found.text, found.path).replace(/^\s*\n/, "")
  const inner = expandPage(found.path, context.linesAt(text, line.at, indent))
  const [first = { text: "", at: line.at }, ...rest] = inner
  // The marker of a list item is in front of the first line.
  if (lead.trim() !== "") return [{ text: lead + first.text.trimStart(), at: line.at }, ...rest]
  const blank = { text: "", at: line.at }
  return [blank, ...inner, blank]
}

function isPageTarget(target: string, name: string, properties: ReadonlyMap<string, string>): boolean {
  if (target === "" || isAddress(target) || properties.has("href")) return false
  return (properties.has("src") || INCLUDING.test(name)) && (isMarkdownPage(target) || isNameInFolder(target))
}

/** Returns true for a path with a folder and without an ending. */
function isNameInFolder(target: string): boolean {
  const parts = target.split("/")
  return parts.length > 1 && parts.every((part) => PART_OF_PATH.test(part)) && /^[^.]+$/.test(parts.at(-1) ?? "")
}

function findPage(target: string, at: number, context: IncludeContext): Included | undefined {
  const names = isMarkdownPage(target) ? [target] : PAGE_ENDINGS.map((ending) => target + ending)
  const near = names.flatMap((name) => [...aroundPage(name, context.path), ...aroundPage(`docs/${name}`, context.path)])
  // A name alone could be that of any file.
  const inFolders = names.map((name) => name.replace(/^\//, "")).filter((name) => /^[^.][^/]*\//.test(name))
  const candidates = [...near, ...inFolders.map((name) => `**/${name}`)]
  const path = candidates.find((candidate) => isOtherPage(candidate, context))
  return path === undefined ? undefined : context.find([path], target, at)
}

/** Returns true if a file exists and is not the page itself, whose path can end with the name of what it includes. */
function isOtherPage(path: string, context: IncludeContext): boolean {
  // Not even read, because files that are read count as parts of other pages.
  if (path === context.path) return false
  const text = context.peek(path)
  if (text === undefined) return false
  return !path.startsWith("**/") || !context.path.endsWith(path.slice(2)) || context.peek(context.path) !== text
}
