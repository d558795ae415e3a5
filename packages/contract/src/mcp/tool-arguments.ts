import { z } from "zod"
import { CombinedSearchQuery } from "../answers/combined-search.ts"
import { LibraryIdText } from "../answers/context.ts"
import { AddressText, boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { ADDABLE_KINDS } from "../sources/source-kind.ts"
import { requestProblem } from "../errors/validation.ts"
import { MCP_TOOLS } from "./tool-definitions.ts"

/** Arguments of a call as they arrive. */
export type GivenArguments = Readonly<Record<string, unknown>>

/** Reports arguments that a tool cannot take; the message names them and says what to do. */
export class BadArguments extends Error {
  constructor(message: string) {
    super(message)
    this.name = "BadArguments"
  }
}

const QueryText = boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters)

const ResolveLibraryIdArguments = z.object({ query: QueryText, libraryName: QueryText })
const QueryDocsArguments = z.object({ libraryId: LibraryIdText, query: QueryText })
const { query, library, version, language, tokens } = CombinedSearchQuery.shape
const SearchDocsArguments = z.object({ query, libraries: library, version, language, tokens })
const AddLibraryArguments = z.object({ url: AddressText, kind: z.enum(ADDABLE_KINDS).exclude(["files"]).optional() })
const LibraryArguments = z.object({ libraryId: LibraryIdText })

/** Other names under which clients send an argument, by tool and argument; the argument's own name wins. */
const ALIASES = {
  [MCP_TOOLS.resolve]: { query: ["userQuery", "question"] },
  [MCP_TOOLS.query]: {
    query: ["userQuery", "question"],
    libraryId: ["libraryName", "context7CompatibleLibraryID", "libraryID"],
  },
  [MCP_TOOLS.search]: { query: ["userQuery", "question"], libraries: ["library"] },
} as const satisfies Record<string, Record<string, readonly string[]>>

/**
 * Reads the arguments of `resolve-library-id`. A missing question is replaced by the name, as the REST search does.
 *
 * @throws {BadArguments} an argument is missing, not a text or out of bounds; the message names it.
 */
export function readResolveArguments(given: GivenArguments): z.output<typeof ResolveLibraryIdArguments> {
  const named = withOwnNames(given, ALIASES[MCP_TOOLS.resolve])
  return parse(ResolveLibraryIdArguments, { ...named, query: named["query"] ?? named["libraryName"] })
}

/**
 * Reads the arguments of `query-docs`.
 *
 * @throws {BadArguments} an argument is missing, not a text, out of bounds or not a library identifier.
 */
export function readQueryArguments(given: GivenArguments): z.output<typeof QueryDocsArguments> {
  return parse(QueryDocsArguments, withOwnNames(given, ALIASES[MCP_TOOLS.query]))
}

/**
 * Reads the arguments of `search-docs`; `libraries` may be one text, names separated by commas or a list.
 *
 * @throws {BadArguments} an argument is missing, of the wrong type or out of bounds.
 */
export function readSearchArguments(given: GivenArguments): z.output<typeof SearchDocsArguments> {
  const { libraries, ...named } = withOwnNames(given, ALIASES[MCP_TOOLS.search])
  const list = typeof libraries === "string" ? libraries.split(",") : libraries
  const hints = Array.isArray(list) ? list.map(trimmed).filter(isPresent) : list
  const hasHints = hints !== undefined && !(Array.isArray(hints) && hints.length === 0)
  return parse(SearchDocsArguments, hasHints ? { ...named, libraries: hints } : named)
}

/**
 * Reads the arguments of `add-library`.
 *
 * @throws {BadArguments} the address is missing or too long, or the kind is none of those that can be added.
 */
export function readAddArguments(given: GivenArguments): z.output<typeof AddLibraryArguments> {
  return parse(AddLibraryArguments, withOwnNames(given, {}))
}

/**
 * Reads the arguments of `refresh-library` and `job-status`.
 *
 * @throws {BadArguments} the identifier is missing or has the wrong form.
 */
export function readLibraryArguments(given: GivenArguments): z.output<typeof LibraryArguments> {
  return parse(LibraryArguments, withOwnNames(given, {}))
}

/** Copies what came under another name to the argument's own; blanks count as absent, the own name wins. */
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
