import type { Permission } from "@lectern/contract"

interface AdminSection {
  readonly id: string
  /** Heading above the section in the navigation; sections of a group are adjacent. */
  readonly group: (typeof ADMIN_GROUPS)[number]
  readonly label: string
  /** Shown only to callers with this permission. */
  readonly permission: Permission
  readonly description: string
}

/** The groups of sections, in the order of the navigation. */
export const ADMIN_GROUPS = ["People", "Access", "Integrations", "Instance"] as const

/** The sections of the administration, in the order of the navigation. */
export const ADMIN_SECTIONS = [
  {
    id: "team",
    group: "People",
    label: "Team",
    permission: "readMembers",
    description: "Members of your teamspace and open invitations.",
  },
  {
    id: "users",
    group: "People",
    label: "Users",
    permission: "readUsers",
    description: "Every account of this instance.",
  },
  {
    id: "projects",
    group: "People",
    label: "Projects",
    permission: "readTeamspaces",
    description: "Private libraries of your teamspace, grouped.",
  },
  {
    id: "policies",
    group: "Access",
    label: "Policies",
    permission: "readPolicies",
    description: "Which libraries the members of your teamspace can use.",
  },
  {
    id: "access",
    group: "Access",
    label: "Access rules",
    permission: "manageLibraryAccess",
    description: "Who can see libraries whose id starts with a prefix.",
  },
  {
    id: "anonymous",
    group: "Access",
    label: "Anonymous access",
    permission: "readPermissions",
    description: "What callers without an account or key can do.",
  },
  {
    id: "connections",
    group: "Integrations",
    label: "Connections",
    permission: "readConnections",
    description: "Accounts on git hosts, Confluence and Notion that give Lectern access to private sources.",
  },
  {
    id: "webhooks",
    group: "Integrations",
    label: "Webhooks",
    permission: "manageWebhooks",
    description: "URLs that Lectern notifies of events.",
  },
  {
    id: "usage",
    group: "Instance",
    label: "Usage",
    permission: "readSettings",
    description: "Number of questions, most used libraries, and questions that lack a good answer.",
  },
  {
    id: "schedules",
    group: "Instance",
    label: "Schedules",
    permission: "updateLibrary",
    description: "How often each library is refreshed.",
  },
  {
    id: "audit",
    group: "Instance",
    label: "Audit log",
    permission: "readAudit",
    description: "Every change and every refused attempt, newest first.",
  },
  {
    id: "models",
    group: "Instance",
    label: "Models",
    permission: "readSettings",
    description: "The optional embedder, reranker and writer, and what they receive.",
  },
  {
    id: "health",
    group: "Instance",
    label: "Health",
    permission: "readSettings",
    description: "The health of each part of this instance.",
  },
  {
    id: "backups",
    group: "Instance",
    label: "Backups",
    permission: "readSettings",
    description:
      "Copies of this instance: the result of the last one, the time of the next one, and how to restore one.",
  },
  {
    id: "config",
    group: "Instance",
    label: "Instance config",
    permission: "applyManifest",
    description: "Apply a lectern.yaml to the libraries of this instance.",
  },
  {
    id: "settings",
    group: "Instance",
    label: "Settings",
    permission: "readSettings",
    description: "Settings of this instance. Secrets are masked.",
  },
] as const satisfies readonly AdminSection[]

export type AdminSectionId = (typeof ADMIN_SECTIONS)[number]["id"]
