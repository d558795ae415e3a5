import { describeDuration, type InstanceBackups, type StoredBackup } from "@lectern/contract"
import type { ReactNode } from "react"
import { DialogButton } from "../../../components/form.tsx"
import { Badge, Panel } from "../../../components/panel.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { CodeBlock, countOf, formatBytes, formatCount, RelativeTime } from "../../../components/text.tsx"
import { type InstanceStorage, keyCommand, restoreCommand, restoredDirOf } from "./backup-commands.ts"
import { orDash } from "./or-dash.ts"

/** Lists the existing backups, each with the commands that restore it. */
export function BackupList({ backups: { backups, ...storage } }: { readonly backups: InstanceBackups }) {
  const locations = new Set(backups.map(({ location }) => location))
  const [only] = locations
  const columns: readonly Column<StoredBackup>[] = [
    { title: "Backup", cell: (backup) => <BackupName backup={backup} isLocated={locations.size > 1} /> },
    { title: "Libraries", isEnd: true, cell: ({ libraries }) => <Quantity value={libraries} write={formatCount} /> },
    { title: "Files", isEnd: true, cell: ({ files }) => <Quantity value={files} write={formatCount} /> },
    { title: "Added", isEnd: true, cell: ({ addedBytes }) => <Quantity value={addedBytes} write={formatBytes} /> },
    {
      title: "Duration",
      isEnd: true,
      isOptional: true,
      cell: ({ durationMs }) => <Quantity value={durationMs} write={describeDuration} />,
    },
    {
      title: "Action",
      isEnd: true,
      cell: (backup) => (
        <DialogButton label="Restore" title="Restore a backup" isWide>
          {() => <RestoreSteps backup={backup} storage={storage} />}
        </DialogButton>
      ),
    },
  ]
  return (
    <Panel
      title={countOf(backups.length, "backup")}
      description={
        locations.size === 1
          ? `In ${only ?? ""}. Backups share files, so each one adds only what is new.`
          : "As of the last backup to each location."
      }
      isFlush
    >
      <Table label="Backups" rows={backups} keyOf={({ name, location }) => `${location} ${name}`} columns={columns} />
    </Panel>
  )
}

interface QuantityProps {
  readonly value: number | null
  readonly write: (value: number) => string
}

function Quantity({ value, write }: QuantityProps) {
  return <span className="whitespace-nowrap">{orDash(value, write)}</span>
}

function BackupName({ backup, isLocated }: { readonly backup: StoredBackup; readonly isLocated: boolean }) {
  const { name, location, madeAt, lostFiles } = backup
  return (
    <span className="flex flex-col items-start">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          <RelativeTime moment={madeAt} />
        </span>
        {lostFiles !== null && lostFiles > 0 && <Badge tone="warn">{countOf(lostFiles, "file")} missing</Badge>}
      </span>
      <span className="font-mono text-sm text-muted [overflow-wrap:anywhere]">{name}</span>
      {isLocated && <span className="text-sm text-muted [overflow-wrap:anywhere]">{location}</span>}
    </span>
  )
}

interface RestoreStepsProps {
  readonly backup: StoredBackup
  readonly storage: InstanceStorage
}

/** Explains how to restore a backup from a terminal, because a running server cannot replace its own data. */
function RestoreSteps({ backup, storage }: RestoreStepsProps) {
  const target = restoredDirOf(storage.dataDir)
  return (
    <>
      <p className="text-muted">
        Restores the whole instance as it was <RelativeTime moment={backup.madeAt} /> into a new data directory
        {storage.database === "postgres" && " and an empty database"}. The present data stays where it is. Run the
        commands in a terminal on the server, with the same environment variables as the server.
      </p>
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>Stop the server and all workers.</li>
        <li>
          <Step title="Restore the backup.">
            <CodeBlock code={restoreCommand(backup, storage)} label="restore command" />
          </Step>
        </li>
        <li>
          <Step title="Copy the encryption key, which no backup contains. Skip this step if LECTERN_ENCRYPTION_KEY is set.">
            <CodeBlock code={keyCommand(storage)} label="command that copies the key" />
          </Step>
        </li>
        <li>
          <span className="[overflow-wrap:anywhere]">
            Start the server with <code>LECTERN_DATA_DIR={target}</code>
            {storage.database === "postgres" && " and the DATABASE_URL of the restored database"}.
          </span>
        </li>
      </ol>
    </>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span>{title}</span>
      {children}
    </div>
  )
}
