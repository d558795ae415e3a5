import { closeSync, fsyncSync, openSync, rmSync } from "node:fs"
import { dirname } from "node:path"

import Database from "better-sqlite3"

import type { Page, Snippet } from "../snippets/snippet.ts"
import { analyseText, type RunTerms } from "./analyse-text.ts"
import { TermSurvey } from "./characteristic-terms.ts"
import type { FinishOptions, IndexBuilder, IndexSummary } from "./index-file.ts"
import { CREATE_TABLES, HEADING_SEPARATOR, INDEX_FORMAT, type IndexMeta } from "./index-format.ts"
import { bytesOfArray, LAYOUT_NAMES } from "./layout.ts"
import { LayoutBuilder } from "./layout-builder.ts"
import { PostingsWriter } from "./postings.ts"
import { sketchOf } from "./sketch.ts"

/** A word of code counts as this much of a word of prose in lengths (and, in scoring, in frequencies). */
export const CODE_WEIGHT = 0.7

/** Pages of a file: large ones make large libraries small to read; an import of one snippet stays at a few kilobytes. */
const SQLITE_PAGE_BYTES = 1024

interface TermLists {
  readonly snippets: PostingsWriter
  headings: PostingsWriter | undefined
  titles: PostingsWriter | undefined
  sectionCount: number
  pageCount: number
  lastSection: number
  lastPage: number
}

