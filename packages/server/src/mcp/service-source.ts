import { type DocumentationSource, type LibraryId } from "@lectern/contract"
import type { Caller } from "../access/identity/caller.ts"
import { asError, ServiceError } from "../base/errors.ts"
import { ADD_BY_ADDRESS } from "../service/libraries/add/add-by-address.ts"
import { searchDocumentation } from "../service/answers/combined-search.ts"
import { listJobs } from "../service/jobs/jobs.ts"
import { readContext } from "../service/answers/read-context.ts"
import { refreshLibrary } from "../service/libraries/refresh-library.ts"
import { searchLibraries } from "../service/libraries/search-libraries.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { countRead } from "../service/usage/count-read.ts"
import type { ReadVersion } from "../service/usage/usage-meter.ts"
import type { CountedRequest } from "../service/usage/visitor.ts"
import { assertInScope, assertUnlimited } from "./library-scope.ts"

/** Who calls the tools, and the libraries that the address holds this client to. */
export interface ToolUser {
  readonly caller: Caller
  readonly scope: readonly LibraryId[] | undefined
  /** The request, as usage counts it; undefined: it is not counted. */
  readonly request?: CountedRequest
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
  const limit = (surface: "add" | "refresh") => {
    if (request !== undefined) context.rates.take(surface, { caller, address: request.ip })
  }
  return {
    async searchLibraries({ fast, ...query }) {
      context.quota.spend(caller)
      const scoped = { ...query, fast: fast === "true", ...(scope === undefined ? {} : { scope }) }
      return (await searchLibraries(context, caller, scoped)).answer
    },
    async readContext(query) {
      assertInScope(scope, query.libraryId)
      context.quota.spend(caller)
      const { text, served } = await readContext(context, caller, query)
      count(served, query.query)
      return text
    },
    async searchDocumentation(query) {
      context.quota.spend(caller)
      const scoped = { ...query, ...(scope === undefined ? {} : { scope }) }
      const { text, served } = await searchDocumentation(context, caller, scoped)
      count(served, query.query)
      return text
    },
    async addLibrary(kind, address) {
      assertUnlimited(scope)
      limit("add")
      return ADD_BY_ADDRESS[kind](context, caller, address)
    },
    async refreshLibrary(libraryId) {
      assertInScope(scope, libraryId)
      limit("refresh")
      return refreshLibrary(context, caller, { libraryName: libraryId })
    },
    async newestJob(libraryId) {
      assertInScope(scope, libraryId)
      return (await listJobs(context, caller, { libraryId, limit: 1 })).jobs[0]
    },
    explainFailure: (thrown) => explainFailure(context, thrown),
  }
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
