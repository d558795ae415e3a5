import type { Permission, SessionResponse } from "@lectern/contract"
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { api, queries } from "./api.ts"

const SESSION_KEY = ["session"] as const

/** Loads the session of the user. */
export function useSession(): UseQueryResult<SessionResponse> {
  return useQuery({ queryKey: SESSION_KEY, queryFn: ({ signal }) => api.session.get({ signal }), staleTime: 60_000 })
}

/** Returns a function that returns true if the caller has a permission; false until the session is loaded. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data } = useSession()
  return (permission) => data?.permissions.includes(permission) === true
}

/** Replaces the session, so that nothing from the previous one is shown again. */
export function replaceSession(session: SessionResponse): void {
  // Open pages keep their queries, so the queries are reset instead of removed.
  queries.setQueryData(SESSION_KEY, session)
  void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** Reloads the session after the server has changed it. */
export async function reloadSession(): Promise<void> {
  await queries.invalidateQueries({ queryKey: SESSION_KEY })
}
