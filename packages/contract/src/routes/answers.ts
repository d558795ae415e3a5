import { CombinedSearchQuery, CombinedSearchResponse } from "../answers/combined-search.ts"
import { ContextQuery, ContextResponse } from "../answers/context.ts"
import { SearchLibrariesQuery, SearchLibrariesResponse } from "../libraries/libraries.ts"
import type { Route } from "./route.ts"

/** Routes that answer questions and find libraries. */
export const ANSWER_ROUTES = [
  {
    operationId: "searchLibraries",
    method: "GET",
    path: "/api/v2/libs/search",
    summary: "find libraries by name",
    permissions: ["search"],
    conditionalPermissions: ["explainAnswer"],
    workload: "answer",
    query: SearchLibrariesQuery,
    status: 200,
    response: SearchLibrariesResponse,
  },
  {
    operationId: "getContext",
    method: "GET",
    path: "/api/v2/context",
    summary: "snippets of one library that answer a question",
    permissions: ["readContext"],
    conditionalPermissions: ["explainAnswer"],
    workload: "answer",
    query: ContextQuery,
    status: 200,
    response: ContextResponse,
    otherContentType: "text/plain",
  },
  {
    operationId: "combinedSearch",
    method: "GET",
    path: "/api/v3/search",
    summary: "snippets of up to four libraries that answer a question",
    permissions: ["search"],
    conditionalPermissions: ["explainAnswer"],
    workload: "answer",
    query: CombinedSearchQuery,
    status: 200,
    response: CombinedSearchResponse,
    otherContentType: "text/plain",
  },
] as const satisfies readonly Route[]
