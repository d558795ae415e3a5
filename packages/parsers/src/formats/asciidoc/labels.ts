/** The title of an AsciiDoc page, and the titles of its sections by id. */
export interface AsciidocLabels {
  /** Plain text; undefined if the title contains a value that only the site defines. */
  readonly title?: string | undefined
  /**
   * Titles in AsciiDoc, by lowercase id, and by `sectionKey` where Asciidoctor generates the id. The title of the page
   * has the empty id.
   */
  readonly labels: ReadonlyMap<string, string>
  /** Antora pages that this page replaces, as the page writes them. */
  readonly aliases?: readonly string[] | undefined
}

const HEADING = /^(={1,6}|#{1,6})[ \t]+(\S.{0,300})$/
const ANCHOR = /^\[(?:\[([^\],]{1,200})(?:,[^\]]*)?\]|[\w%.-]*#([\w.:-]{1,200})[^\]]*)\][ \t]*$/
const INLINE_ANCHOR = /\[\[([^[\],]{1,200})(?:,[^\]]{0,300})?\]\]/g
/** Starts content that only a print version or manual page shows. */
const NOT_ON_A_SITE = /^ifdef::(?:base)?backend-(?!html)[\w-]+\[\][ \t]*$/
const CONDITION = /^(?:ifn?def::\S+\[\]|ifeval::\[.*\])[ \t]*$/
const ALIASES = /^:page-aliases:[ \t]+(\S.{0,2000})$/m
const VERBATIM = /^(-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})\S*[ \t]*$/

/** Reads the titles of a page and its sections from its lines, without parsing the page. */
export function collectAsciidocLabels(text: string): AsciidocLabels {
  const labels = new Map<string, string>()
  let fence: string | undefined
  let waiting: string[] = []
  let hidden = 0
  for (const line of text.split("\n")) {
    if (hidden > 0 ? CONDITION.test(line) : NOT_ON_A_SITE.test(line)) hidden++
    else if (hidden > 0 && line.startsWith("endif::")) hidden--
    if (hidden > 0) continue
    const [, mark] = VERBATIM.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    if (fence !== undefined || line === "") continue
    const anchor = ANCHOR.exec(line)
    const [, level, written = ""] = HEADING.exec(line.trimEnd()) ?? []
    if (anchor !== null) waiting.push(anchor[1] ?? anchor[2] ?? "")
    else if (level !== undefined) {
      for (const [, id = ""] of written.matchAll(INLINE_ANCHOR)) waiting.push(id)
      const name = titleText(written)
      const ids = [...waiting.map((each) => each.toLowerCase()), ...(level.length === 1 ? [""] : []), sectionKey(name)]
      for (const id of ids) {
        if (!labels.has(id)) labels.set(id, name)
      }
      waiting = []
    } else if (!line.startsWith("[")) waiting = []
  }
  const title = labels.get("")?.replaceAll("`", "")
  const aliases = ALIASES.exec(text)?.[1]
    ?.split(/[\s,]+/)
    .filter((alias) => alias !== "")
  return {
    title: title?.includes("{") === true ? undefined : title,
    labels,
    aliases,
  }
}

/** Normalises ids that were generated from titles, so that the separators and prefixes of a site do not matter. */
export function sectionKey(identifier: string): string {
  const words = identifier.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `_${words.join("_")}`
}

/** Returns a title for use inside a sentence; code in it keeps its marks. */
function titleText(written: string): string {
  return written
    .replace(INLINE_ANCHOR, "")
    .replace(/footnote:[\w-]*\[[^\]]*\]/g, "")
    .replace(/pass:\w*\[([^\]]*)\]/g, "$1")
    .replace(/`\+(.+?)\+`/g, "`$1`")
    .trim()
}
