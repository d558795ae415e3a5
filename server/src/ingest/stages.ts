import type { Document, FormatName, ParsedFile } from "../formats/document.ts"
import { type DecodedText, decodeText, isLfsPointer } from "../formats/decode-text.ts"
import { type BinaryFormat, detectBinary } from "../formats/detect-binary.ts"
import { detectFormat } from "../formats/detect-format.ts"
import { type ExpandedPage, expandIncludes } from "../formats/includes/expand-includes.ts"
import type { ReadIncluded } from "../formats/includes/include-context.ts"
import type { ProcessAnswer } from "../formats/binary-answer.ts"
import { type BinaryLimits, parseBinary } from "../formats/parse-binary.ts"
import { labelCode } from "../formats/code-language/label-code.ts"
import { parseFile } from "../formats/parse-file.ts"
import { parsePage } from "../formats/parse-page.ts"
import { sitePlanPaths } from "../formats/site/config-paths.ts"
import { planSite, type SitePlan } from "../formats/site/plan-site.ts"
import type { ReadText } from "../formats/site/read-site-config.ts"
import { makeSiteTitles, type SiteTitles } from "../formats/site/site-titles.ts"
import { readSitePage, type SitePage } from "../formats/site/site-page.ts"
import { createIndexBuilder } from "../index/build-index.ts"
import { INDEX_RECIPE, type IndexBuilder } from "../index/index-file.ts"
import { cutPage, type PageOrigin } from "../snippets/cut-page.ts"
import { createPageSieve, type PageSieve } from "../snippets/page-sieve.ts"
import type { Page } from "../snippets/snippet.ts"
import type { BenchmarkReport } from "../catalogue/records.ts"
import type { EmbedIndex } from "./embed-index.ts"
import type { OpenSource } from "./open-source.ts"

/** What an ingestion is made of; the real ones are put together by `createStages`. */
export interface Stages {
  readonly openSource: OpenSource
  isLfsPointer(bytes: Uint8Array): boolean
  detectFormat(path: string, bytes: Uint8Array): FormatName | undefined
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
  /** Adds vectors; missing where no embedder is configured. */
  readonly embedding: EmbeddingStage | undefined
  /** Asks a finished index; missing where nothing is to be known of that. */
  readonly benchmarkIndex?: BenchmarkIndex | undefined
  /** Changes whenever a stage would make something else of the same source. */
  readonly recipe: string
}

/** Asks an index questions made from its own passages. */
export type BenchmarkIndex = (indexPath: string, signal: AbortSignal) => Promise<BenchmarkReport>

/** An embedder as a stage. An index is no other because of it: vectors are added, and replaced when the embedder changes. */
export interface EmbeddingStage {
  readonly id: string
  readonly embedIndex: EmbedIndex
}

/** Puts the program's own stages together; only how a source is opened and what embeds depend on the surroundings. */
export function createStages(
  openSource: OpenSource,
  embedding?: EmbeddingStage,
  benchmarkIndex?: BenchmarkIndex,
): Stages {
  return {
    openSource,
    isLfsPointer,
    detectFormat,
    detectBinary,
    parseBinary,
    decodeText,
    parseFile,
    parsePage,
    expandIncludes,
    readSitePage,
    sitePlanPaths,
    planSite,
    makeSiteTitles,
    labelCode,
    cutPage,
    createPageSieve,
    createIndexBuilder,
    embedding,
    benchmarkIndex,
    recipe: INDEX_RECIPE,
  }
}
