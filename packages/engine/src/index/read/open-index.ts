import { statSync } from "node:fs"

import Database from "better-sqlite3"

import type { Finding } from "../../findings/finding.ts"
import type { FindingKind } from "../../findings/rules/finding-rule.ts"
import type { Snippet } from "../../snippets/snippet.ts"
import { HEADING_SEPARATOR, INDEX_FORMAT, type IndexMeta, LANGUAGE_SEPARATOR } from "../format/index-format.ts"
import { type Layout, numbersOf, readLayout } from "../format/layout.ts"
import { TextAnalyser } from "../terms/analyse-text.ts"
import { codesOf, SNIPPET_QUERY, snippetOfRow, type SnippetRow } from "./snippet-rows.ts"
import { makeSketchCache, makeWordOrderCache, type SketchCache, type WordOrderCache } from "./number-list-cache.ts"
import { TermCache } from "./term-cache.ts"
import { openSpelling, type ReadSpelling } from "../format/spelling.ts"
import { type IndexVectors, openVectors, VectorBlockCache } from "../vectors/vector-blocks.ts"
import { wordOrder } from "../format/word-order.ts"

/** Number of sections and pages that contain a term anywhere; each at least 1. */
export interface TermCounts {
  readonly sectionCount: number
  readonly pageCount: number
}

/** The lists of one term. */
export interface TermPostings extends TermCounts {
  readonly snippets: Uint8Array
  readonly headings: Uint8Array | undefined
  readonly titles: Uint8Array | undefined
}

/** A snippet with everything that the index stores about it. */
export interface StoredSnippet extends Snippet {
  readonly id: number
  readonly page: number
  readonly pageTitle: string
  readonly pagePath: string
  readonly pageUrl: string
  /** Suspicious text in the snippet, if any. */
  readonly finding?: Finding | undefined
}

/** The code of a snippet. */
export interface StoredCode extends Pick<Snippet, "codes"> {
  /** True if the snippet has text besides its code. */
  readonly hasText: boolean
}

/** The fields of a stored snippet that a text answer needs. */
export interface IndexedSnippet {
  readonly id: number
  readonly page: number
  readonly section: number
  readonly headingPath: readonly string[]
  readonly content: string
  readonly url: string
  /** Tokens of the content followed by an empty line. */
  readonly contentTokens: number
  /** Upper bound of the tokens of its section's heading inside a block. */
  readonly headingTokens: number
  /** Number of tokens in the header of a block that starts with this snippet. */
  readonly headerTokens: number
  readonly finding?: Finding | undefined
}

/** A page of an index file. */
export interface IndexedPage {
  readonly id: number
  /** Path in the source; several pages have the same path if they come from one file. */
  readonly path: string
  readonly url: string
  readonly title: string
}

/** An open index file. Every call is synchronous and takes well under a millisecond. */
export interface IndexFile {
  readonly meta: IndexMeta
  readonly layout: Layout
  /** Vectors of all snippets; missing if no embedder was configured when the index was built. */
  readonly vectors: IndexVectors | undefined
  /** Suspicious text by snippet. */
  readonly findings: ReadonlyMap<number, Finding>
  postings(term: string): TermPostings | undefined
  /** Returns the number of sections and pages that contain a term; undefined if none does. */
  counts(term: string): TermCounts | undefined
  /** Terms by their first letter, for repairing misspelt words. */
  readonly spelling: ReadSpelling
  /**
   * Returns the words of a snippet, as marks, in reading order.
   *
   * @throws {IndexUnreadable} when there is no snippet with this number.
   */
  wordOrder(id: number): Uint16Array
  /**
   * Returns the fields of a snippet that a text answer needs.
   *
   * @throws {IndexUnreadable} when there is no snippet with this number.
   */
  indexedSnippet(id: number): IndexedSnippet
  /**
   * Returns the sketch of a snippet's content, for finding near-duplicates; cheaper than reading the content.
   *
   * @throws {IndexUnreadable} when there is no snippet with this number.
   */
  sketch(id: number): Uint32Array
  /**
   * Returns a snippet with everything that the index stores about it.
   *
   * @throws {IndexUnreadable} when there is no snippet with this number.
   */
  snippet(id: number): StoredSnippet
  /** Returns the code of a snippet; cheaper than reading the snippet. */
  code(id: number): StoredCode
  /** Returns the path of a page, as in the source; empty if there is no page with this number. */
  pagePath(page: number): string
  /** Returns at most `count` pages in reading order, starting at a number. */
  pages(from: number, count: number): readonly IndexedPage[]
  /** Iterates over all snippets in reading order, for export. */
  snippets(): IterableIterator<StoredSnippet>
  close(): void
}

/** The index file is missing, damaged, or in an unsupported format. */
export class IndexUnreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "IndexUnreadable"
  }
}

type IndexedSnippetRow = readonly [
  headingPath: string,
  content: string,
  url: string,
  contentTokens: number,
  headingTokens: number,
  tokens: number,
]

/** Page and section are in the layout: each column takes time. */
const INDEXED_SNIPPET_QUERY =
  "SELECT heading_path, content, url, content_tokens, heading_tokens, tokens FROM snippet WHERE id = ?"

