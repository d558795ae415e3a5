import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { PageWalker } from "../html/page-walker.ts"
import { parseHtml } from "../html/parse-html.ts"
import { MAX_HTML_CHARACTERS } from "../html/html-tree.ts"
import { openEnvelope } from "./page-envelope.ts"
import { parseStorage } from "./parse-storage.ts"
import { storageTree } from "./storage-tree.ts"

/** Macros with code that an HTML parser would break. */
const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g

/**
 * Parses a page in the storage format of Confluence: XHTML with macros.
 *
 * @param text the body, inside `<wiki-page title="…">` on separate lines if the title is known.
 * @returns the parsed page; a body that is not valid XML is parsed as HTML, with a problem. Time grows linearly with
 *   the length.
 */
export function parseWikiStorage(text: string): ParsedFile {
  const { title, body: ownBody, lineOffset } = openEnvelope(text)
  // Line numbers count from the start of the file.
  const body = "\n".repeat(lineOffset) + ownBody.slice(0, MAX_HTML_CHARACTERS)
  const read = parseStorage(body)
  if ("broken" in read) {
    const message = `the page is not well-formed (${read.broken}) and was parsed as HTML`
    const problem = { message, line: read.line }
    const { document, problems } = parseHtml(asHtml(body))
    return { document: title === undefined ? document : { ...document, title }, problems: [problem, ...problems] }
  }
  const writer = new BlockWriter(text.split("\n").length)
  const root = storageTree(read.nodes, (message, line) => writer.problem(message, line))
  new PageWalker(writer, root, []).walk(root)
  return writer.finish(title)
}

function asHtml(body: string): string {
  const code = body.replaceAll(CDATA, (_, text: string) => {
    return `<pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`
  })
  return code.replaceAll(/<ac:parameter\b[^>]*>[^<]*<\/ac:parameter>/g, "")
}
