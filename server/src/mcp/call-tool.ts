import { ContextQuery, SearchLibrariesQuery } from "@lectern/contract"
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import type { Caller } from "../access/caller.ts"
import { asError, ServiceError } from "../base/errors.ts"
import { readContext } from "../service/read-context.ts"
import { searchLibraries } from "../service/search-libraries.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { renderLibraries } from "./render-libraries.ts"
import { type GivenArguments, readQueryArguments, readResolveArguments } from "./tool-arguments.ts"
import { queryDocsTool, resolveLibraryIdTool } from "./tool-definitions.ts"

/** A call of a tool as the protocol carries it. */
export interface ToolCall {
  readonly name: string
  readonly arguments?: GivenArguments | undefined
}

/**
 * Runs one tool. What goes wrong in the use case becomes a result the agent can read and act on, never a protocol
 * error, because agents give up on those.
 *
 * @throws {ProtocolError} there is no such tool.
 */
export async function callTool(context: ServiceContext, caller: Caller, call: ToolCall): Promise<CallToolResult> {
  const tool = findTool(call.name)
  try {
    return textResult(await tool(context, caller, call.arguments ?? {}))
  } catch (thrown) {
    return failureResult(context, call.name, thrown)
  }
}

type Tool = (context: ServiceContext, caller: Caller, given: GivenArguments) => Promise<string>

function findTool(name: string): Tool {
  switch (name) {
    case resolveLibraryIdTool.name:
      return resolveLibraryId
    case queryDocsTool.name:
      return queryDocs
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no tool ${name}, call tools/list for those there are`)
  }
}

async function resolveLibraryId(context: ServiceContext, caller: Caller, given: GivenArguments): Promise<string> {
  const query = SearchLibrariesQuery.parse(readResolveArguments(given))
  const { results } = await searchLibraries(context, caller, { ...query, fast: query.fast === "true" })
  if (results.length === 0) {
    return `No library matches ${JSON.stringify(query.libraryName)}. Try another spelling of its name, or tell the user that it is not indexed here.`
  }
  return renderLibraries(results)
}

async function queryDocs(context: ServiceContext, caller: Caller, given: GivenArguments): Promise<string> {
  const answer = await readContext(context, caller, ContextQuery.parse(readQueryArguments(given)))
  return answer.text
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] }
}

function failureResult(context: ServiceContext, tool: string, thrown: unknown): CallToolResult {
  const error = asError(thrown)
  if (error instanceof ServiceError && error.expected) {
    return { ...textResult(explain(error)), isError: true }
  }
  context.log.error({ tool, err: error }, "tool failed")
  return { ...textResult("the server failed to answer, try again later"), isError: true }
}

function explain(error: ServiceError): string {
  const { redirectUrl } = error.details
  const isUnsaid = redirectUrl !== undefined && !error.message.includes(redirectUrl)
  return isUnsaid ? `${error.message}; use the library ID ${redirectUrl}` : error.message
}
