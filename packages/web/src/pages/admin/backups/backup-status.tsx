import { describeDuration, type InstanceBackups } from "@lectern/contract"
import type { ReactNode } from "react"
import { api } from "../../../app/api.ts"
import { usePermissions } from "../../../app/session.ts"
import { useAction } from "../../../app/use-action.ts"
import { Button } from "../../../components/button.tsx"
import { ActionError } from "../../../components/form.tsx"
import { Figure, Notice, Panel } from "../../../components/panel.tsx"
import { ProgressBar } from "../../../components/slider.tsx"
import { capitalised } from "../../../components/readable-message.ts"
import { countOf, formatBytes, formatCount, RelativeTime } from "../../../components/text.tsx"

import { orDash } from "./or-dash.ts"

/** Workers check every ten seconds, so this is late. */
const LATE_AFTER_MS = 60_000

interface BackupStatusProps {
  readonly backups: InstanceBackups
  /** Time when the backups were loaded. */
  readonly nowMs: number
}

/** Shows the result of the last backup, the one that is running, and when the next one is due. */
export function BackupStatus({ backups, nowMs }: BackupStatusProps) {
  const { schedule, latest, requested, running, failure, removalProblem } = backups
  const may = usePermissions()
  const { title, description } = describeState(backups)
  return (
    <Panel
      title={title}
      description={description}
      isFlush
      actions={
        schedule !== null && may("changeSettings") ? (
          <BackUpNow isUnderWay={requested !== null || running !== null} />
        ) : undefined
      }
    >
      <Progress backups={backups} nowMs={nowMs} />
      {failure !== null && <FailureNotice backups={backups} failure={failure} nowMs={nowMs} />}
      {latest !== null && latest.lostFiles !== null && latest.lostFiles > 0 && (
        <Notice tone="warn">
          The newest backup lacks {countOf(latest.lostFiles, "file")}, because{" "}
          {latest.lostFiles === 1 ? "it is" : "they are"} missing or damaged in this instance. Run{" "}
          <code>lectern doctor</code> to see which libraries need a refresh.
        </Notice>
      )}
      {removalProblem !== null && (
        <Notice tone="warn">Older backups could not be removed: {removalProblem}. The next backup tries again.</Notice>
      )}
      <Figures backups={backups} nowMs={nowMs} />
    </Panel>
  )
}

interface State {
  readonly title: string
  readonly description: ReactNode
}

function describeState({ schedule, latest, requested, running, failure }: InstanceBackups): State {
  if (running !== null) {
    const reason = running.requestedBy === null ? "by the schedule" : `at the request of ${running.requestedBy}`
    const started = <RelativeTime moment={running.startedAt} />
    return {
      title: "A backup is running",
      description: (
        <>
          Started {started} {reason}. You can leave this page.
        </>
      ),
    }
  }
  if (requested !== null) {
    const at = <RelativeTime moment={requested.at} />
    return {
      title: "A backup is requested",
      description: (
        <>
          Requested {at} by {requested.by}. A worker starts it within seconds.
        </>
      ),
    }
  }
  if (failure !== null) return { title: "The last backup failed", description: <>Into {failure.location}</> }
  if (latest === null) {
    const description = schedule === null ? undefined : "A worker makes the first one within seconds."
    return { title: "No backup yet", description }
  }
  const isComplete = (latest.lostFiles ?? 0) === 0
  return {
    title: isComplete ? "The last backup is complete" : "The last backup is incomplete",
    description: <>In {latest.location}</>,
  }
}

function BackUpNow({ isUnderWay }: { readonly isUnderWay: boolean }) {
  const request = useAction(() => api.admin.requestBackup(), {
    changes: ["backups"],
    done: ({ message }) => capitalised(message),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ActionError error={request.error} />
      <Button variant="primary" isBusy={request.isBusy} disabled={isUnderWay} onClick={request.run}>
        Back up now
      </Button>
    </div>
  )
}

function Progress({ backups: { requested, running, workerSeenAt }, nowMs }: BackupStatusProps) {
  if (running === null) {
    if (requested === null || nowMs - Date.parse(requested.at) <= LATE_AFTER_MS) return null
    return (
      <Notice tone="warn">
        No worker has started this backup.{" "}
        {workerSeenAt === null ? (
          "No worker has ever run"
        ) : (
          <>
            A worker last reported <RelativeTime moment={workerSeenAt} />
          </>
        )}
        . Check that one runs, and that it has the same <code>LECTERN_BACKUP_TO</code> as this server.
      </Notice>
    )
  }
  const { step, done, total } = running
  const counts =
    step === "files"
      ? `${formatCount(done)} of ${formatCount(total ?? 0)} files checked or copied`
      : step === "catalogue"
        ? `Copying the catalogue: ${countOf(done, "row")}`
        : "Preparing"
  return (
    <div role="status" className="flex flex-col gap-2 border-b px-4 py-3">
      <ProgressBar label="Progress of the backup" done={done} total={total} />
      <p className="text-sm text-muted">{counts}</p>
    </div>
  )
}

interface FailureNoticeProps extends BackupStatusProps {
  readonly failure: NonNullable<InstanceBackups["failure"]>
}

function FailureNotice({ backups: { latest, running, requested, nextAt }, failure, nowMs }: FailureNoticeProps) {
  const { message, location, attempts, at } = failure
  const isOver = running === null && requested === null
  return (
    <Notice tone="bad">
      <p className="font-medium">{capitalised(message)}</p>
      <p>
        {isOver ? "" : `Into ${location}. `}Failed <RelativeTime moment={at} />.{" "}
        {attempts > 1 &&
          `${formatCount(attempts)} attempts have failed${latest === null ? "" : " since the last complete backup"}. `}
        {isOver && nextAt !== null && (
          <>
            Next attempt: <NextTime moment={nextAt} nowMs={nowMs} />.
          </>
        )}
      </p>
    </Notice>
  )
}

function NextTime({ moment, nowMs }: { readonly moment: string; readonly nowMs: number }) {
  return Date.parse(moment) <= nowMs ? "now" : <RelativeTime moment={moment} />
}

function Figures({ backups: { latest, nextAt, running }, nowMs }: BackupStatusProps) {
  const next =
    nextAt === null ? (
      "Not scheduled"
    ) : running?.requestedBy === null ? (
      "Running"
    ) : (
      <NextTime moment={nextAt} nowMs={nowMs} />
    )
  return (
    <dl className="grid grid-cols-2 md:grid-cols-3">
      <Figure label="Newest backup" value={latest === null ? "None" : <RelativeTime moment={latest.madeAt} />} />
      {latest !== null && (
        <>
          <Figure label="Duration" value={orDash(latest.durationMs, describeDuration)} />
          <Figure label="Size added" value={orDash(latest.addedBytes, formatBytes)} />
          <Figure label="Libraries" value={orDash(latest.libraries, formatCount)} />
          <Figure label="Files" value={orDash(latest.files, formatCount)} />
        </>
      )}
      <Figure label="Next backup" value={next} />
    </dl>
  )
}
