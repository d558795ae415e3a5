import type { FormatName, ParsedFile, TextPage } from "./document/document.ts"
import { withoutEmbeddedFiles } from "./detect/embedded-files.ts"
import { stripInvisible } from "./document/invisible-characters.ts"
import { parseManPage } from "./formats/man-page/parse-man-page.ts"
import { parseHtml } from "./formats/html/parse-html.ts"
import { parseMarkdownOrMdx, parseMdx } from "./formats/mdx/parse-mdx.ts"
import { parseNotesBlocks } from "./formats/notes-blocks/parse-notes-blocks.ts"
import { parseNotebook } from "./formats/notebook/parse-notebook.ts"
import { parseApiPage } from "./formats/openapi/parse-api-page.ts"
import { parsePlainText } from "./formats/plain-text/parse-plain-text.ts"
import { NO_TITLES, type SiteTitles } from "./generators/site/site-titles.ts"
import { parseRestructuredText } from "./formats/restructured-text/parse-restructured-text.ts"
import { parseRDocumentation } from "./formats/r-documentation/parse-r-documentation.ts"
import { parseWikiStorage } from "./formats/wiki-storage/parse-wiki-storage.ts"

const PARSERS = {
  markdown: parseMarkdownOrMdx,
  mdx: parseMdx,
  "restructured-text": parseRestructuredText,
  // `parsePage` parses it in a worker thread; here, its text is kept unchanged.
  asciidoc: parsePlainText,
  notebook: parseNotebook,
  html: parseHtml,
  openapi: parseApiPage,
  "wiki-storage": parseWikiStorage,
  "notes-blocks": parseNotesBlocks,
  "plain-text": parsePlainText,
  "man-page": parseManPage,
  "r-documentation": parseRDocumentation,
  // `parsePage` parses it in a worker thread, like AsciiDoc.
  "source-code": parsePlainText,
} satisfies Record<FormatName, (text: string, path: string, titles: SiteTitles) => ParsedFile>

/**
 * Parses a single file into a document; `parsePage` also handles pages with includes.
 *
 * @param titles of other pages, for references to them.
 * @returns what could be parsed; an invalid file returns problems and never throws. Time grows with the length of the text.
 */
export function parseFile({ format, text, path }: TextPage, titles: SiteTitles = NO_TITLES): ParsedFile {
  const shown = stripInvisible(withoutEmbeddedFiles(text))
  try {
    return PARSERS[format](shown, path, titles)
  } catch (thrown) {
    // A defect of a parser costs the page its structure, but not its text, and never affects the rest of the library.
    const message = `${path}: ${format} could not be read (${thrown instanceof Error ? thrown.message : String(thrown)}), kept as plain text`
    const plain = parsePlainText(shown)
    return { document: plain.document, problems: [...plain.problems, { message, isKeptAsText: true }] }
  }
}
