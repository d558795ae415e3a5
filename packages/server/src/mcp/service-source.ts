import {
  type AnsweredText,
  describeProblems,
  listSuggestions,
  type DocumentationSource,
  type LibraryId,
  MCP_TOOLS,
  type Operation,
  type OperationId,
  routeOf,
  type RouteOf,
  SEARCH_HEADERS,
  SEARCH_PARTIAL_REASONS,
  TOOL_OPERATIONS,
} from "@lectern/contract"
import { authorize, type Authorized } from "../access/permissions/authorize.ts"
import type { Caller } from "../access/identity/caller.ts"
import type { RateLimited } from "../access/errors.ts"
import { countRequest } from "../access/limits/count-request.ts"
import { asError, ServiceError } from "../base/errors.ts"
import { ADD_BY_ADDRESS } from "../service/libraries/add/add-by-address.ts"
import { searchDocumentation } from "../service/answers/combined-search.ts"
import { listJobs } from "../service/jobs/jobs.ts"
import { answerQuestion } from "../service/answers/answer-question.ts"
import { followMoves } from "../service/libraries/library-scope.ts"
import { readLibrary } from "../service/libraries/read-library.ts"
import { refreshLibrary } from "../service/libraries/refresh-library.ts"
import { searchLibraries } from "../service/answers/search-libraries.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { countAnswer } from "../service/usage/count-answer.ts"
import type { ReadVersion } from "../service/usage/meter/usage-meter.ts"
import type { CountedRequest } from "../service/usage/meter/visitor.ts"
import { assertInScope, assertUnlimited } from "./library-scope.ts"

/** The caller of the tools, and the libraries that the URL limits the client to. */
export interface ToolUser {
  readonly caller: Caller
  readonly scope: readonly LibraryId[] | undefined
  /** The request to count usage for; if undefined, nothing is counted. */
  readonly request?: CountedRequest | undefined
  /** Set if this request exceeds its limit; every tool call in it is then rejected. */
  readonly limited?: RateLimited | undefined
  /** Name that the client sent when it connected. */
  readonly clientName?: string | undefined
}

/** Implements tool calls with the use cases of this server. */
export function serviceSource(
  context: ServiceContext,
  { caller, scope, request, limited }: ToolUser,
  clientName?: string,
): DocumentationSource {
  const count = (served: readonly ReadVersion[], question: string) => {
    if (request !== undefined) countAnswer(context, { ...request, caller }, { served, question, mcp: { clientName } })
  }
  const admit = <Id extends OperationId>(operationId: Id) =>
    admitCall(context, operationId, { caller, request, limited })
  const currentScope = () => followMoves(context, caller, scope)
  return {
    async searchLibraries({ fast, ...query }) {
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.resolve])
      const scoped = { ...query, fast: fast === "true", scope: await currentScope() }
      return (await searchLibraries(context, authorized, scoped)).answer
    },
    async readContext(query) {
      assertInScope(await currentScope(), query.libraryId)
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.query])
      const { text, served, headers } = await answerQuestion(context, authorized, query)
      count(served, query.query)
      return withVersion(text, headers)
    },
    async searchDocumentation(query) {
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.search])
      const scoped = { ...query, scope: await currentScope() }
      const { text, served, headers } = await searchDocumentation(context, authorized, scoped)
      count(served, query.query)
      return withVersion(text, headers)
    },
    async addLibrary(kind, address) {
      assertUnlimited(scope)
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.add])
      return ADD_BY_ADDRESS[kind](context, authorized, address)
    },
    async refreshLibrary(libraryId) {
      assertInScope(await currentScope(), libraryId)
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.refresh])
      return refreshLibrary(context, authorized, { libraryName: libraryId })
    },
    async newestJob(libraryId) {
      assertInScope(await currentScope(), libraryId)
      const authorized = admit(TOOL_OPERATIONS[MCP_TOOLS.status])
      return (await listJobs(context, authorized, { libraryId, limit: 1 })).jobs[0]
    },
    async libraryProblems(libraryId) {
      assertInScope(await currentScope(), libraryId)
      const library = await readLibrary(context, authorize(context, caller, "readLibrary"), { libraryId })
      return [...describeProblems(library), ...listSuggestions(library)]
    },
    explainFailure: (thrown) => explainFailure(context, thrown),
  }
}

/** Adds the version from the headers of an answer to its text. */
function withVersion(text: string, headers: Readonly<Record<string, string>>): AnsweredText {
  const partialReason = SEARCH_PARTIAL_REASONS.find((known) => known === headers[SEARCH_HEADERS.reason])
  return { text, servedVersion: headers[SEARCH_HEADERS.version], partialReason }
}

/**
 * Checks a call like a request to the route of the same operation: rate limit, monthly quota, permission.
 *
 * @throws {RateLimited} {SpendingLimitExceeded} {InvalidApiKey} {Forbidden}
 */
function admitCall<Id extends OperationId>(
  context: ServiceContext,
  operationId: Id,
  { caller, request, limited }: Pick<ToolUser, "caller" | "request" | "limited">,
): Authorized<RouteOf<Id>["permissions"][0]> {
  const { permissions, rateClass, workload }: Operation = routeOf(operationId)
  if (limited !== undefined) throw limited
  // Every call has already counted towards the MCP limit, which replaces the `api` limit.
  if (request !== undefined) countRequest(context, { rateClass, workload }, { caller, address: request.ip })
  return authorize(context, caller, permissions[0])
}

function explainFailure(context: ServiceContext, thrown: unknown): string | undefined {
  const error = asError(thrown)
  if (!(error instanceof ServiceError) || !error.expected) {
    context.log.error({ err: error }, "tool failed")
    return undefined
  }
  const { redirectUrl } = error.details
  const isUnsaid = redirectUrl !== undefined && !error.message.includes(redirectUrl)
  return isUnsaid ? `${error.message}; use the library ID ${redirectUrl}` : error.message
}
