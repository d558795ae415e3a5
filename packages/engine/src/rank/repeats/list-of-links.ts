import type { IndexedSnippet } from "../../index/read/open-index.ts"
import { withoutCuts } from "../../snippets/cut-marks.ts"

/** A heading above links to other pages. */
const HEADING =
  /^(?:see also|next steps?|what['’]?s next\??|related(?: (?:pages?|topics?|articles?|links?|guides?|reading|content|resources|documentation))?|further (?:reading|resources|information)|learn more|where to go next|(?:more|additional|other) (?:information|resources|reading)|resources)[:.!?]?$/i
/** A list item of a few words, which a longer one with an explanation is not. */
const SHORT_ITEM = /^\s*[-*+] [^\n]{1,160}$/

/** Returns true for a snippet that only lists links below a heading such as `See also`: it has the words of the pages, but none of their text. */
export function isListOfLinks({ headingPath, content }: Pick<IndexedSnippet, "headingPath" | "content">): boolean {
  if (!HEADING.test(headingPath.at(-1) ?? "")) return false
  const lines = withoutCuts(content).split("\n")
  return lines.every((line) => line.trim() === "" || SHORT_ITEM.test(line))
}
