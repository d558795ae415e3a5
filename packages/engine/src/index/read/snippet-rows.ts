import type { Finding } from "../../findings/finding.ts"
import type { Snippet } from "../../snippets/snippet.ts"
import { HEADING_SEPARATOR } from "../format/index-format.ts"
import type { StoredSnippet } from "./open-index.ts"

/** A row of `SNIPPET_QUERY`. */
export interface SnippetRow {
  readonly id: number
  readonly page: number
  readonly section: number
  readonly kind: "code" | "prose"
  readonly heading_path: string
  readonly title: string
  readonly content: string
  readonly description: string | null
  readonly codes: string | null
  readonly url: string
  readonly tokens: number
  readonly content_tokens: number
  readonly heading_tokens: number
  readonly page_title: string
  readonly page_path: string
  readonly page_url: string
}

/** Selects snippets with their pages. */
export const SNIPPET_QUERY = `
  SELECT snippet.*, page.title AS page_title, page.path AS page_path, page.url AS page_url
  FROM snippet JOIN page ON page.id = snippet.page`

/** Parses the column `codes`. */
export function codesOf(stored: string | null): Snippet["codes"] {
  const codes = stored === null ? [] : (JSON.parse(stored) as [string, string][])
  return codes.map(([language, code]) => ({ language, code }))
}

/** Converts a row of `SNIPPET_QUERY`. */
export function snippetOfRow(row: SnippetRow, finding: Finding | undefined): StoredSnippet {
  return {
    id: row.id,
    page: row.page,
    section: row.section,
    kind: row.kind,
    headingPath: row.heading_path.split(HEADING_SEPARATOR),
    title: row.title,
    content: row.content,
    description: row.description ?? "",
    codes: codesOf(row.codes),
    url: row.url,
    tokens: row.tokens,
    contentTokens: row.content_tokens,
    headingTokens: row.heading_tokens,
    pageTitle: row.page_title,
    pagePath: row.page_path,
    pageUrl: row.page_url,
    finding,
  }
}
