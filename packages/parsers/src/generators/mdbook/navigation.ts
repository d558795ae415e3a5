import { type ListLine, nestLines } from "../site/nested-list.ts"
import type { NavigationEntry } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_LINES = 20_000
/** A link whose label may contain brackets: ``[`#[koi]` attribute](koi.md)``. */
const LINK = /^\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,500})\]\(\s{0,9}<?([^)\s>]{0,1000})>?[^)]{0,500}\)/

/**
 * Reads `SUMMARY.md` of mdBook and GitBook: nested lists of links, with headings as parts. Builds that insert generated pages make it of
 * `SUMMARY.md.in`.
 */
export const MDBOOK_SUMMARY: SiteConfigReader = {
  files: ["SUMMARY.md", "SUMMARY.md.in"],
  readNavigation: ({ text, folder }) => ({ entries: parseSummary(text), bases: [folder] }),
}

function parseSummary(text: string): readonly NavigationEntry[] {
  const lines: ListLine[] = []
  let hasPart = false
  for (const [at, line] of text.split("\n").slice(0, MAX_LINES).entries()) {
    const heading = /^#{1,6}\s+(.{1,300}?)\s{0,99}#{0,9}$/.exec(line)
    if (heading !== null) {
      // The first heading is the title of the list.
      hasPart = at > 0 && lines.length > 0 && !/^(?:summary|table of contents)$/i.test(heading[1] ?? "")
      if (hasPart) lines.push({ depth: 0, label: heading[1] })
      continue
    }
    const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? /^()(\[.*)$/.exec(line)
    if (item === null) continue
    const indent = (item[1] ?? "").replaceAll("\t", "    ").length
    lines.push({ depth: (hasPart ? 1 : 0) + indent, ...parseItem(item[2] ?? "") })
  }
  return nestLines(lines)
}

/** Parses `[label](target)`, or plain text for a chapter that is not written yet. */
function parseItem(text: string): Pick<ListLine, "label" | "target"> {
  const link = LINK.exec(text)
  const label = (link?.[1] ?? text).replace(/[*`]/g, "").trim()
  return { label: label || undefined, target: link?.[2] || undefined }
}
