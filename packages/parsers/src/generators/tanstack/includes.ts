import { parseFrontMatter, parseFrontMatterData } from "../../document/front-matter.ts"
import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { aroundPage } from "../includes/include-paths.ts"
import { isMarkdownPage, withoutFrontMatter } from "../includes/page-text.ts"
import { isRecord } from "../site/config-data.ts"

const REFERENCE = /^ref:[ \t]*\S/m
/** Characters in which front matter is searched for a reference. */
const SEARCHED_CHARACTERS = 8192
/** A comment in the syntax of a link definition, at the start and at the end of a section. */
const SECTION_MARK = /^\[\/\/\]: # (["'])(\w{1,100})\1[ \t]*$/
const MAX_REPLACEMENTS = 100
const MAX_CHARACTERS = 1024 * 1024

/** Checks quickly whether a page may take its text from another page. */
export function hasPageReference(text: string): boolean {
  return text.startsWith("---") && REFERENCE.test(text.slice(0, SEARCHED_CHARACTERS))
}

/**
 * Builds a page with `ref: path/of/page.md` in its front matter as the sites of TanStack do: the text of the other page after
 * the replacements of `replace`, in which the page's own sections take the place of those with the same name. Sections are between
 * two comments `[//]: # 'Name'`; an empty one removes the other. Text of the page outside of its sections is not shown.
 */
export function expandPageReference(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const text = lines.map((line) => line.text).join("\n")
  const front = hasPageReference(text) ? parseFrontMatterData(text) : undefined
  const target = isRecord(front) ? front["ref"] : undefined
  if (!isRecord(front) || typeof target !== "string" || !isMarkdownPage(target)) return lines
  const { lineCount } = parseFrontMatter(text)
  const found = context.find(aroundPage(target, context.path), target, 1)
  if (found === undefined) return lines
  const replaced = replaceAll(withoutFrontMatter(found.text), replacementsOf(front["replace"]))
  return [...lines.slice(0, lineCount), ...withOwnSections(context.linesAt(replaced, 1), lines.slice(lineCount))]
}

interface Replacement {
  readonly from: string
  readonly to: string
}

/** Reads `replace`, in order. Its keys are regular expressions, of which escaped characters and brackets around one character are supported. */
function replacementsOf(written: unknown): readonly Replacement[] {
  if (!isRecord(written)) return []
  return Object.entries(written)
    .slice(0, MAX_REPLACEMENTS)
    .flatMap(([key, value]) => {
      const from = key.replaceAll(
        /\\([^\w\s])|\[([^\]\\^])\]/g,
        (_, escaped?: string, only?: string) => escaped ?? only ?? "",
      )
      return from === "" || typeof value !== "string" ? [] : [{ from, to: value }]
    })
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let replaced = text
  for (const { from, to } of replacements) {
    const parts = replaced.split(from)
    // Text that is replaced many times could grow without limit.
    if (replaced.length + (parts.length - 1) * to.length > MAX_CHARACTERS) return replaced
    replaced = parts.join(to)
  }
  return replaced
}

function withOwnSections(lines: readonly SourceLine[], own: readonly SourceLine[]): readonly SourceLine[] {
  const replacing = new Map(sectionsOf(own).map((section) => [section.name, own.slice(section.start, section.end)]))
  const made: SourceLine[] = []
  let from = 0
  for (const { name, start, end } of sectionsOf(lines)) {
    const section = replacing.get(name)
    if (section === undefined) continue
    made.push(...lines.slice(from, start), ...section)
    from = end
  }
  return [...made, ...lines.slice(from)]
}

interface Section {
  readonly name: string
  /** Indexes of the first line inside and of the mark that ends it. */
  readonly start: number
  readonly end: number
}

/** Lists the sections of a page in order. They do not overlap, and a mark without a second one is not the start of a section. */
function sectionsOf(lines: readonly SourceLine[]): readonly Section[] {
  const marks = lines.flatMap(({ text }, at) => {
    const name = SECTION_MARK.exec(text)?.[2]
    return name === undefined ? [] : [{ name, at }]
  })
  const sections: Section[] = []
  for (let index = 0; index + 1 < marks.length; index++) {
    const [opening, closing] = [marks[index], marks[index + 1]]
    if (opening === undefined || closing === undefined || opening.name !== closing.name) continue
    sections.push({ name: opening.name, start: opening.at + 1, end: closing.at })
    index++
  }
  return sections
}
