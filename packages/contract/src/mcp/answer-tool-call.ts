import { type AddLibraryResponse, FORCE_ADVICE, FORCE_MOVED_ADVICE } from "../sources/add.ts"
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
import { type AnsweredText, describeAnswer } from "./tool-answer.ts"
import { MCP_TOOLS } from "./tool-definitions.ts"

/** Source kinds that can be added with only an address. */
export type AddressKind = Exclude<AddableKind, "files">

/** Backend of the tools: the use cases of a server, or a client. */
export interface DocumentationSource {
  searchLibraries(query: SearchLibrariesQuery): Promise<SearchLibrariesResponse>
  readContext(query: ContextQuery): Promise<AnsweredText>
  searchDocumentation(query: CombinedSearchQuery): Promise<AnsweredText>
  addLibrary(kind: AddressKind, address: string): Promise<AddLibraryResponse>
  refreshLibrary(libraryId: string): Promise<RefreshResponse>
  /** Returns the newest job of a library. @param libraryId without a version. */
  newestJob(libraryId: string): Promise<Job | undefined>
  /** Returns what went wrong when the library was last indexed, as lines. @param libraryId without a version. */
  libraryProblems(libraryId: string): Promise<readonly string[]>
  /** Returns the message for an expected failure; undefined for an unexpected error, which has already been logged. */
  explainFailure(thrown: unknown): string | undefined
}

/** A tool call in the form of the protocol. */
export interface ToolCall {
  readonly name: string
  readonly arguments?: GivenArguments | undefined
}

/** A tool result in the form of the protocol. */
export type ToolAnswer = {
  content: { type: "text"; text: string }[]
  /** In the form of the tool's output schema; missing if the call failed. */
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Reports a call of an unknown tool. */
export class UnknownTool extends Error {
  constructor(name: string) {
    super(`unknown tool: ${name.slice(0, MAX_NAME_CHARACTERS)}. Call tools/list to see the available tools`)
    this.name = "UnknownTool"
  }
}

const MAX_NAME_CHARACTERS = 100
/** Limits an error message to the size of the smallest answer, to save the agent's context. */
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
    const { text, data } = await tool(source, call.arguments ?? {})
    return { ...textOf(text), structuredContent: data }
  } catch (thrown) {
    const message = thrown instanceof BadArguments ? thrown.message : source.explainFailure(thrown)
    return failureOf(message ?? "the server failed to answer. Try again later")
  }
}

/** Makes the result of a failed call. */
function failureOf(message: string): ToolAnswer {
  return { ...textOf(message.slice(0, MAX_EXPLANATION_CHARACTERS)), isError: true }
}

/** What a tool returns: text for readers, and the same as data. */
interface ToolOutput {
  readonly text: string
  readonly data: Record<string, unknown>
}

type Tool = (source: DocumentationSource, given: GivenArguments) => Promise<ToolOutput>

function findTool(name: string): Tool {
  switch (name) {
    case MCP_TOOLS.resolve:
      return resolveLibraryId
    case MCP_TOOLS.query:
      return queryDocs
    case MCP_TOOLS.search:
      return searchDocs
    case MCP_TOOLS.add:
      return addLibrary
    case MCP_TOOLS.refresh:
      return refreshLibrary
    case MCP_TOOLS.status:
      return jobStatus
    default:
      throw new UnknownTool(name)
  }
}

async function resolveLibraryId(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const query = SearchLibrariesQuery.parse(readResolveArguments(given))
  const { results, suggestions = [] } = await source.searchLibraries(query)
  const text = results.length === 0 ? explainNoLibrary(query.libraryName, suggestions) : renderLibraries(results)
  return { text, data: { answer: text, libraryIds: results.map(({ id }) => id), suggestions: [...suggestions] } }
}

function explainNoLibrary(name: string, suggestions: readonly string[]): string {
  const similar = suggestions.length === 0 ? "" : ` Similar names: ${suggestions.join(", ")}.`
  return `No library matches ${JSON.stringify(name)}.${similar} Try another spelling, or tell the user that it is not indexed here.`
}

async function queryDocs(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const query = ContextQuery.parse(readQueryArguments(given))
  const { libraryId } = query
  const version = parseLibraryReference(libraryId)?.versionTag
  const data = describeAnswer(await source.readContext(query), { libraryId, version })
  return { text: data.answer, data }
}

async function searchDocs(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const { libraries, ...query } = readSearchArguments(given)
  const asked = CombinedSearchQuery.parse({ ...query, library: libraries })
  const data = describeAnswer(await source.searchDocumentation(asked), { version: requestedVersion(asked) })
  return { text: data.answer, data }
}

/** Returns the version of a request: that of its parameter, or of its first library that has one. */
function requestedVersion({ version, library = [] }: CombinedSearchQuery): string | undefined {
  return version ?? library.map((hint) => /.[@](v?\d[^/@]*)$/i.exec(hint)?.[1]).find((tag) => tag !== undefined)
}

async function addLibrary(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const { url, kind: givenKind } = readAddArguments(given)
  const { kind, isFile, address } = recogniseSource(url, givenKind)
  if (isFile || kind === "files") {
    throw new BadArguments(`url: ${url} is a file path. Send a URL that begins with https://`)
  }
  const { libraryName, message } = await source.addLibrary(kind, address)
  const said = message
    .replace(FORCE_ADVICE, `Call ${MCP_TOOLS.refresh} to process it again`)
    .replace(
      FORCE_MOVED_ADVICE,
      "If another repository has the old address now, tell the user to run lectern add --force",
    )
  const text = `${said}\nLibrary ID: ${libraryName}\nCall ${MCP_TOOLS.status} with it to see how far it is.`
  return { text, data: { answer: text, libraryId: libraryName } }
}

async function refreshLibrary(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const { libraryId } = readLibraryArguments(given)
  const { message } = await source.refreshLibrary(libraryId)
  return { text: message, data: { answer: message, libraryId } }
}

async function jobStatus(source: DocumentationSource, given: GivenArguments): Promise<ToolOutput> {
  const { libraryId } = readLibraryArguments(given)
  const id = parseLibraryReference(libraryId)?.id ?? libraryId
  const job = await source.newestJob(id)
  const problems = job?.state === "succeeded" ? await source.libraryProblems(id) : []
  const text = job === undefined ? `${id} has no job` : [`${id}: ${describeJobState(job)}`, ...problems].join("\n")
  return { text, data: { answer: text, libraryId: id, ...(job === undefined ? {} : { state: job.state }) } }
}

function textOf(text: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text }] }
}
