import { z } from "zod"
import { SnippetFinding, WrittenText } from "../answers/context.ts"
import { Count, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

const IndexedVersion = z
  .string()
  .max(LIMITS.branchMaxCharacters)
  .default("")
  .describe("tag of an indexed version; empty for the default version")
const Offset = wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0)

/** Selects pages of a library version. */
export const ListSnippetPagesQuery = z.object({
  version: IndexedVersion,
  contains: z
    .string()
    .max(LIMITS.titleMaxCharacters)
    .default("")
    .describe("only pages whose path or title contains this text, in any letter case"),
  offset: Offset.describe("pages to skip"),
  limit: wholeNumber(1, LIMITS.pagesListMaxCount).default(LIMITS.pagesListDefaultCount).describe("most pages"),
})
export type ListSnippetPagesQuery = z.infer<typeof ListSnippetPagesQuery>

/** A page of a library with the size of its snippets. */
export const SnippetPage = z
  .object({
    path: z.string().describe("path of the page in its source"),
    title: z.string(),
    url: z.string(),
    snippetCount: Count,
    tokens: Count.describe("o200k tokens of the content of its snippets"),
  })
  .meta({ id: "SnippetPage", description: "a page of a library, with the size of its snippets" })
export type SnippetPage = z.infer<typeof SnippetPage>

/** The pages of a library version in reading order. */
export const ListSnippetPagesResponse = z
  .object({
    libraryId: z.string(),
    version: z.string().describe("tag of the version; empty for the default version"),
    total: Count.describe("pages that match"),
    pages: z.array(SnippetPage).describe("in reading order"),
  })
  .meta({ id: "ListSnippetPagesResponse", description: "pages of a library and the size of their snippets" })
export type ListSnippetPagesResponse = z.infer<typeof ListSnippetPagesResponse>

/** Selects snippets of a library version. */
export const ListSnippetsQuery = z.object({
  version: IndexedVersion,
  path: z.string().max(LIMITS.urlMaxCharacters).optional().describe("only snippets of the pages with this path"),
  query: z
    .string()
    .max(LIMITS.queryMaxCharacters)
    .optional()
    .describe(`only snippets that match these words, best first; at most ${LIMITS.snippetSearchMaxCount}`),
  offset: Offset.describe("snippets to skip"),
  limit: wholeNumber(1, LIMITS.snippetsListMaxCount).default(LIMITS.snippetsListDefaultCount).describe("most snippets"),
})
export type ListSnippetsQuery = z.infer<typeof ListSnippetsQuery>

/** A snippet as it is indexed. */
export const IndexedSnippet = z
  .object({
    kind: z.enum(["code", "prose"]),
    path: z.string().describe("path of its page in the source"),
    pageTitle: z.string(),
    headings: z.array(z.string()).describe("from the title of the page down to its section"),
    content: z.string().describe("Markdown, exactly as indexed"),
    url: z.string().describe("URL of its source, pinned to what was indexed"),
    tokens: Count.describe("o200k tokens of the snippet alone in a text answer, with its headings and URL"),
    finding: SnippetFinding.optional(),
    written: WrittenText.optional(),
  })
  .meta({ id: "IndexedSnippet", description: "a snippet exactly as it is indexed" })
export type IndexedSnippet = z.infer<typeof IndexedSnippet>

/** Snippets of a library version. */
export const ListSnippetsResponse = z
  .object({
    libraryId: z.string(),
    version: z.string().describe("tag of the version; empty for the default version"),
    total: Count.describe("snippets that match, without withheld ones"),
    withheldCount: Count.describe("matching snippets that a policy withholds because of suspicious text"),
    snippets: z.array(IndexedSnippet).describe("in reading order; with `query`, best first"),
  })
  .meta({ id: "ListSnippetsResponse", description: "snippets of a library exactly as they are indexed" })
export type ListSnippetsResponse = z.infer<typeof ListSnippetsResponse>
