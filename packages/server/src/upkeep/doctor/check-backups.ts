import { assessBackups } from "../backups/assess-backups.ts"
import { readBackupRecord } from "../backups/backup-record.ts"
import { type Examination, type Finding, findingOf } from "./finding.ts"

/** Checks that the newest backup is complete and recent. */
export async function checkBackups({ catalogue, clock, backupIntervalMs }: Examination): Promise<Finding> {
  const record = await readBackupRecord(catalogue)
  return findingOf({
    check: "backups",
    ...assessBackups(record, { nowMs: clock.now(), intervalMs: backupIntervalMs }),
  })
}
