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

/** Kinds of source that are added by their address alone. */
export type AddressKind = Exclude<AddableKind, "files">

/** Where the tools get what they answer: the use cases of a server, or a client of one. */
export interface DocumentationSource {
  searchLibraries(query: SearchLibrariesQuery): Promise<SearchLibrariesResponse>
  /** Gives the text form of the answer. */
  readContext(query: ContextQuery): Promise<string>
  /** Gives the text form of the answer. */
  searchDocumentation(query: CombinedSearchQuery): Promise<string>
  addLibrary(kind: AddressKind, address: string): Promise<AddLibraryResponse>
  refreshLibrary(libraryId: string): Promise<RefreshResponse>
  /** Gives the newest job of a library. @param libraryId without a version. */
  newestJob(libraryId: string): Promise<Job | undefined>
  /** Says what is to be told of a failure; undefined when it is nobody's mistake, then it has been reported. */
  explainFailure(thrown: unknown): string | undefined
}

/** A call of a tool as the protocol carries it. */
export interface ToolCall {
  readonly name: string
  readonly arguments?: GivenArguments | undefined
}

/** Result of a tool in the form of the protocol. */
export type ToolAnswer = { content: { type: "text"; text: string }[]; isError?: true }

/** Reports the call of a tool that does not exist. */
export class UnknownTool extends Error {
  constructor(name: string) {
    super(`no tool ${name.slice(0, MAX_NAME_CHARACTERS)}, call tools/list for those there are`)
    this.name = "UnknownTool"
  }
}

const MAX_NAME_CHARACTERS = 100
/** An explanation never takes more of an agent's context than the smallest answer. */
const MAX_EXPLANATION_CHARACTERS = 1_500

/**
 * Runs one tool. What goes wrong becomes a result that the agent can read and act on, never a protocol error, because
 * agents give up on those.
 *
 * @throws {UnknownTool} there is no such tool.
 */
export async function answerToolCall(source: DocumentationSource, call: ToolCall): Promise<ToolAnswer> {
  const tool = findTool(call.name)
  try {
    return textOf(await tool(source, call.arguments ?? {}))
  } catch (thrown) {
    const message = thrown instanceof BadArguments ? thrown.message : source.explainFailure(thrown)
    const explanation = message ?? "the server failed to answer, try again later"
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
  const { kind, isFile } = recogniseSource(url, givenKind)
  if (isFile || kind === "files") {
    throw new BadArguments(
      `url: ${url} is a path, and the server reads addresses only: give one that begins with https://`,
    )
  }
  const { libraryName, message } = await source.addLibrary(kind, url)
  return `${message}\nLibrary ID: ${libraryName}\nCall ${MCP_TOOLS.status} with it to see how far it is.`
}

async function jobStatus(source: DocumentationSource, given: GivenArguments): Promise<string> {
  const { libraryId } = readLibraryArguments(given)
  const id = parseLibraryReference(libraryId)?.id ?? libraryId
  const job = await source.newestJob(id)
  return job === undefined ? `${id} has no job: nothing is queued` : `${id}: ${describeJobState(job)}`
}

function textOf(text: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text }] }
}
