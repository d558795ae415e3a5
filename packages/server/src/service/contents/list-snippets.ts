import { type IndexedSnippet, LIMITS, type ListSnippetsQuery, type ListSnippetsResponse } from "@lectern/contract"
import { rankCandidates, type RankableIndex, type StoredSnippet } from "@lectern/engine"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { generatedTextsOf } from "../answers/generated-texts.ts"
import type { ContentServices } from "./content-services.ts"
import { findReadableVersion } from "./find-readable-version.ts"
import { snippetRange } from "./list-snippet-pages.ts"
import { readIndexedPages } from "./read-indexed-pages.ts"

/**
 * Lists snippets of a library version exactly as they are indexed: in reading order, or those that match words, best first.
 *
 * @throws {LibraryMissing} {LibraryRedirected} {TagMissing} {AccessDenied} {SuspiciousContentBlocked}
 */
export async function listSnippets(
  context: ContentServices,
  caller: Authorized<"readLibrary">,
  { libraryId, version, ...selection }: ListSnippetsQuery & { readonly libraryId: string },
): Promise<ListSnippetsResponse> {
  const readable = await findReadableVersion(context, caller, { libraryId, version })
  const { library, versionTag, indexHash, withholdsFlagged } = readable
  const answer = { libraryId: library.id, version: versionTag }
  if (indexHash === undefined) return { ...answer, total: 0, withheldCount: 0, snippets: [] }

  const pages = selection.path === undefined ? undefined : await pagesAt(context, indexHash, selection.path)
  const { stored, ...totals } = await context.openIndexes.use(indexHash, (rankable) =>
    readSelected(rankable, { ...selection, pages, withholdsFlagged }),
  )
  const written = await generatedTextsOf(context, library.key, stored)
  const snippets = stored.map((snippet) => ({ ...describeSnippet(snippet), written: written.get(snippet.id) }))
  return { ...answer, ...totals, snippets }
}

/** Finds the pages with a path. Several pages have the same path if they were made from one file. */
async function pagesAt(context: ContentServices, indexHash: string, path: string): Promise<ReadonlySet<number>> {
  const pages = await readIndexedPages(context, indexHash, (page) => (page.path === path ? page.id : undefined))
  return new Set(pages.filter((page) => page !== undefined))
}

interface Selection extends Pick<ListSnippetsQuery, "query" | "offset" | "limit"> {
  /** Undefined for all pages. */
  readonly pages: ReadonlySet<number> | undefined
  readonly withholdsFlagged: boolean
}

function readSelected(rankable: RankableIndex, { offset, limit, withholdsFlagged, ...selection }: Selection) {
  const { index } = rankable
  const ids = selectIds(rankable, selection)
  const shown = withholdsFlagged ? ids.filter((id) => !index.findings.has(id)) : ids
  return {
    total: shown.length,
    withheldCount: ids.length - shown.length,
    stored: shown.slice(offset, offset + limit).map((id) => index.snippet(id)),
  }
}

function selectIds(rankable: RankableIndex, { query, pages }: Pick<Selection, "query" | "pages">): readonly number[] {
  const { layout, meta } = rankable.index
  if (query !== undefined && query.trim() !== "") {
    const { candidates } = rankCandidates(rankable, { query })
    const ofPages = pages === undefined ? candidates : candidates.filter(({ page }) => pages.has(page))
    return ofPages.slice(0, LIMITS.snippetSearchMaxCount).map(({ snippet }) => snippet)
  }
  const ranges =
    pages === undefined ? [[0, meta.snippets] as const] : [...pages].map((page) => snippetRange(layout, page))
  return ranges.flatMap(([from, end]) => Array.from({ length: end - from }, (_, at) => from + at))
}

function describeSnippet(snippet: StoredSnippet): IndexedSnippet {
  const { kind, pagePath: path, pageTitle, headingPath, content, url, tokens, finding } = snippet
  return {
    kind,
    path,
    pageTitle,
    headings: [...headingPath],
    content,
    url,
    tokens,
    finding: finding === undefined ? undefined : { ...finding, kinds: [...finding.kinds], rules: [...finding.rules] },
  }
}
