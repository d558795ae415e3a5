import type { AddLibraryResponse } from "../sources/add.ts"
import { CombinedSearchQuery } from "../answers/combined-search.ts"
import { ContextQuery } from "../answers/context.ts"
import { describeJobState } from "../jobs/describe-job.ts"
import type { Job } from "../jobs/jobs.ts"
import { type SearchLibrariesResponse, SearchLibrariesQuery } from "../libraries/libraries.ts"
import { parseLibraryReference } from "../identifiers/library-id.ts"
import type { RefreshResponse } from "../libraries/refresh.ts"
import { type AddableKind, recogniseSource } from "../sources/source-kind.ts"
import { renderLibraries } from "./render-libraries.ts"
import {
  BadArguments,
  type GivenArguments,
  readAddArguments,
  readLibraryArguments,
  readQueryArguments,
  readResolveArguments,
  readSearchArguments,
} from "./tool-arguments.ts"
import { MCP_TOOLS } from "./tool-definitions.ts"

/** Source kinds that can be added with only an address. */
export type AddressKind = Exclude<AddableKind, "files">

/** Backend of the tools: the use cases of a server, or a client. */
export interface DocumentationSource {
  searchLibraries(query: SearchLibrariesQuery): Promise<SearchLibrariesResponse>
  /** Returns the text form of the answer. */
  readContext(query: ContextQuery): Promise<string>
  /** Returns the text form of the answer. */
  searchDocumentation(query: CombinedSearchQuery): Promise<string>
  addLibrary(kind: AddressKind, address: string): Promise<AddLibraryResponse>
  refreshLibrary(libraryId: string): Promise<RefreshResponse>
  /** Returns the newest job of a library. @param libraryId without a version. */
  newestJob(libraryId: string): Promise<Job | undefined>
  /** Returns what went wrong when the library was last indexed, as lines. @param libraryId without a version. */
  libraryProblems(libraryId: string): Promise<readonly string[]>
  /** Returns the message for an expected failure; undefined for an unexpected error, which was reported already. */
  explainFailure(thrown: unknown): string | undefined
}

/** A tool call in the form of the protocol. */
export interface ToolCall {
  readonly name: string
  readonly arguments?: GivenArguments | undefined
}

/** A tool result in the form of the protocol. */
export type ToolAnswer = { content: { type: "text"; text: string }[]; isError?: true }

/** Reports a call of an unknown tool. */
export class UnknownTool extends Error {
  constructor(name: string) {
    super(`unknown tool: ${name.slice(0, MAX_NAME_CHARACTERS)}. Call tools/list to see the available tools`)
    this.name = "UnknownTool"
  }
}

const MAX_NAME_CHARACTERS = 100
/** An explanation never takes more of an agent's context than the smallest answer. */
const MAX_EXPLANATION_CHARACTERS = 1_500

/**
 * Runs one tool. Failures become results that the agent can read and act on, never protocol errors, because agents give
 * up after those.
 *
 * @throws {UnknownTool} if the tool does not exist.
 */
export async function answerToolCall(source: DocumentationSource, call: ToolCall): Promise<ToolAnswer> {
  const tool = findTool(call.name)
  try {
    return textOf(await tool(source, call.arguments ?? {}))
  } catch (thrown) {
    const message = thrown instanceof BadArguments ? thrown.message : source.explainFailure(thrown)
    const explanation = message ?? "the server failed to answer. Try again later"
    return { ...textOf(explanation.slice(0, MAX_EXPLANATION_CHARACTERS)), isError: true }
  }
}

type Tool = (source: DocumentationSource, given: GivenArguments) => Promise<string>

function findTool(name: string): Tool {
  switch (name) {
    case MCP_TOOLS.resolve:
      return resolveLibraryId
    case MCP_TOOLS.query:
      return async (source, given) => source.readContext(ContextQuery.parse(readQueryArguments(given)))
    case MCP_TOOLS.search:
      return searchDocs
    case MCP_TOOLS.add:
      return addLibrary
    case MCP_TOOLS.refresh:
      return async (source, given) => (await source.refreshLibrary(readLibraryArguments(given).libraryId)).message
    case MCP_TOOLS.status:
      return jobStatus
    default:
      throw new UnknownTool(name)
  }
}

async function resolveLibraryId(source: DocumentationSource, given: GivenArguments): Promise<string> {
  const query = SearchLibrariesQuery.parse(readResolveArguments(given))
  const { results } = await source.searchLibraries(query)
  if (results.length === 0) {
    return `No library matches ${JSON.stringify(query.libraryName)}. Try another spelling of its name, or tell the user that it is not indexed here.`
  }
  return renderLibraries(results)
}

async function searchDocs(source: DocumentationSource, given: GivenArguments): Promise<string> {
  const { libraries, ...query } = readSearchArguments(given)
  return source.searchDocumentation(CombinedSearchQuery.parse({ ...query, library: libraries }))
}

async function addLibrary(source: DocumentationSource, given: GivenArguments): Promise<string> {
  const { url, kind: givenKind } = readAddArguments(given)
  const { kind, isFile, address } = recogniseSource(url, givenKind)
  if (isFile || kind === "files") {
    throw new BadArguments(`url: ${url} is a file path. Send a URL that begins with https://`)
  }
  const { libraryName, message } = await source.addLibrary(kind, address)
  return `${message}\nLibrary ID: ${libraryName}\nCall ${MCP_TOOLS.status} with it to see how far it is.`
}

async function jobStatus(source: DocumentationSource, given: GivenArguments): Promise<string> {
  const { libraryId } = readLibraryArguments(given)
  const id = parseLibraryReference(libraryId)?.id ?? libraryId
  const job = await source.newestJob(id)
  if (job === undefined) return `${id} has no job`
  const problems = job.state === "succeeded" ? await source.libraryProblems(id) : []
  return [`${id}: ${describeJobState(job)}`, ...problems].join("\n")
}

function textOf(text: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text }] }
}