function syncPath(path: string): void {
  const handle = openSync(path, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

class SqliteIndexBuilder implements IndexBuilder {
  private readonly path: string
  private readonly database: Database.Database
  private readonly insertPage: Database.Statement
  private readonly insertSnippet: Database.Statement
  private readonly layout = new LayoutBuilder()
  private readonly listsByTerm = new Map<string, TermLists>()
  private readonly survey = new TermSurvey()
  private tokens = 0
  private isOpen = true

  constructor(path: string) {
    this.path = path
    rmSync(path, { force: true })
    this.database = new Database(path)
    this.database.pragma(`page_size = ${SQLITE_PAGE_BYTES}`)
    this.database.pragma("journal_mode = OFF")
    this.database.pragma("synchronous = OFF")
    this.database.pragma("locking_mode = EXCLUSIVE")
    this.database.exec("BEGIN")
    this.database.exec(CREATE_TABLES)
    this.insertPage = this.database.prepare("INSERT INTO page VALUES (?, ?, ?, ?)")
    this.insertSnippet = this.database.prepare("INSERT INTO snippet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }

  get snippetCount(): number {
    return this.layout.snippets
  }

  add(page: Page): void {
    const { page: pageNumber, firstSection } = this.layout.openPage(page)
    this.insertPage.run(pageNumber, page.path, page.url, page.title)
    this.addTitle(page, pageNumber)
    for (const [index, section] of page.sections.entries()) {
      this.addHeading(section.heading, firstSection + index, pageNumber)
    }
    for (const snippet of page.snippets) {
      this.addSnippet(snippet, pageNumber, firstSection + snippet.section)
    }
  }

  private listsOf(term: string): TermLists {
    let lists = this.listsByTerm.get(term)
    if (lists === undefined) {
      lists = {
        snippets: new PostingsWriter(),
        headings: undefined,
        titles: undefined,
        sectionCount: 0,
        pageCount: 0,
        lastSection: -1,
        lastPage: -1,
      }
      this.listsByTerm.set(term, lists)
    }
    return lists
  }

  /** Counts the section and the page of an occurrence once. Headings of a page come before its snippets. */
  private countPlace(lists: TermLists, section: number, page: number): void {
    if (section > lists.lastSection) {
      lists.lastSection = section
      lists.sectionCount++
    }
    if (page > lists.lastPage) {
      lists.lastPage = page
      lists.pageCount++
    }
  }

  private addTitle(page: Page, pageNumber: number): void {
    const write = (runs: readonly RunTerms[], inTitle: number, inPath: number) => {
      for (const run of runs) {
        for (const term of termsOf(run)) {
          const lists = this.listsOf(term)
          lists.titles ??= new PostingsWriter()
          lists.titles.add(pageNumber, inTitle, inPath)
          if (pageNumber > lists.lastPage) {
            lists.lastPage = pageNumber
            lists.pageCount++
          }
        }
      }
    }
    const titleRuns = analyseText(page.title)
    this.survey.see(titleRuns, pageNumber, TITLE_OCCURRENCES)
    write(titleRuns, 1, 0)
    write(analyseText(page.path.replace(/\.[^./]+$/, "")), 0, 1)
  }

  private addHeading(heading: string, section: number, page: number): void {
    const runs = analyseText(heading)
    let length = 0
    for (const run of runs) {
      length += run.words.length
      for (const term of termsOf(run)) {
        const lists = this.listsOf(term)
        lists.headings ??= new PostingsWriter()
        lists.headings.add(section, 1, 0)
        if (page > lists.lastPage) {
          lists.lastPage = page
          lists.pageCount++
        }
      }
    }
    this.survey.see(runs, page, TITLE_OCCURRENCES)
    this.layout.headingLength[section] = length
  }

  private addSnippet(snippet: Snippet, page: number, section: number): void {
    const prose = snippet.kind === "code" ? snippet.description : snippet.content
    const number = this.layout.snippets
    const proseLength = this.addRuns(analyseText(prose), number, section, page, 1, 0)
    let codeLength = 0
    for (const { code } of snippet.codes) {
      codeLength += this.addRuns(analyseText(code), number, section, page, 0, 1)
    }
    this.layout.addSnippet(section, proseLength + CODE_WEIGHT * codeLength, snippet.contentTokens)
    this.tokens += snippet.tokens
    this.insertSnippet.run(
      number,
      page,
      section,
      snippet.kind,
      snippet.headingPath.join(HEADING_SEPARATOR),
      snippet.title,
      snippet.content,
      snippet.kind === "code" ? snippet.description : null,
      snippet.kind === "code" ? JSON.stringify(snippet.codes.map(({ language, code }) => [language, code])) : null,
      snippet.url,
      snippet.tokens,
      snippet.contentTokens,
      snippet.headingTokens,
      Buffer.from(sketchOf(snippet.content).buffer),
    )
  }

  private addRuns(
    runs: readonly RunTerms[],
    snippet: number,
    section: number,
    page: number,
    prose: number,
    code: number,
  ): number {
    let length = 0
    for (const run of runs) {
      length += run.words.length
      for (const word of run.words) {
        const lists = this.listsOf(word)
        lists.snippets.add(snippet, prose, code)
        this.countPlace(lists, section, page)
      }
      if (run.whole !== undefined) {
        const lists = this.listsOf(run.whole)
        lists.snippets.add(snippet, prose, code)
        this.countPlace(lists, section, page)
      }
    }
    this.survey.see(runs, page, 1)
    return length
  }

  finish({ sync = true }: FinishOptions = {}): IndexSummary {
    const insert = this.database.prepare("INSERT INTO post VALUES (?, ?, ?, ?, ?, ?)")
    for (const term of [...this.listsByTerm.keys()].toSorted(byCodeUnits)) {
      const lists = this.listsOf(term)
      insert.run(
        term,
        Math.max(1, lists.sectionCount),
        Math.max(1, lists.pageCount),
        lists.snippets.toBytes(),
        lists.headings?.toBytes() ?? null,
        lists.titles?.toBytes() ?? null,
      )
    }
    this.writeLayout()
    this.database.exec("COMMIT")
    this.database.close()
    this.isOpen = false
    if (sync) {
      syncPath(this.path)
      syncPath(dirname(this.path))
    }
    return {
      pages: this.layout.pages,
      snippets: this.layout.snippets,
      tokens: this.tokens,
      characteristicTerms: this.survey.strongest(),
    }
  }

  private writeLayout(): void {
    const layout = this.layout.finish()
    const insert = this.database.prepare("INSERT INTO layout VALUES (?, ?)")
    for (const name of LAYOUT_NAMES) {
      insert.run(name, bytesOfArray(layout[name]))
    }
    const meta: IndexMeta = {
      format: INDEX_FORMAT,
      pages: this.layout.pages,
      sections: this.layout.sections,
      subtrees: this.layout.subtrees,
      snippets: this.layout.snippets,
      tokens: this.tokens,
    }
    const insertMeta = this.database.prepare("INSERT INTO meta VALUES (?, ?)")
    for (const [name, value] of Object.entries(meta)) {
      insertMeta.run(name, value)
    }
  }

  abort(): void {
    if (this.isOpen) {
      this.isOpen = false
      this.database.close()
      rmSync(this.path, { force: true })
    }
  }
}

/** An occurrence in a title or heading says as much of a library as this many in its text. */
const TITLE_OCCURRENCES = 5

function termsOf(run: RunTerms): readonly string[] {
  return run.whole === undefined ? run.words : [...run.words, run.whole]
}

/** The order of SQLite's default collation for text of the basic plane, so that rows arrive in key order. */
function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * Begins an index file. The file exists from here on and is of use only after `finish`; after a crash it is an orphan.
 *
 * @param path where the file is made; one that is there is replaced.
 */
export function createIndexBuilder(path: string): IndexBuilder {
  return new SqliteIndexBuilder(path)
}
