import type { Permission } from "@lectern/contract"

interface AdminSection {
  readonly id: string
  readonly label: string
  /** Shown only to callers with this permission. */
  readonly permission: Permission
  readonly description: string
}

/** The sections of the administration, in the order of the navigation. */
export const ADMIN_SECTIONS = [
  {
    id: "team",
    label: "Team",
    permission: "readMembers",
    description: "Members of your teamspace and open invitations.",
  },
  {
    id: "users",
    label: "Users",
    permission: "readUsers",
    description: "Every account of this instance.",
  },
  {
    id: "projects",
    label: "Projects",
    permission: "readTeamspaces",
    description: "Groups of private libraries in your teamspace.",
  },
  {
    id: "policies",
    label: "Policies",
    permission: "readPolicies",
    description: "Which libraries the members of your teamspace can use.",
  },
  {
    id: "access",
    label: "Access rules",
    permission: "manageLibraryAccess",
    description: "Who can see libraries, by the start of their id.",
  },
  {
    id: "anonymous",
    label: "Anonymous access",
    permission: "readPermissions",
    description: "What callers without an account or key can do.",
  },
  {
    id: "connections",
    label: "Connections",
    permission: "readConnections",
    description: "Accounts at git hosts, Confluence and Notion that Lectern reads private sources with.",
  },
  {
    id: "webhooks",
    label: "Webhooks",
    permission: "manageWebhooks",
    description: "URLs that Lectern notifies of events.",
  },
  {
    id: "schedules",
    label: "Schedules",
    permission: "updateLibrary",
    description: "When each library is refreshed.",
  },
  {
    id: "audit",
    label: "Audit log",
    permission: "readAudit",
    description: "Every change and every refused attempt, newest first.",
  },
  {
    id: "models",
    label: "Models",
    permission: "readSettings",
    description: "The optional embedder, reranker and writer, and what they receive.",
  },
  {
    id: "health",
    label: "Health",
    permission: "readSettings",
    description: "Whether each part of this instance works.",
  },
  {
    id: "config",
    label: "Instance config",
    permission: "applyManifest",
    description: "Apply a lectern.yaml to the libraries of this instance.",
  },
  {
    id: "settings",
    label: "Settings",
    permission: "readSettings",
    description: "Settings of this instance. Secrets are masked.",
  },
] as const satisfies readonly AdminSection[]

export type AdminSectionId = (typeof ADMIN_SECTIONS)[number]["id"]
