import { countOf, type InstanceBackups } from "@lectern/contract"
import type { ReactNode } from "react"
import { Panel } from "../../../components/panel.tsx"
import { CodeBlock } from "../../../components/text.tsx"
import { backupCommand, EXAMPLE_LOCATION, scheduleSettings } from "./backup-commands.ts"

const DEFAULT_KEEP = 7

/** Shows where and how often backups are made, and the settings for that. */
export function Schedule({ schedule }: { readonly schedule: NonNullable<InstanceBackups["schedule"]> }) {
  const { location, intervalHours, keep } = schedule
  return (
    <Panel
      title="Schedule"
      description="Set by environment variables. Restart the server and its workers to change them."
    >
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[128px_minmax(0,1fr)] sm:gap-y-2">
        <Row title="Location" setting="LECTERN_BACKUP_TO">
          <span className="font-mono text-sm [overflow-wrap:anywhere]">{location}</span>
        </Row>
        <Row title="Interval" setting="LECTERN_BACKUP_INTERVAL_HOURS">
          {intervalHours === 1 ? "Every hour" : `Every ${countOf(intervalHours, "hour")}`}
        </Row>
        <Row title="Kept" setting="LECTERN_BACKUP_KEEP">
          {keep === 1 ? "The newest backup" : `The newest ${countOf(keep, "backup")}`}
        </Row>
      </dl>
    </Panel>
  )
}

interface RowProps {
  readonly title: string
  readonly setting: string
  readonly children: ReactNode
}

function Row({ title, setting, children }: RowProps) {
  return (
    <>
      <dt className="text-muted">{title}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 max-sm:mb-2">
        {children}
        <code className="font-mono text-xs text-muted [overflow-wrap:anywhere]">{setting}</code>
      </dd>
    </>
  )
}

/** Explains how to schedule backups on an instance without a schedule. */
export function SetUpSchedule() {
  return (
    <Panel
      title="No backups are scheduled"
      description="Set a location, and restart the server. A worker then makes a backup at once, and one every 24 hours."
    >
      <div className="flex flex-col gap-3">
        <CodeBlock code={scheduleSettings(EXAMPLE_LOCATION)} label="settings for scheduled backups" />
        <p className="text-sm text-muted">
          The location is a folder outside the data directory, best on another disk, or <code>s3://BUCKET/PREFIX</code>.
          Of the backups there, Lectern keeps the newest 7.
        </p>
      </div>
    </Panel>
  )
}

/** Shows the command that makes a backup without a schedule. */
export function BackUpByHand({ backups }: { readonly backups: InstanceBackups }) {
  const { schedule } = backups
  const [location, keep] = [schedule?.location ?? EXAMPLE_LOCATION, schedule?.keep ?? DEFAULT_KEEP]
  return (
    <Panel
      title="Back up from a terminal"
      description="Also works while the server runs. Use the same environment variables as the server."
    >
      <div className="flex flex-col gap-3">
        <CodeBlock code={backupCommand(location, keep, backups)} label="backup command" />
        <p className="text-sm text-muted">
          A backup does not contain the encryption key, so store <code>encryption.key</code> from the data directory, or
          the value of <code>LECTERN_ENCRYPTION_KEY</code>, somewhere else. Without it, tokens of connected accounts
          have to be entered again after a restore.
        </p>
      </div>
    </Panel>
  )
}
