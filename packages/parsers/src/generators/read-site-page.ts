import type { FormatName } from "../document/document.ts"
import { withoutClosingHashes } from "../document/heading-text.ts"
import { collectAsciidocLabels } from "../formats/asciidoc/labels.ts"
import { docfxLabel } from "../formats/markdown/docfx-references.ts"
import { collectDoxygenLabels } from "../formats/markdown/dialects/doxygen-commands.ts"
import { collectMystLabels } from "../formats/markdown/myst-references.ts"
import { NO_TARGETS, renderPlainMarkup } from "../formats/restructured-text/blocks/inline.ts"
import { collectLabels } from "../formats/restructured-text/blocks/labels.ts"
import { plainLinks } from "./documenter/markup.ts"
import { titleOfBuiltPage } from "./built-pages.ts"
import { parseMystToctrees } from "./myst/navigation.ts"
import { descriptionsOfPage } from "./site/named-descriptions.ts"
import type { SitePage } from "./site/site-page.ts"
import { parseToctrees } from "./sphinx/navigation.ts"
import { topicTitle } from "./writerside/topics.ts"

/** Longer front matter is not searched. */
const MAX_HEAD_CHARACTERS = 8_192
/** A longer heading is not a title. */
const MAX_TITLE_CHARACTERS = 300
const TOP = /^#[ \t]+(\S.*)$/gm
const SECTION = /^##[ \t]+(\S.*)$/gm
/** `weight` of Hugo, `nav_order` of Jekyll, `sidebar_position` of Docusaurus, and `order` and others of further tools. */
const POSITION =
  /^(?:weight|nav_order|sidebar_position|order|position|menu_order)[ \t]*[:=][ \t]*["']?(-?\d+(?:\.\d+)?)/m
/** `sidebar.order` of Starlight. */
const NESTED_POSITION = /^sidebar:[ \t]*\n(?:[ \t][^\n]*\n)*?[ \t]+order:[ \t]*(-?\d+(?:\.\d+)?)/m

/** Collects the properties of a page that the reading order and references of its site depend on, without parsing the whole page. */
export function readSitePage(format: FormatName, text: string, path: string): SitePage {
  const descriptions = descriptionsOfPage(text)
  return { path, toctrees: [], ...readAs(format, text), ...(descriptions.length === 0 ? {} : { descriptions }) }
}

function readAs(format: FormatName, text: string): Partial<SitePage> {
  switch (format) {
    case "restructured-text":
      return {
        title: titleOfRestructuredText(text),
        toctrees: parseToctrees(text),
        labels: collectLabels(text),
      }
    case "asciidoc":
      return collectAsciidocLabels(text)
    case "html":
      return { builtTitle: titleOfBuiltPage(text) }
    case "markdown":
    case "mdx":
      return readMarkdown(text)
    default:
      return {}
  }
}

function readMarkdown(text: string): Partial<SitePage> {
  const head = headOf(text)
  const title = titleIn(head) ?? topicTitle(text) ?? firstHeading(text)
  const labels = new Map([
    ...collectMystLabels(text),
    ...collectDoxygenLabels(text),
    ...docfxLabels(head, title ?? firstHeading(text, SECTION)),
  ])
  return {
    title: title || undefined,
    position: positionIn(head),
    toctrees: parseMystToctrees(text),
    labels: labels.size === 0 ? undefined : labels,
  }
}

/** Labels the title of a page with its `uid`, by which other pages of DocFX refer to it. */
function docfxLabels(head: string, title: string | undefined): readonly (readonly [string, string])[] {
  const [, uid] = /^uid:[ \t]*["']?([\w.-]{1,200})["']?[ \t]*$/m.exec(head) ?? []
  return uid === undefined || !title ? [] : [[docfxLabel(uid), title]]
}

function titleIn(head: string): string | undefined {
  const value = /^title[ \t]*[:=](.*)$/m.exec(head)?.[1]
  return value?.trim().replace(/^["']/, "").replace(/["']$/, "")
}

/** Returns the text of the first heading, by default a top-level one, that is not too long for a title. */
function firstHeading(text: string, pattern = TOP): string | undefined {
  for (const [, written = ""] of text.matchAll(pattern)) {
    const heading = plainLinks(withoutClosingHashes(written))
    if (heading.length <= MAX_TITLE_CHARACTERS) return heading
  }
  return undefined
}

function headOf(text: string): string {
  const marker = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1]
  if (marker === undefined) return ""
  const head = text.slice(0, MAX_HEAD_CHARACTERS)
  const end = head.indexOf(`\n${marker}`, marker.length)
  return end === -1 ? "" : head.slice(0, end)
}

function positionIn(head: string): number | undefined {
  const written = POSITION.exec(head) ?? NESTED_POSITION.exec(head)
  return written === null ? undefined : Number(written[1])
}

function titleOfRestructuredText(text: string): string | undefined {
  const lines = text.slice(0, MAX_HEAD_CHARACTERS).split("\n")
  const at = lines.findIndex((line, index) => {
    const title = lines[index - 1] ?? ""
    // Only a title with a line above it may be indented.
    const isTitle = /^\S/.test(title) ? !title.startsWith(".. ") : title !== "" && lines[index - 2] === line
    return index > 0 && isTitle && /^([=\-~^"'*+#_.:`])\1{2,}\s*$/.test(line)
  })
  return at === -1 ? undefined : renderPlainMarkup(lines[at - 1] ?? "", NO_TARGETS).text
}
