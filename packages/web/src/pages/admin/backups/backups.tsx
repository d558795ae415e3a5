import type { InstanceBackups } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { api } from "../../../app/api.ts"
import { Loaded } from "../../../components/loaded.tsx"
import { BackupList } from "./backup-list.tsx"
import { BackupStatus } from "./backup-status.tsx"
import { BackUpByHand, Schedule, SetUpSchedule } from "./backup-schedule.tsx"

/** Interval for reloading while a backup is waiting or running. */
const FOLLOW_INTERVAL_MS = 2_000
const CHECK_INTERVAL_MS = 15_000

/**
 * Shows the backups of the instance: the result of the last one, the existing ones, and the schedule. Reloads while the
 * page is open.
 */
export function Backups() {
  const query = useQuery({
    queryKey: ["backups"],
    queryFn: ({ signal }) => api.admin.getBackups({ signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? FOLLOW_INTERVAL_MS : CHECK_INTERVAL_MS),
  })
  return (
    <Loaded query={query} rows={4}>
      {(read) => (
        <>
          {hasStatus(read) && <BackupStatus backups={read} nowMs={query.dataUpdatedAt} />}
          {read.schedule === null && <SetUpSchedule />}
          {read.backups.length > 0 && <BackupList backups={read} />}
          {read.schedule !== null && <Schedule schedule={read.schedule} />}
          <BackUpByHand backups={read} />
        </>
      )}
    </Loaded>
  )
}

function isUnderWay(read: InstanceBackups | undefined): boolean {
  return read !== undefined && (read.requested !== null || read.running !== null)
}

/** Returns true if there is a status to show; without a schedule, only if `lectern backup` was used. */
function hasStatus({ schedule, latest, failure }: InstanceBackups): boolean {
  return schedule !== null || latest !== null || failure !== null
}
