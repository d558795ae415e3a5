import { parseFrontMatter } from "../../document/front-matter.ts"
import { expandMarkdown } from "./expand-markdown.ts"
import { fenced, FenceTracker } from "./fences.ts"
import { type Included, type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import { aroundPage, besidePage } from "./include-paths.ts"
import { languageOfPath } from "./language-of-path.ts"

const IMPORT = /^import\s+(\w+)\s+from\s+(["'])([^"'\n]+)\2;?[ \t]*$/
/** A page beside the importing one or in the site. */
const PAGE = /^(?:\.|\/|@\/|~\/|@site\/)/
/** A component that shows imported code takes at most this many lines. */
const MAX_TAG_LINES = 12

/** Tells fast whether a page of MDX may take text or code from other files. */
export function mayIncludeInMdx(text: string): boolean {
  return /^import\s+\w+\s+from\s+["'](?:[^"'\n]*\.mdx?["']|!!?raw-loader|[^"'\n]*\?raw["'])/m.test(text)
}

type Part = Included & { readonly isCode: boolean }

/** Puts partial pages in place of their components, and imported source code in place of the components that show it. */
export function expandMdx(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const { parts, rest } = takeImports(lines, context)
  if (parts.size === 0) return expandMarkdown(rest, context)
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < rest.length; index++) {
    const line = rest[index]
    if (line === undefined) break
    const code = fences.isInside ? undefined : expandCodeTag(rest, index, parts, context)
    const page = fences.isInside ? undefined : expandPartial(line, parts, context)
    fences.next(line.text)
    if (code !== undefined) {
      out.push(...code.lines)
      index = code.end
    } else out.push(...(page ?? [line]))
  }
  return expandMarkdown(out, context)
}

function takeImports(lines: readonly SourceLine[], context: IncludeContext) {
  const parts = new Map<string, Part>()
  const fences = new FenceTracker()
  const rest = lines.map((line) => {
    fences.next(line.text)
    const [, name = "", , target = ""] =
      fences.isInside || line.text.length > MAX_LINE_CHARACTERS ? [] : (IMPORT.exec(line.text) ?? [])
    const isCode = /raw-loader!|\?raw$/.test(target)
    const path = target.replace(/^.*!/, "").replace(/\?raw$/, "")
    const isPage = /\.mdx?$/.test(target) && (PAGE.test(target) || isAliased(target, context))
    if (name === "" || !(isCode || isPage)) return line
    const found = context.find(pathsOf(path, context.path), target, line.at)
    if (found === undefined) return line
    parts.set(name, { ...found, isCode })
    return { text: "", at: line.at }
  })
  return { parts, rest }
}

/** `@mdx/start/setup.mdx` by an alias that the site's settings give to a folder; pages of packages are none of the source. */
function isAliased(target: string, context: IncludeContext): boolean {
  return aliasPaths(target).some((path) => context.peek(path) !== undefined)
}

function aliasPaths(target: string): readonly string[] {
  const [, alias = "", rest = ""] = /^[@~#$]([\w-]+)\/(.+)$/.exec(target) ?? []
  return rest === "" ? [] : [`**/${alias}/${rest}`, `**/${rest}`]
}

/** `@site/` is the folder of the site's settings, `@/` and `~/` mean it by custom. */
function pathsOf(path: string, page: string): readonly string[] {
  const inSite = /^(?:@site|@|~)\/(.+)$/.exec(path)?.[1]
  if (inSite !== undefined) return aroundPage(inSite, page)
  return /^[@~#$]\w/.test(path) ? aliasPaths(path) : besidePage(path, page)
}

/** `<Partial />`, `<Partial name="value"></Partial>`, alone on their line. */
function expandPartial(line: SourceLine, parts: ReadonlyMap<string, Part>, context: IncludeContext) {
  if (line.text.length > MAX_LINE_CHARACTERS) return undefined
  const tag = /^([ \t]*)<(\w+)((?:\s[^<>]*?)?)\s*(?:\/>|><\/\2>)[ \t]*$/.exec(line.text)
  const part = parts.get(tag?.[2] ?? "")
  if (tag === null || part === undefined || part.isCode) return undefined
  const [, indent = "", , attributes = ""] = tag
  const body = part.text.split("\n").slice(parseFrontMatter(part.text).lineCount).join("\n")
  const values = new Map(
    [...attributes.matchAll(/([\w-]+)=\{?["'`]([^"'`]*)["'`]\}?/g)].map(([, name, value]) => [name, value]),
  )
  const text = body.replace(/\{props\.(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
  const blank = { text: "", at: line.at }
  return [blank, ...context.within(part.path, () => expandMdx(context.linesAt(text, line.at, indent), context)), blank]
}

/** `<CodeBlock language="js" title="app.js">{Source}</CodeBlock>`, also over several lines or with `code={Source}`. */
function expandCodeTag(
  lines: readonly SourceLine[],
  index: number,
  parts: ReadonlyMap<string, Part>,
  context: IncludeContext,
) {
  const first = lines[index]
  if (first === undefined || !/^[ \t]*<[A-Z]\w*[\s>]/.test(first.text)) return undefined
  let tag = ""
  for (let end = index; end < Math.min(lines.length, index + MAX_TAG_LINES); end++) {
    if (tag.length > MAX_LINE_CHARACTERS) return undefined
    tag += `${lines[end]?.text ?? ""}\n`
    const found =
      /^([ \t]*)<([A-Z]\w*)([^<>]*)>\s*\{(\w+)\}\s*<\/\2>\s*$/.exec(tag) ??
      /^([ \t]*)<([A-Z]\w*)(?=[^<>]*\{(\w+)\})([^<>]*)\/>\s*$/.exec(tag)
    const part = found === null ? undefined : [...found].map((name) => parts.get(name ?? "")).find(Boolean)
    if (found === null || part === undefined || !part.isCode) continue
    const attribute = (name: string) => new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(tag)?.[1]
    const language = attribute("language") ?? attribute("lang") ?? languageOfPath(part.path)
    const code = fenced(part.text, language, attribute("title"))
    const blank = { text: "", at: first.at }
    return { lines: [blank, ...context.linesAt(code, first.at, found[1] ?? ""), blank], end }
  }
  return undefined
}
