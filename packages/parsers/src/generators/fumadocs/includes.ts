import { fenced, FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { aroundPage, besidePage, isAddress } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { withoutFrontMatter } from "../includes/page-text.ts"
import { EDITOR_REGIONS, selectRegion, withoutRegionMarks } from "../includes/select-lines.ts"

const OPENING = /^[ \t]*<include(?=[\s>])/
const TAG = /^([ \t]*)<include((?:\s[^<>]*?)?)>\s*([^<>\s]+?)\s*<\/include>[ \t]*$/
/** Maximum number of lines of a tag. */
const MAX_TAG_LINES = 12

/** Checks quickly whether a page may use `<include>` tags. */
export function hasIncludeTags(text: string): boolean {
  return text.includes("<include") && /^[ \t]*<include[\s>]/m.test(text)
}

/**
 * Expands `<include>./part.mdx#id</include>` of Fumadocs: pages, their sections, and code files. With `cwd`, the path is relative to the
 * project's folder, which is one of those above the page.
 */
export function expandIncludeTags(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const tag = fences.isInside || !OPENING.test(line.text) ? undefined : tagAt(lines, index)
    const made = tag === undefined ? undefined : expandTag(tag.parts, line.at, context)
    fences.next(line.text)
    if (tag === undefined || made === undefined) out.push(line)
    else {
      out.push({ text: "", at: line.at }, ...made, { text: "", at: line.at })
      index = tag.end
    }
  }
  return out
}

function tagAt(lines: readonly SourceLine[], start: number) {
  let text = ""
  for (let end = start; end < Math.min(lines.length, start + MAX_TAG_LINES); end++) {
    text += `${end === start ? "" : "\n"}${lines[end]?.text ?? ""}`
    if (text.length > MAX_LINE_CHARACTERS) return undefined
    const parts = TAG.exec(text)
    if (parts !== null) return { parts, end }
  }
  return undefined
}

function expandTag(tag: RegExpExecArray, at: number, context: IncludeContext): readonly SourceLine[] | undefined {
  const [, indent = "", attributes = "", written = ""] = tag
  const [, path = written, section] = /^([^#]+)(?:#([\w:.-]+))?$/.exec(written) ?? []
  if (isAddress(path)) return undefined
  const isFromRoot = /\scwd(?=[\s=]|$)/.test(attributes)
  const found = context.find(isFromRoot ? aroundPage(path, context.path) : besidePage(path, context.path), written, at)
  if (found === undefined) return undefined
  const attribute = (name: string) => new RegExp(`\\s${name}=(["'])([^\\n]*?)\\1`).exec(attributes)?.[2]
  const language = attribute("lang")
  if (language === undefined && /\.mdx?$/.test(found.path)) {
    const page = withoutFrontMatter(found.text)
    const text = section === undefined ? page : (sectionOf(page, section) ?? page)
    return context.within(found.path, () => expandIncludeTags(context.linesAt(text, at, indent), context))
  }
  const code = section === undefined ? found.text : (selectRegion(found.text, section, EDITOR_REGIONS) ?? found.text)
  const title = /\btitle="([^"]*)"/.exec(attribute("meta") ?? "")?.[1]
  const shown = withoutRegionMarks(code, EDITOR_REGIONS)
  return context.linesAt(fenced(shown, language ?? languageOfPath(found.path), title), at, indent)
}

/** Returns the content of `<section id="…">`. */
function sectionOf(page: string, id: string): string | undefined {
  const opening = [...page.matchAll(/^[ \t]*<section\s+id="([^"\n]+)"[^>\n]*>[ \t]*$/gm)].find(
    (match) => match[1] === id,
  )
  if (opening === undefined) return undefined
  const start = opening.index + opening[0].length
  const end = page.indexOf("</section>", start)
  return page.slice(start, end < 0 ? undefined : end)
}
