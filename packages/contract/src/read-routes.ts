import { LibraryBenchmark } from "./benchmark.ts"
import { CombinedSearchQuery, CombinedSearchResponse } from "./combined-search.ts"
import { ContextQuery, ContextResponse } from "./context.ts"
import { LibraryParams, LibraryRecord, SearchLibrariesQuery, SearchLibrariesResponse } from "./libraries.ts"
import { MetricsQuery, MetricsResponse } from "./metrics.ts"
import type { Route } from "./route.ts"

/** Routes that answer questions. */
export const READ_ROUTES = [
  {
    operationId: "searchLibraries",
    method: "GET",
    path: "/api/v2/libs/search",
    caller: "reader",
    query: SearchLibrariesQuery,
    status: 200,
    response: SearchLibrariesResponse,
    summary: "find libraries by name",
  },
  {
    operationId: "getContext",
    method: "GET",
    path: "/api/v2/context",
    caller: "reader",
    query: ContextQuery,
    status: 200,
    response: ContextResponse,
    otherContentType: "text/plain",
    summary: "passages of one library that answer a question",
  },
  {
    operationId: "combinedSearch",
    method: "GET",
    path: "/api/v3/search",
    caller: "reader",
    query: CombinedSearchQuery,
    status: 200,
    response: CombinedSearchResponse,
    otherContentType: "text/plain",
    summary: "passages of up to four libraries",
  },
  {
    operationId: "getMetrics",
    method: "GET",
    path: "/api/v2/libs/metrics",
    caller: "reader",
    query: MetricsQuery,
    status: 200,
    response: MetricsResponse,
    summary: "how a library is used",
  },
  {
    operationId: "getLibrary",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}",
    caller: "reader",
    params: LibraryParams,
    status: 200,
    response: LibraryRecord,
    summary: "a library with its source, versions, last job and file report",
  },
  {
    operationId: "getBenchmark",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/benchmark",
    caller: "reader",
    params: LibraryParams,
    status: 200,
    response: LibraryBenchmark,
    summary: "the questions that a library was scored by",
  },
] as const satisfies readonly Route[]
