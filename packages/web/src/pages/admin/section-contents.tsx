import type { ReactNode } from "react"
import type { AdminSectionId } from "../../app/admin-sections.ts"
import { AccessRules } from "./access-rules.tsx"
import { AnonymousAccess } from "./anonymous-access.tsx"
import { AuditLog } from "./audit-log.tsx"
import { Backups } from "./backups/backups.tsx"
import { Connections } from "./connections.tsx"
import { Health } from "./health.tsx"
import { InstanceConfig } from "./instance-config.tsx"
import { InstanceSettings } from "./instance-settings.tsx"
import { Models } from "./models.tsx"
import { Policies } from "./policies.tsx"
import { Projects } from "./projects.tsx"
import { Schedules } from "./schedules.tsx"
import { Team } from "./team.tsx"
import { InstanceUsage } from "./usage/instance-usage.tsx"
import { Users } from "./users.tsx"
import { Webhooks } from "./webhooks.tsx"

/** The content of each section of the administration. */
export const SECTION_CONTENTS: Readonly<Record<AdminSectionId, () => ReactNode>> = {
  team: () => <Team />,
  users: () => <Users />,
  projects: () => <Projects />,
  policies: () => <Policies />,
  access: () => <AccessRules />,
  anonymous: () => <AnonymousAccess />,
  connections: () => <Connections />,
  webhooks: () => <Webhooks />,
  schedules: () => <Schedules />,
  audit: () => <AuditLog />,
  models: () => <Models />,
  usage: () => <InstanceUsage />,
  health: () => <Health />,
  backups: () => <Backups />,
  config: () => <InstanceConfig />,
  settings: () => <InstanceSettings />,
}
