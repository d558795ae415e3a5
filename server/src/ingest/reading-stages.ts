import type { Document, FormatName, ParsedFile } from "../formats/document.ts"
import { type DecodedText, decodeText, isLfsPointer } from "../formats/decode-text.ts"
import { type BinaryFormat, detectBinary } from "../formats/detect-binary.ts"
import { detectFormat } from "../formats/detect-format.ts"
import { isPartOfPages } from "../formats/includes/asciidoc-paths.ts"
import { type ExpandedPage, expandIncludes } from "../formats/includes/expand-includes.ts"
import type { ReadIncluded } from "../formats/includes/include-context.ts"
import type { ProcessAnswer } from "../formats/binary-answer.ts"
import { type BinaryLimits, parseBinary } from "../formats/parse-binary.ts"
import { labelCode } from "../formats/code-language/label-code.ts"
import { parseFile } from "../formats/parse-file.ts"
import { parsePage } from "../formats/parse-page.ts"
import type { PythonModule } from "../formats/python-api/python-module.ts"
import { outlinePython } from "../formats/source-code/parse-source-code.ts"
import { sitePlanPaths } from "../formats/site/config-paths.ts"
import { planSite, type SitePlan } from "../formats/site/plan-site.ts"
import type { ReadText } from "../formats/site/read-site-config.ts"
import { makeSiteTitles, type SiteTitles } from "../formats/site/site-titles.ts"
import { readSitePage, type SitePage } from "../formats/site/site-page.ts"
import { createIndexBuilder } from "../index/build-index.ts"
import type { IndexBuilder } from "../index/index-file.ts"
import { cutPage, type PageOrigin } from "../snippets/cut-page.ts"
import { createPageSieve, type PageSieve } from "../snippets/page-sieve.ts"
import type { Page } from "../snippets/snippet.ts"

/** What becomes of the bytes of a source: parsing, cutting, indexing. */
export interface ReadingStages {
  isLfsPointer(bytes: Uint8Array): boolean
  detectFormat(path: string, bytes: Uint8Array): FormatName | undefined
  /** Tells whether a file is no page by itself where others include it. */
  isPartOfPages(path: string): boolean
  detectBinary(path: string, bytes: Uint8Array): BinaryFormat | undefined
  /** Reads a PDF or DOCX file, or says why it cannot be read. */
  parseBinary(format: BinaryFormat, bytes: Uint8Array, limits: BinaryLimits): Promise<ProcessAnswer>
  decodeText(bytes: Uint8Array): DecodedText
  parseFile(format: FormatName, text: string, path: string): ParsedFile
  /** Reads a page with what it includes. */
  parsePage(
    format: FormatName,
    text: string,
    path: string,
    read: ReadIncluded,
    titles?: SiteTitles,
  ): Promise<ParsedFile>
  /** Reads what a module of Python offers. */
  outlinePython(text: string, path: string): Promise<PythonModule>
  makeSiteTitles(pages: readonly SitePage[]): SiteTitles
  expandIncludes(format: FormatName, text: string, path: string, read: ReadIncluded): ExpandedPage | undefined
  readSitePage(format: FormatName, text: string, path: string): SitePage
  /** Paths at which the configuration of a site with these pages may lie. */
  sitePlanPaths(pages: readonly string[]): readonly string[]
  planSite(pages: readonly SitePage[], read: ReadText): SitePlan
  /** Names the language of code that its page gives none. */
  labelCode(document: Document): Document
  cutPage(origin: PageOrigin, document: Document): Page
  createPageSieve(): PageSieve
  createIndexBuilder(path: string): IndexBuilder
}

/**
 * The program's own stages. Loading them takes longer than anything else that a worker does at its start, so it does that
 * while a source is fetched: see `Stages`.
 */
export const READING_STAGES: ReadingStages = {
  isLfsPointer,
  detectFormat,
  isPartOfPages,
  detectBinary,
  parseBinary,
  decodeText,
  parseFile,
  parsePage,
  expandIncludes,
  outlinePython,
  readSitePage,
  sitePlanPaths,
  planSite,
  makeSiteTitles,
  labelCode,
  cutPage,
  createPageSieve,
  createIndexBuilder,
}
