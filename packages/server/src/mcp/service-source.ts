import {
  type DocumentationSource,
  type LibraryId,
  MCP_TOOLS,
  type Operation,
  routeOf,
  TOOL_OPERATIONS,
  type ToolName,
} from "@lectern/contract"
import type { Caller } from "../access/identity/caller.ts"
import { asError, ServiceError } from "../base/errors.ts"
import { ADD_BY_ADDRESS } from "../service/libraries/add/add-by-address.ts"
import { searchDocumentation } from "../service/answers/combined-search.ts"
import { listJobs } from "../service/jobs/jobs.ts"
import { answerQuestion } from "../service/answers/answer-question.ts"
import { refreshLibrary } from "../service/libraries/refresh-library.ts"
import { searchLibraries } from "../service/answers/search-libraries.ts"
import { allow, type ServiceContext } from "../service/service-context.ts"
import { countRead } from "../service/usage/count-read.ts"
import type { ReadVersion } from "../service/usage/usage-meter.ts"
import type { CountedRequest } from "../service/usage/visitor.ts"
import { assertInScope, assertUnlimited } from "./library-scope.ts"

/** Who calls the tools, and the libraries that the address holds this client to. */
export interface ToolUser {
  readonly caller: Caller
  readonly scope: readonly LibraryId[] | undefined
  /** The request, as usage counts it; undefined: it is not counted. */
  readonly request?: CountedRequest | undefined
}

/** Answers tool calls from the use cases of this server. */
export function serviceSource(
  context: ServiceContext,
  { caller, scope, request }: ToolUser,
  clientName?: string,
): DocumentationSource {
  const count = (served: readonly ReadVersion[], question: string) => {
    if (request !== undefined) countRead(context, { ...request, caller }, { served, question, mcp: { clientName } })
  }
  const admit = (tool: ToolName) => admitCall(context, routeOf(TOOL_OPERATIONS[tool]), { caller, request })
  return {
    async searchLibraries({ fast, ...query }) {
      admit(MCP_TOOLS.resolve)
      const scoped = { ...query, fast: fast === "true", ...(scope === undefined ? {} : { scope }) }
      return (await searchLibraries(context, caller, scoped)).answer
    },
    async readContext(query) {
      assertInScope(scope, query.libraryId)
      admit(MCP_TOOLS.query)
      const { text, served } = await answerQuestion(context, caller, query)
      count(served, query.query)
      return text
    },
    async searchDocumentation(query) {
      admit(MCP_TOOLS.search)
      const scoped = { ...query, ...(scope === undefined ? {} : { scope }) }
      const { text, served } = await searchDocumentation(context, caller, scoped)
      count(served, query.query)
      return text
    },
    async addLibrary(kind, address) {
      assertUnlimited(scope)
      admit(MCP_TOOLS.add)
      return ADD_BY_ADDRESS[kind](context, caller, address)
    },
    async refreshLibrary(libraryId) {
      assertInScope(scope, libraryId)
      admit(MCP_TOOLS.refresh)
      return refreshLibrary(context, caller, { libraryName: libraryId })
    },
    async newestJob(libraryId) {
      assertInScope(scope, libraryId)
      admit(MCP_TOOLS.status)
      return (await listJobs(context, caller, { libraryId, limit: 1 })).jobs[0]
    },
    explainFailure: (thrown) => explainFailure(context, thrown),
  }
}

/**
 * Checks a call as the route of the same operation does: rate limit, monthly quota, permission.
 *
 * @throws {RateLimited} {SpendingLimitExceeded} {InvalidApiKey} {Forbidden}
 */
function admitCall(
  context: ServiceContext,
  { permissions, rateClass, workload }: Operation,
  { caller, request }: Pick<ToolUser, "caller" | "request">,
): void {
  // Every request to `/mcp` has counted towards the limit of MCP already, which takes the place of `api`.
  if (request !== undefined && rateClass !== undefined) context.rates.take(rateClass, { caller, address: request.ip })
  if (workload === "answer") context.quota.spend(caller)
  allow(context, caller, permissions[0])
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
