import {
  type BinaryLimits,
  type Document,
  type ExpandedPage,
  expandIncludes,
  type FormatName,
  isPartOfPages,
  labelCode,
  makeSiteTitles,
  outlinePython,
  parseBinary,
  type ParsedFile,
  parseFile,
  parsePage,
  planSite,
  type ParserResult,
  type PythonModule,
  type ReadIncluded,
  readSitePage,
  type ReadText,
  type SitePage,
  type SitePlan,
  sitePlanPaths,
  type SiteTitles,
} from "@lectern/parsers"
import {
  type BinaryFormat,
  type DecodedText,
  decodeText,
  detectBinary,
  detectFormat,
  isLfsPointer,
} from "@lectern/parsers/detect"
import {
  createIndexBuilder,
  createPageDeduplicator,
  cutPage,
  type IndexBuilder,
  type Page,
  type PageOrigin,
  type PageDeduplicator,
} from "@lectern/engine"

/** What becomes of the bytes of a source: parsing, cutting, indexing. */
export interface ReadingStages {
  isLfsPointer(bytes: Uint8Array): boolean
  detectFormat(path: string, bytes: Uint8Array): FormatName | undefined
  /** Tells whether a file is no page by itself where others include it. */
  isPartOfPages(path: string): boolean
  detectBinary(path: string, bytes: Uint8Array): BinaryFormat | undefined
  /** Reads a PDF or DOCX file, or says why it cannot be read. */
  parseBinary(format: BinaryFormat, bytes: Uint8Array, limits: BinaryLimits): Promise<ParserResult>
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
  createPageDeduplicator(): PageDeduplicator
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
  createPageDeduplicator,
  createIndexBuilder,
}
