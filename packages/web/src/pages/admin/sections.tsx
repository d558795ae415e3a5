import type { Permission } from "@lectern/contract"
import type { ReactNode } from "react"
import { AccessRules } from "./access-rules.tsx"
import { AnonymousAccess } from "./anonymous-access.tsx"
import { AuditLog } from "./audit-log.tsx"
import { Connections } from "./connections.tsx"
import { InstanceConfig } from "./instance-config.tsx"
import { InstanceSettings } from "./instance-settings.tsx"
import { Models } from "./models.tsx"
import { Policies } from "./policies.tsx"
import { Projects } from "./projects.tsx"
import { Schedules } from "./schedules.tsx"
import { Team } from "./team.tsx"
import { Users } from "./users.tsx"
import { Webhooks } from "./webhooks.tsx"

export interface AdminSection {
  readonly id: string
  readonly label: string
  /** Shown only to callers with this permission. */
  readonly permission: Permission
  readonly description: string
  readonly content: () => ReactNode
}

/** The sections of the administration, in the order of the navigation. */
export const ADMIN_SECTIONS: readonly AdminSection[] = [
  {
    id: "team",
    label: "Team",
    permission: "readMembers",
    description: "Members of your teamspace and open invitations.",
    content: () => <Team />,
  },
  {
    id: "users",
    label: "Users",
    permission: "readUsers",
    description: "Every account of this instance.",
    content: () => <Users />,
  },
  {
    id: "projects",
    label: "Projects",
    permission: "readTeamspaces",
    description: "Groups of private libraries in your teamspace.",
    content: () => <Projects />,
  },
  {
    id: "policies",
    label: "Policies",
    permission: "readPolicies",
    description: "Which libraries the members of your teamspace can use.",
    content: () => <Policies />,
  },
  {
    id: "access",
    label: "Access rules",
    permission: "manageLibraryAccess",
    description: "Who can see libraries, by the start of their id.",
    content: () => <AccessRules />,
  },
  {
    id: "anonymous",
    label: "Anonymous access",
    permission: "readPermissions",
    description: "What callers without an account or key can do.",
    content: () => <AnonymousAccess />,
  },
  {
    id: "connections",
    label: "Connections",
    permission: "readConnections",
    description: "Accounts at git hosts, Confluence and Notion that Lectern reads private sources with.",
    content: () => <Connections />,
  },
  {
    id: "webhooks",
    label: "Webhooks",
    permission: "manageWebhooks",
    description: "URLs that Lectern notifies of events.",
    content: () => <Webhooks />,
  },
  {
    id: "schedules",
    label: "Schedules",
    permission: "updateLibrary",
    description: "When each library is refreshed.",
    content: () => <Schedules />,
  },
  {
    id: "audit",
    label: "Audit log",
    permission: "readAudit",
    description: "Every change and every refused attempt, newest first.",
    content: () => <AuditLog />,
  },
  {
    id: "models",
    label: "Models",
    permission: "readSettings",
    description: "The optional embedder, reranker and writer, and what they receive.",
    content: () => <Models />,
  },
  {
    id: "config",
    label: "Instance config",
    permission: "applyManifest",
    description: "Apply a lectern.yaml to the libraries of this instance.",
    content: () => <InstanceConfig />,
  },
  {
    id: "settings",
    label: "Settings",
    permission: "readSettings",
    description: "Settings of this instance. Secrets are masked.",
    content: () => <InstanceSettings />,
  },
]