type CodeRow = readonly [codes: string | null, hasText: 0 | 1 | null]

interface FindingRow {
  readonly id: number
  readonly kinds: string
  readonly rules: string
  readonly score: number
}

const NO_FINDINGS: ReadonlyMap<number, Finding> = new Map()

type PostRow = readonly [
  sectionCount: number,
  pageCount: number,
  snippets: Uint8Array,
  headings: Uint8Array | null,
  titles: Uint8Array | null,
]

/** SQLite's cache per open file. Three times as much makes no question faster, because a question reads most rows once. */
const MAX_CACHE_KILOBYTES = 16

/**
 * Files of at least this size (about 2,500 snippets) are memory-mapped, so a read copies nothing and makes no system call: at
 * 5,000 snippets, a row takes 1.1 µs instead of 2.6 µs, and 40 snippets 0.14 ms instead of 0.25 ms. A larger SQLite cache
 * gained only a tenth. Mapped pages count as memory of the process although the system can reclaim them, so the many small
 * files aren't mapped. If a disk fails or someone truncates an open file, a mapped read ends the process instead of
 * returning an error; Lectern itself never changes a file after it is named, and only removes files as a whole.
 */
const MIN_MAPPED_BYTES = 4_000_000

/** Buffers and caches that several open indexes may share. */
export interface IndexCaches {
  readonly terms?: TermCache | undefined
  readonly sketches?: SketchCache | undefined
  readonly wordOrders?: WordOrderCache | undefined
  readonly vectorBlocks?: VectorBlockCache | undefined
  readonly analyser?: TextAnalyser | undefined
}

/**
 * Opens an index file for reading.
 *
 * @param caches by default, the index has its own caches.
 * @throws {IndexUnreadable} when the file is missing, damaged, or in an unsupported format.
 */
export function openIndex(path: string, caches: IndexCaches = {}): IndexFile {
  let database: Database.Database
  try {
    database = new Database(path, { readonly: true, fileMustExist: true })
  } catch (cause) {
    throw new IndexUnreadable("the index file cannot be opened", { cause })
  }
  try {
    // The file never changes, so one shared lock for the whole time replaces a lock per row: a row takes 2 µs instead of 8 µs.
    database.pragma("locking_mode = EXCLUSIVE")
    // The operating system caches the file; SQLite's cache is per handle, and there are hundreds of handles.
    database.pragma(`cache_size = -${MAX_CACHE_KILOBYTES}`)
    const bytes = statSync(path).size
    if (bytes >= MIN_MAPPED_BYTES) database.pragma(`mmap_size = ${bytes}`)
    return readIndex(database, caches)
  } catch (cause) {
    database.close()
    throw cause instanceof IndexUnreadable ? cause : new IndexUnreadable("the index file is damaged", { cause })
  }
}

function readMeta(database: Database.Database): IndexMeta {
  const rows = database.prepare("SELECT name, value FROM meta").all() as { name: string; value: number | string }[]
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const languages = String(values["languages"] ?? "")
    .split(LANGUAGE_SEPARATOR)
    .filter(Boolean)
  const meta = { ...values, languages } as unknown as IndexMeta
  if (meta.format !== INDEX_FORMAT) {
    throw new IndexUnreadable(`index format ${meta.format} is not supported: ${INDEX_FORMAT} is required`)
  }
  return meta
}

/** Reads all findings at once: few snippets have any, and most files have none. */
function readFindings(database: Database.Database, { flagged = 0 }: IndexMeta): ReadonlyMap<number, Finding> {
  if (flagged === 0) return NO_FINDINGS
  const rows = database.prepare("SELECT id, kinds, rules, score FROM finding").all() as FindingRow[]
  return new Map(
    rows.map(({ id, kinds, rules, score }) => [
      id,
      { kinds: kinds.split(" ") as FindingKind[], rules: rules.split(" "), score },
    ]),
  )
}

function indexedSnippetOfRow(
  id: number,
  row: IndexedSnippetRow,
  { meta: { measuresPaths = 0 }, layout, findings }: Pick<IndexFile, "meta" | "layout" | "findings">,
): IndexedSnippet {
  const [headingPath, content, url, contentTokens, lineTokens, tokens] = row
  // A token has at least one byte, so the length of the path is an upper bound.
  const headingTokens = measuresPaths === 0 ? lineTokens + Buffer.byteLength(headingPath) : lineTokens
  const section = layout.sectionOfSnippet[id] as number
  return {
    id,
    page: layout.pageOfSection[section] as number,
    section,
    headingPath: headingPath.split(HEADING_SEPARATOR),
    content,
    url,
    contentTokens,
    headingTokens,
    headerTokens: tokens - contentTokens,
    finding: findings.get(id),
  }
}

function openTerms(database: Database.Database): (term: string) => TermPostings | undefined {
  const select = database
    .prepare("SELECT section_count, page_count, snippets, headings, titles FROM post WHERE term = ?")
    .raw()
  return (term) => {
    const row = select.get(term) as PostRow | undefined
    if (row === undefined) return undefined
    const [sectionCount, pageCount, snippets, headings, titles] = row
    return { sectionCount, pageCount, snippets, headings: headings ?? undefined, titles: titles ?? undefined }
  }
}

