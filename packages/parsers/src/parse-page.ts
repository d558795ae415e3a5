import { referenceTitles } from "./formats/asciidoc/page-references.ts"
import { parseAsciidoc } from "./formats/asciidoc/parse-asciidoc.ts"
import { withoutEmbeddedFiles } from "./detect/embedded-files.ts"
import type { FormatName, ParsedFile, TextPage } from "./document/document.ts"
import { expandIncludes, traceToPage } from "./generators/expand-includes.ts"
import type { ReadIncluded } from "./generators/includes/include-context.ts"
import { stripInvisible } from "./document/invisible-characters.ts"
import { NO_TITLES, type SiteTitles } from "./generators/site/site-titles.ts"
import { parseFile } from "./parse-file.ts"
import { parseSourceCode } from "./code/symbols/parse-source-code.ts"

/** The files and titles around a page. */
export interface PageSurroundings {
  /** Returns other files (see `expandIncludes`). By default there are none. */
  readonly read?: ReadIncluded | undefined
  /** False if `expandIncludes` is known to find nothing on the page, which is then not searched again. By default true. */
  readonly hasIncludes?: boolean | undefined
  /** Titles of other pages, for references to them. */
  readonly titles?: SiteTitles | undefined
}

/**
 * Formats that are parsed in a worker thread, so that limits can stop them; the others are parsed before `parsePage`
 * returns.
 */
export const THREADED_FORMATS: ReadonlySet<FormatName> = new Set(["asciidoc", "source-code"])

const NO_OTHER_FILES: ReadIncluded = () => undefined

/**
 * Parses a page into a document, with the parts that it includes from other files of its source. Included blocks have
 * the line of the include.
 *
 * @returns what could be parsed; an invalid file returns problems.
 * @throws {Error} for source code that cannot be parsed, because its plain text is not useful in an answer.
 */
export async function parsePage(
  page: TextPage,
  { read = NO_OTHER_FILES, hasIncludes = true, titles = NO_TITLES }: PageSurroundings = {},
): Promise<ParsedFile> {
  const { format, text, path } = page
  if (format === "source-code") return parseSourceCode(stripInvisible(text), path)
  const expanded = hasIncludes ? expandIncludes(page, read) : undefined
  const whole = expanded?.text ?? text
  const parsed =
    format === "asciidoc"
      ? await parseAsciidoc(
          stripInvisible(withoutEmbeddedFiles(whole)),
          expanded?.attributes,
          referenceTitles(whole, path, titles),
        )
      : parseFile({ format, text: whole, path }, titles)
  return expanded === undefined ? parsed : traceToPage(parsed, expanded)
}
