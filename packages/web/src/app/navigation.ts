import type { Permission } from "@lectern/contract"
import type { IconName } from "../components/icon.tsx"

interface Destination {
  readonly to: "/" | "/libraries" | "/add" | "/jobs" | "/connect" | "/settings" | "/admin"
  readonly label: string
  readonly icon: IconName
  /** Shown only to callers with this permission. */
  readonly permission?: Permission
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