function openSketches(database: Database.Database): (id: number) => Uint32Array {
  const select = database.prepare("SELECT sketch FROM snippet WHERE id = ?").pluck()
  return (id) => {
    const bytes = select.get(id) as Uint8Array | undefined
    if (bytes === undefined) {
      throw new IndexUnreadable(`snippet ${id} does not exist`)
    }
    return numbersOf(bytes, Uint32Array)
  }
}

function readIndex(
  database: Database.Database,
  {
    terms: termCache = new TermCache(),
    sketches: sketchCache = makeSketchCache(),
    wordOrders: wordOrderCache = makeWordOrderCache(),
    vectorBlocks = new VectorBlockCache(),
    analyser,
  }: IndexCaches,
): IndexFile {
  const meta = readMeta(database)
  const selectLayout = database.prepare("SELECT bytes FROM layout WHERE name = ?").pluck()
  const layout = readLayout((name) => selectLayout.get(name) as Uint8Array | undefined)
  const selectIndexedSnippet = database.prepare(INDEXED_SNIPPET_QUERY).raw()
  let readSpelling: ReadSpelling | undefined
  const findings = readFindings(database, meta)
  const terms = termCache.readerOf(openTerms(database))
  const sketches = sketchCache.readerOf(openSketches(database))
  const textOf = (id: number) => index.indexedSnippet(id).content
  const wordOrders = wordOrderCache.readerOf(openWordOrders(database, textOf, analyser))
  const index: IndexFile = {
    meta,
    layout,
    findings,
    vectors: openVectors(database, vectorBlocks),
    wordOrder: wordOrders.get,
    postings: terms.get,
    counts: terms.get,
    spelling(first, length) {
      readSpelling ??= openSpelling(database)
      return readSpelling(first, length)
    },
    indexedSnippet(id) {
      const row = selectIndexedSnippet.get(id) as IndexedSnippetRow | undefined
      if (row === undefined) {
        throw new IndexUnreadable(`snippet ${id} does not exist`)
      }
      return indexedSnippetOfRow(id, row, index)
    },
    sketch: sketches.get,
    ...openSnippets(database, findings),
    ...openPages(database),
    close() {
      terms.forget()
      sketches.forget()
      wordOrders.forget()
      database.close()
    },
  }
  return index
}

// Hundreds of files may be open, and a statement takes a few kilobytes, so the statements below are prepared on demand.

/** Reads whole snippets, and code. */
function openSnippets(
  database: Database.Database,
  findings: ReadonlyMap<number, Finding>,
): Pick<IndexFile, "snippet" | "code" | "snippets"> {
  let selectSnippet: Database.Statement | undefined
  let selectCode: Database.Statement | undefined
  return {
    snippet(id) {
      selectSnippet ??= database.prepare(`${SNIPPET_QUERY} WHERE snippet.id = ?`)
      const row = selectSnippet.get(id) as SnippetRow | undefined
      if (row === undefined) {
        throw new IndexUnreadable(`snippet ${id} does not exist`)
      }
      return snippetOfRow(row, findings.get(id))
    },
    code(id) {
      selectCode ??= database.prepare("SELECT codes, description <> '' FROM snippet WHERE id = ?").raw()
      const [codes = null, hasText = 0] = (selectCode.get(id) as CodeRow | undefined) ?? []
      return { codes: codesOf(codes), hasText: hasText === 1 }
    },
    *snippets() {
      for (const row of database.prepare(`${SNIPPET_QUERY} ORDER BY snippet.id`).iterate()) {
        yield snippetOfRow(row as SnippetRow, findings.get((row as SnippetRow).id))
      }
    },
  }
}

function openPages(database: Database.Database): Pick<IndexFile, "pagePath" | "pages"> {
  let selectPath: Database.Statement | undefined
  return {
    pagePath(page) {
      selectPath ??= database.prepare("SELECT path FROM page WHERE id = ?").pluck()
      return (selectPath.get(page) as string | undefined) ?? ""
    },
    pages(from, count) {
      const select = database.prepare("SELECT id, path, url, title FROM page WHERE id >= ? ORDER BY id LIMIT ?")
      return select.all(from, count) as IndexedPage[]
    },
  }
}

/** Returns a reader of word orders. Files of early versions do not store word orders, so it computes them from the text. */
function openWordOrders(
  database: Database.Database,
  textOf: (id: number) => string,
  shared: TextAnalyser | undefined,
): (id: number) => Uint16Array {
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'words'").get() === undefined) {
    const analyser = shared ?? new TextAnalyser()
    return (id) => wordOrder(analyser.analyse(textOf(id)))
  }
  const select = database.prepare("SELECT marks FROM words WHERE id = ?").pluck()
  return (id) => {
    const marks = select.get(id) as Uint8Array | undefined
    if (marks === undefined) {
      throw new IndexUnreadable(`snippet ${id} does not exist`)
    }
    return numbersOf(marks, Uint16Array)
  }
}
