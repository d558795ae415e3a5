import { closeSync, fsyncSync, openSync, rmSync } from "node:fs"
import { dirname } from "node:path"

import Database from "better-sqlite3"

import { SuspiciousTextFinder } from "../../findings/suspicious-text-finder.ts"
import type { Page, Snippet } from "../../snippets/snippet.ts"
import { TextAnalyser } from "../terms/analyse-text.ts"
import { FindingCollector } from "./finding-collector.ts"
import type { FinishOptions, IndexBuilder, IndexSummary } from "./index-builder.ts"
import {
  CREATE_TABLES,
  HEADING_SEPARATOR,
  INDEX_FORMAT,
  type IndexMeta,
  LANGUAGE_SEPARATOR,
} from "../format/index-format.ts"
import { bytesOfArray, CODE_WEIGHT, LAYOUT_NAMES } from "../format/layout.ts"
import { CodeLanguages } from "../format/code-languages.ts"
import { LayoutBuilder } from "./layout-builder.ts"
import { Sketcher } from "../duplicates/sketch.ts"
import { SpellingLists } from "../format/spelling.ts"
import { PackageNames } from "./package-names.ts"
import { TermCollector } from "./term-collector.ts"

/** Page size of the SQLite file. Large pages shrink large libraries; small ones keep an import of one snippet at a few kilobytes. */
const SQLITE_PAGE_BYTES = 1024

