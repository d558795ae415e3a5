import type { Permission } from "@lectern/contract"
import { useRouterState } from "@tanstack/react-router"
import type { IconName } from "../components/icon.tsx"

interface Destination {
  readonly to: "/" | "/libraries" | "/add" | "/jobs" | "/connect" | "/settings" | "/admin"
  readonly label: string
  readonly icon: IconName
  /** Shown only to callers with this permission. */
  readonly permission?: Permission
}

/** Pages for people who are not signed in yet, which nobody wants to return to. */
const BEFORE_SIGN_IN = /^\/(?:sign-in|sign-up|invitation)\/?$/

/** Returns the parameters of a link to the sign-in page, with which it returns to the page that is open. */
export function useSignInSearch(): { readonly returnTo?: string } {
  const returnTo = useRouterState({
    select: ({ location }) => (BEFORE_SIGN_IN.test(location.pathname) ? undefined : location.href),
  })
  return returnTo === undefined ? {} : { returnTo }
}

/** The pages in the navigation, in order. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/", label: "Home", icon: "home" },
  { to: "/libraries", label: "Libraries", icon: "book" },
  { to: "/add", label: "Add", icon: "plus", permission: "addLibrary" },
  { to: "/jobs", label: "Jobs", icon: "jobs", permission: "readJobs" },
  { to: "/connect", label: "Connect", icon: "plug" },
  { to: "/admin", label: "Administration", icon: "lock", permission: "readTeamspaces" },
  { to: "/settings", label: "Account", icon: "gear", permission: "changeOwnPassword" },
]
