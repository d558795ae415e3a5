import { pageAddress, pageKey } from "../website/page-address.ts"

/** A page that an llms.txt lists. */
export interface ListedPage {
  readonly url: URL
  /** Heading of its list; empty before the first heading. */
  readonly section: string
}

/** Maximum number of links and maximum length of a list of pages; the largest ones in use have a tenth of it. */
const MAX_LINKS = 50_000
const MAX_LIST_CHARACTERS = 8 * 1024 * 1024
/** Maximum number of parts of one file. */
const MAX_PARTS = 20_000
/** A longer part ends at its next heading of any level, at a blank line if it is twice as long, and then at any line. */
const MAX_PART_CHARACTERS = 1024 * 1024

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

/**
 * URLs may contain balanced parentheses. The text of a link is searched backwards from its target, because a text can start
 * at every bracket.
 */
const LINK = /\]\((?<=\[[^\]]{0,500}\]\()\s*<?((?:[^()\s>]|\([^()\s>]{0,200}\)){1,1000})(?=[)\s>])/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Number of lines at the start of a part in which generators name the page. */
const SOURCE_LINES = 8
/** The line below a heading in which generators name the page. */
const PART_SOURCE = /^(?:source|url|original|page)(?: url)?:\s*<?(https?:\/\/[^\s>]+)/im

/** Parses the structure of an llms.txt file. */
export function readLlmsTxt(text: string, address: URL): LlmsTxt {
  const pages = new Map<string, ListedPage>()
  const own = pageKey(address)
  let linkCount = 0
  let section = ""
  for (const line of linesOf(text.slice(0, MAX_LIST_CHARACTERS))) {
    if (linkCount > MAX_LINKS) break
    const heading = /^##+\s+(.{1,300})/.exec(line)?.[1]
    if (heading !== undefined) section = heading.trim()
    for (const [, target = ""] of line.matchAll(LINK)) {
      if (++linkCount > MAX_LINKS) break
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

/**
 * Splits a file of many pages at its top-level headings, never inside code. A part that is too long for one page is split
 * further.
 *
 * @returns at most 20,000 parts.
 */
export function cutLlmsTxt(text: string, address: URL): readonly LlmsTxtPart[] {
  return startsOfParts(text).map((start, at, starts) => {
    // The line break before the next part belongs to neither.
    const end = starts[at + 1] === undefined ? text.length : (starts[at + 1] ?? 0) - 1
    const part = text.slice(start, end)
    const named = PART_SOURCE.exec([...firstLines(part, SOURCE_LINES)].join("\n"))?.[1]
    const url = named === undefined ? undefined : pageAddress(named, address.href)
    return { text: part, url: url?.origin === address.origin ? url : undefined }
  })
}

function startsOfParts(text: string): readonly number[] {
  const starts = [0]
  let fence: string | undefined
  let hasText = false
  let start = 0
  for (const line of linesOf(text)) {
    const length = start - (starts.at(-1) ?? 0)
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    const isHeading =
      fence === undefined && (/^# \S/.test(line) || (length > MAX_PART_CHARACTERS && /^#{2,6} \S/.test(line)))
    const isForced = length > (line.trim() === "" ? 2 : 3) * MAX_PART_CHARACTERS
    if ((isHeading && hasText) || isForced) {
      if (starts.length >= MAX_PARTS) break
      starts.push(start)
      if (isForced) fence = undefined
      hasText = false
    }
    hasText ||= line.trim() !== ""
    start += line.length + 1
  }
  return starts
}

/** Yields lines one by one: a list of all lines of a large file would take more memory than the file. */
function* linesOf(text: string): Generator<string> {
  let start = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    yield text.slice(start, end)
    start = end + 1
  }
  yield text.slice(start)
}

function* firstLines(text: string, count: number): Generator<string> {
  let left = count
  for (const line of linesOf(text)) {
    if (left-- <= 0) return
    yield line
  }
}
