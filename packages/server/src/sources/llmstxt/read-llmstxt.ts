import { pageAddress, pageKey } from "../website/page-address.ts"

/** A page that an llms.txt lists. */
export interface ListedPage {
  readonly url: URL
  /** Heading of its list; empty before the first heading. */
  readonly section: string
}

/** The title, description and pages of an llms.txt file. */
export interface LlmsTxt {
  readonly title: string | undefined
  readonly description: string | undefined
  /** Listed pages on the file's own host, in order, without duplicates and without the file itself. */
  readonly pages: readonly ListedPage[]
}

/** A part of a large file that is parsed as its own page. */
export interface LlmsTxtPart {
  readonly text: string
  /** URL of the page that the part was made from, if it names one on the same host. */
  readonly url: URL | undefined
}

/** URLs may contain balanced parentheses. */
const LINK = /\[[^\]]{0,500}\]\(\s*<?((?:[^()\s>]|\([^()\s>]{0,200}\)){1,1000})(?=[)\s>])/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** The line below a heading in which generators name the page. */
const PART_SOURCE = /^(?:source|url|original|page)(?: url)?:\s*<?(https?:\/\/[^\s>]+)/im

/** Parses the structure of an llms.txt file. */
export function readLlmsTxt(text: string, address: URL): LlmsTxt {
  const pages = new Map<string, ListedPage>()
  const own = pageKey(address)
  let section = ""
  for (const line of text.split("\n")) {
    const heading = /^##+\s+(.{1,300})/.exec(line)?.[1]
    if (heading !== undefined) section = heading.trim()
    for (const [, target = ""] of line.matchAll(LINK)) {
      const url = pageAddress(target, address.href)
      if (url === undefined || url.origin !== address.origin) continue
      const key = pageKey(url)
      if (key !== own && !pages.has(key)) pages.set(key, { url, section })
    }
  }
  return {
    title: /^#\s+(.{1,300})/m.exec(text)?.[1]?.trim(),
    description: /^>\s*(.{1,1000})/m.exec(text)?.[1]?.trim(),
    pages: [...pages.values()],
  }
}

/** Splits a file of many pages at its top-level headings, never inside code. */
export function cutLlmsTxt(text: string, address: URL): readonly LlmsTxtPart[] {
  const parts: string[][] = [[]]
  let fence: string | undefined
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    if (fence === undefined && /^# \S/.test(line) && parts.at(-1)?.some((before) => before.trim() !== "") === true)
      parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts.map((lines) => {
    const named = PART_SOURCE.exec(lines.slice(0, 8).join("\n"))?.[1]
    const url = named === undefined ? undefined : pageAddress(named, address.href)
    return { text: lines.join("\n"), url: url?.origin === address.origin ? url : undefined }
  })
}
