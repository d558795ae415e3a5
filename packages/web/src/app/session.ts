import type { Permission, SessionResponse } from "@lectern/contract"
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { api, queries } from "./api.ts"

const SESSION_KEY = ["session"] as const

/** Reads who is signed in. */
export function useSession(): UseQueryResult<SessionResponse> {
  return useQuery({ queryKey: SESSION_KEY, queryFn: ({ signal }) => api.session.get({ signal }), staleTime: 60_000 })
}

/** Returns a function that tells whether the caller has a permission; false until the session is known. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data } = useSession()
  return (permission) => data?.permissions.includes(permission) === true
}

/** Takes over another session: nothing that was read before is shown again. */
export function replaceSession(session: SessionResponse): void {
  // Pages that are open keep their queries, so these are emptied instead of removed.
  queries.setQueryData(SESSION_KEY, session)
  void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** Reads the session again, after the server has changed it. */
export async function reloadSession(): Promise<void> {
  await queries.invalidateQueries({ queryKey: SESSION_KEY })
}
