import { referenceTitles } from "./formats/asciidoc/page-references.ts"
import { parseAsciidoc } from "./formats/asciidoc/parse-asciidoc.ts"
import type { FormatName, ParsedFile } from "./document/document.ts"
import { expandIncludes, traceToPage } from "./generators/expand-includes.ts"
import type { ReadIncluded } from "./generators/includes/include-context.ts"
import { stripInvisible } from "./document/invisible-characters.ts"
import { NO_TITLES, type SiteTitles } from "./generators/site/site-titles.ts"
import { parseFile } from "./parse-file.ts"
import { parseSourceCode } from "./code/symbols/parse-source-code.ts"

/**
 * Reads a page into a document, together with what it includes from other files of its source. Lines of blocks that
 * were included are those of the include.
 *
 * @param text without byte order mark, lines ended by LF (see `decodeText`).
 * @param path of the file inside its source.
 * @param read gives the other files; see `expandIncludes`.
 * @param titles of other pages, for references to them.
 * @returns what could be read; a broken file gives problems.
 * @throws {Error} for source code that cannot be read: it is no text that could stand in an answer as it is.
 */
export async function parsePage(
  format: FormatName,
  text: string,
  path: string,
  read: ReadIncluded,
  titles: SiteTitles = NO_TITLES,
): Promise<ParsedFile> {
  if (format === "source-code") return parseSourceCode(stripInvisible(text), path)
  const page = expandIncludes(format, text, path, read)
  const whole = page?.text ?? text
  const parsed =
    format === "asciidoc"
      ? await parseAsciidoc(stripInvisible(whole), page?.attributes, referenceTitles(whole, path, titles))
      : parseFile(format, whole, path, titles)
  return page === undefined ? parsed : traceToPage(parsed, page)
}
