import { ApiError, LecternClient } from "@lectern/client"
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ROOT_URL } from "./root-url.ts"

/** The client for the server that serves the dashboard. The session is a cookie. */
export const api = new LecternClient({ url: ROOT_URL, maxRetries: 0 })

/** Data that is more recent than this is shown without another request. */
const FRESH_MS = 10_000
const MAX_RETRIES = 1

/** Reloads the session after a 401 response, because it has ended. */
export function noticeEndOfSession(error: unknown): void {
  if (statusOf(error) === 401) void queries.invalidateQueries({ queryKey: ["session"] })
}

/** Caches the responses of the server. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== "session") noticeEndOfSession(error)
    },
  }),
  mutationCache: new MutationCache({ onError: noticeEndOfSession }),
  defaultOptions: {
    // The server may be on this machine or in this network, which work without a connection to the internet.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
  },
})

/** Returns the HTTP status of an error of the API; undefined if the server could not be reached. */
function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined
}