function syncPath(path: string): void {
  const handle = openSync(path, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Builds in the thread that parses. A separate thread was tried: it starts cold, compiles its own code, and receives a copy of every page.
 * On two cores under other load, 500 snippets took two to four times as long, 5,000 a tenth longer, and 20,000 a quarter less, for a tenth
 * more CPU time. Meanwhile, the second core can answer questions.
 */
class SqliteIndexBuilder implements IndexBuilder {
  readonly #path: string
  readonly #database: Database.Database
  readonly #insertPage: Database.Statement
  readonly #insertSnippet: Database.Statement
  readonly #insertWords: Database.Statement
  readonly #layout = new LayoutBuilder()
  readonly #terms = new TermCollector()
  readonly #packages = new PackageNames()
  readonly #languages = new CodeLanguages()
  readonly #sketcher = new Sketcher()
  readonly #analyser: TextAnalyser
  readonly #findings: FindingCollector
  #tokens = 0
  #isOpen = true

  constructor(path: string, { analyser, finder }: Required<SharedParts>) {
    this.#analyser = analyser
    this.#path = path
    rmSync(path, { force: true })
    this.#database = new Database(path)
    this.#database.pragma(`page_size = ${SQLITE_PAGE_BYTES}`)
    this.#database.pragma("journal_mode = OFF")
    this.#database.pragma("synchronous = OFF")
    this.#database.pragma("locking_mode = EXCLUSIVE")
    this.#database.exec("BEGIN")
    this.#database.exec(CREATE_TABLES)
    this.#insertPage = this.#database.prepare("INSERT INTO page VALUES (?, ?, ?, ?)")
    this.#insertSnippet = this.#database.prepare(
      "INSERT INTO snippet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    const insertFinding = this.#database.prepare("INSERT INTO finding VALUES (?, ?, ?, ?)")
    this.#findings = new FindingCollector(finder, (...finding) => insertFinding.run(...finding))
    this.#insertWords = this.#database.prepare("INSERT INTO words VALUES (?, ?)")
  }

  get snippetCount(): number {
    return this.#layout.snippets
  }

  add(page: Page): void {
    const { page: pageNumber, firstSection } = this.#layout.openPage(page)
    this.#insertPage.run(pageNumber, page.path, page.url, page.title)
    const path = page.path.replace(/\.[^./]+$/, "")
    this.#terms.addTitle(this.#analyser.readRuns(page.title), pageNumber)
    this.#terms.addPath(this.#analyser.readRuns(path), pageNumber)
    for (const [index, { heading }] of page.sections.entries()) {
      const section = firstSection + index
      this.#layout.headingLength[section] = this.#terms.addHeading(
        this.#analyser.readRuns(heading),
        section,
        pageNumber,
      )
    }
    this.#packages.add(page)
    for (const snippet of page.snippets) {
      this.#findings.add(snippet, page.path, this.#layout.snippets)
      this.#addSnippet(snippet, pageNumber, firstSection + snippet.section)
    }
  }

  #addSnippet(snippet: Snippet, page: number, section: number): void {
    const prose = snippet.kind === "code" ? snippet.description : snippet.content
    const number = this.#layout.snippets
    const location = { snippet: number, section, page }
    this.#terms.beginSnippet()
    const proseLength = this.#terms.addText(this.#analyser.readRuns(prose), { ...location, isCode: false })
    let codeLength = 0
    for (const { code } of snippet.codes) {
      codeLength += this.#terms.addText(this.#analyser.readRuns(code), { ...location, isCode: true })
    }
    this.#insertWords.run(number, bytesOfArray(this.#terms.wordOrder))
    this.#layout.addSnippet(section, {
      lengthWords: proseLength + CODE_WEIGHT * codeLength,
      tokens: snippet.contentTokens,
      codeBits: this.#languages.bitsOf(snippet),
    })
    this.#tokens += snippet.tokens
    this.#insertSnippet.run(
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
      bytesOfArray(this.#sketcher.sketch(snippet.content)),
    )
  }

  finish({ sync = true }: FinishOptions = {}): IndexSummary {
    const insert = this.#database.prepare("INSERT OR REPLACE INTO post VALUES (?, ?, ?, ?, ?, ?)")
    const spelling = new SpellingLists()
    for (const [term, lists] of this.#terms.inOrder()) {
      spelling.add(term)
      insert.run(
        term,
        Math.max(1, lists.sectionCount),
        Math.max(1, lists.pageCount),
        lists.snippets,
        lists.headings,
        lists.titles,
      )
    }
    const insertSpelling = this.#database.prepare("INSERT INTO term_list VALUES (?, ?)")
    for (const row of spelling.rows()) insertSpelling.run(...row)
    const findings = this.#findings.finish()
    this.#writeLayout(findings.count)
    this.#database.exec("COMMIT")
    this.#database.close()
    this.#isOpen = false
    if (sync) {
      syncPath(this.#path)
      syncPath(dirname(this.#path))
    }
    return {
      pages: this.#layout.pages,
      snippets: this.#layout.snippets,
      tokens: this.#tokens,
      characteristicTerms: this.#terms.characteristicTerms(),
      findings,
      packages: this.#packages.inOrder(),
    }
  }

  #writeLayout(flagged: number): void {
    const layout = this.#layout.finish()
    const insert = this.#database.prepare("INSERT INTO layout VALUES (?, ?)")
    for (const name of LAYOUT_NAMES) {
      insert.run(name, bytesOfArray(layout[name]))
    }
    const meta: Omit<IndexMeta, "languages"> = {
      format: INDEX_FORMAT,
      pages: this.#layout.pages,
      sections: this.#layout.sections,
      subtrees: this.#layout.subtrees,
      snippets: this.#layout.snippets,
      tokens: this.#tokens,
      flagged,
      measuresPaths: 1,
    }
    const insertMeta = this.#database.prepare("INSERT INTO meta VALUES (?, ?)")
    for (const [name, value] of Object.entries(meta)) {
      insertMeta.run(name, value)
    }
    insertMeta.run("languages", this.#languages.names.join(LANGUAGE_SEPARATOR))
  }

  abort(): void {
    if (this.#isOpen) {
      this.#isOpen = false
      this.#database.close()
      rmSync(this.#path, { force: true })
    }
  }
}

/** Parts that become faster with use; consecutive builders can share them. */
export interface SharedParts {
  readonly analyser?: TextAnalyser
  readonly finder?: SuspiciousTextFinder
}

/**
 * Creates an index file and its builder. The file exists immediately and is complete only after `finish`; a crash leaves an incomplete
 * file.
 *
 * @param path of the file; an existing file is replaced.
 */
export function createIndexBuilder(
  path: string,
  { analyser = new TextAnalyser(), finder = new SuspiciousTextFinder() }: SharedParts = {},
): IndexBuilder {
  return new SqliteIndexBuilder(path, { analyser, finder })
}
