/**
 * The tables of an index file (format 1).
 *
 * - `meta(name, value)`: `format`, counts, `languages`.
 * - `layout(name, bytes)`: the arrays of `Layout`.
 * - `page(id, path, url, title)`, `snippet(id, …)`: the texts of answers; ids from 0 in reading order.
 * - `words(id, marks)`: the words of each snippet in their order, two bytes each (`word-order.ts`); files of early versions
 *   lack the table.
 * - `term_list(id, terms)`: terms by their first letter and number of characters, each followed by a line break
 *   (`spelling.ts`); files of early versions lack the table.
 * - `finding(id, kinds, rules, score)`: suspicious text in snippets (`findings/`), lists separated by spaces; files of early
 *   versions lack the table and the count `flagged`.
 * - `snippet.heading_tokens`: tokens of the heading of a section inside a block (`longestSectionPath`); in files of early versions, of
 *   the last heading only.
 * - `post(term, section_count, page_count, snippets, headings, titles)`: per term one list of snippets (frequency in prose
 *   and in code), of sections whose heading has it, and of pages whose title or path has it (frequency in the title and in
 *   the path). `section_count` and `page_count` are the numbers of sections and pages that hold the term anywhere.
 */
export const INDEX_FORMAT = 1

/** Separates the headings of a stored heading path: the ASCII unit separator. */
export const HEADING_SEPARATOR = "\u001f"

/** Separates the stored names of languages. */
export const LANGUAGE_SEPARATOR = " "

/** SQL that creates the tables of an index file. */
export const CREATE_TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE layout (name TEXT PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE page (id INTEGER PRIMARY KEY, path TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL);
  CREATE TABLE snippet (
    id INTEGER PRIMARY KEY, page INTEGER NOT NULL, section INTEGER NOT NULL, kind TEXT NOT NULL, heading_path TEXT NOT NULL,
    title TEXT NOT NULL, content TEXT NOT NULL, description TEXT, codes TEXT, url TEXT NOT NULL, tokens INTEGER NOT NULL, content_tokens INTEGER NOT NULL,
    heading_tokens INTEGER NOT NULL,
    sketch BLOB NOT NULL
  );
  CREATE TABLE words (id INTEGER PRIMARY KEY, marks BLOB NOT NULL);
  CREATE TABLE finding (id INTEGER PRIMARY KEY, kinds TEXT NOT NULL, rules TEXT NOT NULL, score INTEGER NOT NULL);
  CREATE TABLE term_list (id INTEGER PRIMARY KEY, terms TEXT NOT NULL);
  CREATE TABLE post (
    term TEXT PRIMARY KEY, section_count INTEGER NOT NULL, page_count INTEGER NOT NULL, snippets BLOB NOT NULL, headings BLOB, titles BLOB
  ) WITHOUT ROWID;
`

/** Counts and averages of an index. */
export interface IndexMeta {
  readonly format: number
  readonly pages: number
  readonly sections: number
  readonly subtrees: number
  readonly snippets: number
  readonly tokens: number
  /** Number of snippets with findings; missing in files of early versions. */
  readonly flagged?: number
  /** 1 if `heading_tokens` covers every part of a heading path that an answer may show; missing in files of early versions. */
  readonly measuresPaths?: number
  /** Programming languages of the code, in the order of their bits. */
  readonly languages: readonly string[]
}
