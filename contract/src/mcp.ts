import { z } from "zod"
import { boundedText } from "./fields.ts"
import { LibraryIdText } from "./context.ts"
import { LIMITS } from "./limits.ts"
import { VERSION_PARAMETER_PATTERN } from "./version-tag.ts"

/** Names of the MCP tools. */
export const MCP_TOOLS = { resolve: "resolve-library-id", query: "query-docs", search: "search-docs" } as const

const QueryText = boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters)

/** Arguments of `resolve-library-id`. */
export const ResolveLibraryIdArguments = z.object({
  query: QueryText.describe("the question or task, used to rank the libraries"),
  libraryName: QueryText.describe("name of the library or product to look for"),
})
export type ResolveLibraryIdArguments = z.infer<typeof ResolveLibraryIdArguments>

/** Arguments of `query-docs`. */
export const QueryDocsArguments = z.object({
  libraryId: LibraryIdText.describe("exact identifier such as /honojs/website, or /honojs/website/v4 for a version"),
  query: QueryText.describe("the question"),
})
export type QueryDocsArguments = z.infer<typeof QueryDocsArguments>

/** Arguments of `search-docs`. */
export const SearchDocsArguments = z.object({
  query: boundedText(LIMITS.combinedQuestionMinCharacters, LIMITS.combinedQuestionMaxCharacters),
  libraries: z
    .array(boundedText(LIMITS.combinedLibraryMinCharacters, LIMITS.combinedLibraryMaxCharacters))
    .max(LIMITS.combinedLibrariesMaxCount)
    .optional(),
  version: z.string().regex(VERSION_PARAMETER_PATTERN).optional(),
  language: boundedText(LIMITS.languageMinCharacters, LIMITS.languageMaxCharacters).optional(),
  tokens: z.int().min(LIMITS.contextTokensMin).max(LIMITS.contextTokensMax).optional(),
})
export type SearchDocsArguments = z.infer<typeof SearchDocsArguments>

/** Other names under which clients send an argument, by tool and argument; the argument's own name wins. */
export const MCP_ARGUMENT_ALIASES = {
  "resolve-library-id": { query: ["userQuery", "question"] },
  "query-docs": {
    query: ["userQuery", "question"],
    libraryId: ["libraryName", "context7CompatibleLibraryID", "libraryID"],
  },
  "search-docs": { query: ["userQuery", "question"] },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** Says whether a key is needed for MCP. */
export const McpStatusResponse = z
  .object({ enabled: z.boolean().describe("true when MCP needs a key") })
  .meta({ id: "McpStatusResponse", description: "whether a key is needed for MCP" })
export type McpStatusResponse = z.infer<typeof McpStatusResponse>
