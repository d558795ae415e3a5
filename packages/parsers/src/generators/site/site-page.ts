import type { FormatName } from "../../document/document.ts"
import { collectLabels } from "../../formats/restructured-text/labels.ts"
import { collectMystLabels } from "../../formats/markdown/myst-references.ts"
import { collectAsciidocLabels } from "../../formats/asciidoc/labels.ts"
import { descriptionsOfPage } from "./named-descriptions.ts"

/** What the order of a site needs to know of one of its pages. */
export interface SitePage {
  readonly path: string
  /** Title that the page gives itself: front matter, or its first heading where that is cheap to find. */
  readonly title?: string
  /** Place among its neighbours, from front matter: the lower comes first. */
  readonly position?: number
  readonly toctrees: readonly Toctree[]
  /** Files of descriptions of APIs that the page shows operations of, as they are written. */
  readonly descriptions?: readonly string[]
  /** Labels of reStructuredText, MyST and AsciiDoc in lower case with the titles of their sections. */
  readonly labels?: ReadonlyMap<string, string>
  /** Other pages of an Antora site that this one stands for: `module:page.adoc`. */
  readonly aliases?: readonly string[]
}

/** One `toctree` directive of Sphinx or MyST. */
export interface Toctree {
  readonly caption?: string
  readonly isGlob: boolean
  readonly isReversed: boolean
  /** Names of documents as they are written, with the title that an entry gives. */
  readonly entries: readonly { readonly target: string; readonly title?: string }[]
}

/** Front matter longer than this is not looked through. */
const MAX_HEAD_CHARACTERS = 8_192
const MAX_ENTRIES = 5_000

/** Looks up what a page says about its place; the page itself is parsed later. */
export function readSitePage(format: FormatName, text: string, path: string): SitePage {
  const descriptions = descriptionsOfPage(text)
  return { ...readPlace(format, text, path), ...(descriptions.length === 0 ? {} : { descriptions }) }
}

function readPlace(format: FormatName, text: string, path: string): SitePage {
  if (format === "restructured-text") {
    const title = titleOfRestructuredText(text)
    return {
      path,
      ...(title === undefined ? {} : { title }),
      toctrees: readToctrees(text),
      labels: collectLabels(text),
    }
  }
  if (format === "asciidoc") return { path, toctrees: [], ...collectAsciidocLabels(text) }
  if (format !== "markdown" && format !== "mdx") return { path, toctrees: [] }
  const head = headOf(text)
  const position = positionOf(head)
  const labels = collectMystLabels(text)
  const title =
    /^title[ \t]*[:=][ \t]*["']?(.*?)["']?[ \t]*$/m.exec(head)?.[1] ??
    /^#[ \t]+(.{1,300}?)[ \t]*#{0,9}$/m.exec(text)?.[1]
  return {
    path,
    ...(title === undefined || title === "" ? {} : { title }),
    ...(position === undefined ? {} : { position }),
    toctrees: text.includes("{toctree}") ? readMystToctrees(text) : [],
    ...(labels.size === 0 ? {} : { labels }),
  }
}

function headOf(text: string): string {
  const marker = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1]
  if (marker === undefined) return ""
  const head = text.slice(0, MAX_HEAD_CHARACTERS)
  const end = head.indexOf(`\n${marker}`, marker.length)
  return end === -1 ? "" : head.slice(0, end)
}

/** `weight` of Hugo, `nav_order` of Jekyll, `sidebar_position` of Docusaurus, `sidebar.order` of Starlight, `order` of others. */
function positionOf(head: string): number | undefined {
  const written =
    /^(?:weight|nav_order|sidebar_position|order|position|menu_order)[ \t]*[:=][ \t]*["']?(-?\d+(?:\.\d+)?)/m.exec(
      head,
    ) ?? /^sidebar:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+order:[ \t]*(-?\d+(?:\.\d+)?)/m.exec(head)
  return written === null ? undefined : Number(written[1])
}

function titleOfRestructuredText(text: string): string | undefined {
  const lines = text.slice(0, MAX_HEAD_CHARACTERS).split("\n")
  const at = lines.findIndex(
    (line, index) =>
      index > 0 &&
      /^([=\-~^"'*+#_.:`])\1{2,}\s*$/.test(line) &&
      /^\S/.test(lines[index - 1] ?? "") &&
      !(lines[index - 1] ?? "").startsWith(".. "),
  )
  return at === -1 ? undefined : lines[at - 1]?.replace(/:[\w:]+:`([^`<]*?)(?:\s*<[^`]*)?`|[`*]+/g, "$1").trim()
}

function readToctrees(text: string): readonly Toctree[] {
  if (!text.includes("toctree::")) return []
  const lines = text.split("\n")
  return lines.flatMap((line, at) => {
    const indent = /^(\s*)\.\. toctree::\s*$/.exec(line)?.[1]
    if (indent === undefined) return []
    const body: string[] = []
    for (const below of lines.slice(at + 1, at + 1 + MAX_ENTRIES)) {
      if (below.trim() !== "" && !(below.startsWith(indent) && /^\s/.test(below.slice(indent.length)))) break
      body.push(below.trim())
    }
    return [toctreeOf(body)]
  })
}

function readMystToctrees(text: string): readonly Toctree[] {
  return [...text.matchAll(/^[ \t]*(`{3,}|:{3,})\{toctree\}[^\n]*\n([^]{0,50000}?)^[ \t]*\1/gm)].map((match) =>
    toctreeOf((match[2] ?? "").split("\n").map((line) => line.trim())),
  )
}

function toctreeOf(body: readonly string[]): Toctree {
  const options = new Map<string, string>()
  const entries: { target: string; title?: string }[] = []
  for (const line of body) {
    const option = /^:?([\w-]+):(?:\s+(.*))?$/.exec(line)
    if (line === "" || line === "---") continue
    if (option !== null && entries.length === 0) {
      options.set(option[1] ?? "", option[2] ?? "")
      continue
    }
    const titled = /^(.*?)\s*<([^<>]+)>$/.exec(line)
    const title = titled?.[1] ?? ""
    entries.push({ target: titled?.[2] ?? line, ...(title === "" ? {} : { title }) })
  }
  const caption = options.get("caption")
  return {
    ...(caption === undefined || caption === "" ? {} : { caption }),
    isGlob: options.has("glob"),
    isReversed: options.has("reversed"),
    entries,
  }
}
