import type { Permission, SessionResponse } from "@lectern/contract"
import { type Query, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { api, queries } from "./api.ts"

const SESSION_KEY = ["session"] as const

/** Time after which a session that could not be loaded is loaded again. */
const RETRY_MS = 10_000

/** Other tabs of this browser share the cookie, so they have to know when it belongs to another account. */
const otherTabs = new BroadcastChannel("lectern-session")

const isSession = ({ queryKey }: Pick<Query, "queryKey">) => queryKey[0] === SESSION_KEY[0]

/** Loads the session of the user. */
export function useSession(): UseQueryResult<SessionResponse> {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => api.session.get({ signal }),
    staleTime: 60_000,
    // `watchSession` does this, however recent the session is.
    refetchOnWindowFocus: false,
    // The network is often still missing when a machine wakes up, which is when the user returns.
    refetchInterval: ({ state }) => (state.status === "error" ? RETRY_MS : false),
  })
}

/** Returns a function that returns true if the caller has a permission; false until the session is loaded. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data } = useSession()
  return (permission) => data?.permissions.includes(permission) === true
}

/** Replaces the session, here and in the other tabs of this browser. */
export function replaceSession(session: SessionResponse): void {
  // An answer that is still on its way is about the previous session.
  void queries.cancelQueries({ queryKey: SESSION_KEY })
  queries.setQueryData(SESSION_KEY, session)
  otherTabs.postMessage("changed")
}

/** Reloads the session after the server has changed it. */
async function reloadSession(): Promise<void> {
  await queries.invalidateQueries({ queryKey: SESSION_KEY })
}

/**
 * Keeps the session current while the page is open: loads it again when the user returns to the page or another tab
 * has changed it, and resets all other data when it belongs to another account.
 */
export function watchSession(): void {
  const reload = () => void queries.refetchQueries({ queryKey: SESSION_KEY }, { cancelRefetch: false })
  globalThis.addEventListener("focus", reload)
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") reload()
  })
  otherTabs.addEventListener("message", () => void reloadSession())
  let account: string | undefined
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || !isSession(query)) return
    const session = query.state.data as SessionResponse | undefined
    if (session === undefined) return
    const previous = account
    account = accountOf(session)
    if (previous === undefined || previous === account) return
    // Open pages keep their queries, so the queries are reset instead of removed.
    void queries.resetQueries({ predicate: (other) => !isSession(other) })
  })
}

/** Everything that determines which data the caller can see. */
function accountOf({ user, teamspace }: SessionResponse): string {
  return `${user?.id ?? ""} ${user?.role ?? ""} ${teamspace?.id ?? ""}`
}
