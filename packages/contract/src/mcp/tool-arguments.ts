import { z } from "zod"
import { CombinedSearchQuery } from "../answers/combined-search.ts"
import { AnswerLength, AnswerTokens, ExpectedTerms, LibraryIdText } from "../answers/context.ts"
import { AddressText, boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { ADDABLE_KINDS } from "../sources/source-kind.ts"
import { requestProblem } from "../errors/validation.ts"
import { MCP_TOOLS } from "./tool-definitions.ts"

/** Arguments of a call before validation. */
export type GivenArguments = Readonly<Record<string, unknown>>

/** Reports invalid tool arguments; the message names them and says what to do. */
export class BadArguments extends Error {
  constructor(message: string) {
    super(message)
    this.name = "BadArguments"
  }
}

const QueryText = boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters)

const ResolveLibraryIdArguments = z.object({ query: QueryText, libraryName: QueryText })
const QueryDocsArguments = z.object({
  libraryId: LibraryIdText,
  query: QueryText,
  terms: ExpectedTerms,
  tokens: AnswerTokens,
  length: AnswerLength,
})
const { query, library, version, language, terms, tokens, length } = CombinedSearchQuery.shape
const SearchDocsArguments = z.object({ query, libraries: library, version, language, terms, tokens, length })
const AddLibraryArguments = z.object({ url: AddressText, kind: z.enum(ADDABLE_KINDS).exclude(["files"]).optional() })
const LibraryArguments = z.object({ libraryId: LibraryIdText })

/** Alternative names that clients use for an argument, by tool and argument; the proper name takes precedence. */
const ALIASES = {
  [MCP_TOOLS.resolve]: { query: ["userQuery", "question"] },
  [MCP_TOOLS.query]: {
    query: ["userQuery", "question"],
    libraryId: ["libraryName", "context7CompatibleLibraryID", "libraryID"],
  },
  [MCP_TOOLS.search]: { query: ["userQuery", "question"], libraries: ["library"] },
} as const satisfies Record<string, Record<string, readonly string[]>>

/**
 * Parses the arguments of `resolve-library-id`. A missing question defaults to the name, as in the REST search.
 *
 * @throws {BadArguments} an argument is missing, not a string or out of bounds; the message names it.
 */
export function readResolveArguments(given: GivenArguments): z.output<typeof ResolveLibraryIdArguments> {
  const named = withOwnNames(given, ALIASES[MCP_TOOLS.resolve])
  return parse(ResolveLibraryIdArguments, { ...named, query: named["query"] ?? named["libraryName"] })
}

/**
 * Parses the arguments of `query-docs`; `terms` can be a list or a string with comma-separated entries.
 *
 * @throws {BadArguments} an argument is missing, not a string, out of bounds or not a library identifier.
 */
export function readQueryArguments(given: GivenArguments): z.output<typeof QueryDocsArguments> {
  return parse(QueryDocsArguments, withList(withOwnNames(given, ALIASES[MCP_TOOLS.query]), "terms"))
}

/**
 * Parses the arguments of `search-docs`; `libraries` and `terms` can be a list or a string with comma-separated entries.
 *
 * @throws {BadArguments} an argument is missing, of the wrong type or out of bounds.
 */
export function readSearchArguments(given: GivenArguments): z.output<typeof SearchDocsArguments> {
  const named = withOwnNames(given, ALIASES[MCP_TOOLS.search])
  return parse(SearchDocsArguments, withList(withList(named, "libraries"), "terms"))
}

/** Reads a list that can be a string with comma-separated entries; blank entries and an empty list count as absent. */
function withList(given: GivenArguments, name: string): GivenArguments {
  const { [name]: value, ...others } = given
  const list = typeof value === "string" ? value.split(",") : value
  const entries = Array.isArray(list) ? list.map(trimmed).filter(isPresent) : list
  const isAbsent = entries === undefined || (Array.isArray(entries) && entries.length === 0)
  return isAbsent ? others : { ...others, [name]: entries }
}

/**
 * Parses the arguments of `add-library`.
 *
 * @throws {BadArguments} the address is missing or too long, or the kind cannot be added.
 */
export function readAddArguments(given: GivenArguments): z.output<typeof AddLibraryArguments> {
  return parse(AddLibraryArguments, withOwnNames(given, {}))
}

/**
 * Parses the arguments of `refresh-library` and `job-status`.
 *
 * @throws {BadArguments} the identifier is missing or malformed.
 */
export function readLibraryArguments(given: GivenArguments): z.output<typeof LibraryArguments> {
  return parse(LibraryArguments, withOwnNames(given, {}))
}

/**
 * Copies values under alternative names to the proper argument; blank values count as missing, and the proper name
 * takes precedence.
 */
function withOwnNames(given: GivenArguments, aliases: Readonly<Record<string, readonly string[]>>): GivenArguments {
  const entries = Object.entries(given).map(([name, value]) => [name, trimmed(value)] as const)
  const present = Object.fromEntries(entries.filter(([, value]) => isPresent(value)))
  const renamed = Object.entries(aliases).flatMap(([name, others]) => {
    const source = [name, ...others].find((candidate) => Object.hasOwn(present, candidate))
    return source === undefined ? [] : [[name, present[source]] as const]
  })
  return { ...present, ...Object.fromEntries(renamed) }
}

function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ""
}

function parse<Schema extends z.ZodType>(schema: Schema, given: GivenArguments): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new BadArguments(requestProblem(parsed.error.issues).message)
  }
  return parsed.data
}
