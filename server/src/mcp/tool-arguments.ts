import { MCP_ARGUMENT_ALIASES, QueryDocsArguments, requestProblem, ResolveLibraryIdArguments } from "@lectern/contract"
import type { z } from "zod"
import { InvalidInput } from "../base/errors.ts"

/** Arguments of a call as they arrive. */
export type GivenArguments = Readonly<Record<string, unknown>>

/**
 * Reads the arguments of `resolve-library-id`. A missing question is replaced by the name, as the REST search does.
 *
 * @throws {InvalidInput} an argument is missing, not a text or out of bounds; the message names it.
 */
export function readResolveArguments(given: GivenArguments): ResolveLibraryIdArguments {
  const named = withOwnNames(given, MCP_ARGUMENT_ALIASES["resolve-library-id"])
  return parse(ResolveLibraryIdArguments, { ...named, query: named["query"] ?? named["libraryName"] })
}

/**
 * Reads the arguments of `query-docs`.
 *
 * @throws {InvalidInput} an argument is missing, not a text, out of bounds or not a library identifier.
 */
export function readQueryArguments(given: GivenArguments): QueryDocsArguments {
  return parse(QueryDocsArguments, withOwnNames(given, MCP_ARGUMENT_ALIASES["query-docs"]))
}

/** Copies what came under another name to the argument's own; blanks count as absent, the own name wins. */
function withOwnNames(given: GivenArguments, aliases: Readonly<Record<string, readonly string[]>>): GivenArguments {
  const present = Object.fromEntries(Object.entries(given).map(trimmed).filter(isPresent))
  const renamed = Object.entries(aliases).map(([name, others]) => {
    const source = [name, ...others].find((candidate) => Object.hasOwn(present, candidate))
    return [name, source === undefined ? undefined : present[source]] as const
  })
  return { ...present, ...Object.fromEntries(renamed.filter(isPresent)) }
}

function trimmed([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "string" ? value.trim() : value]
}

function isPresent([, value]: readonly [string, unknown]): boolean {
  return value !== undefined && value !== null && value !== ""
}

function parse<Schema extends z.ZodType>(schema: Schema, given: GivenArguments): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new InvalidInput(requestProblem(parsed.error.issues).message)
  }
  return parsed.data
}
