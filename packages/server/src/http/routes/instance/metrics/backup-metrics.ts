import { Gauge, type Registry } from "prom-client"
import type { Clock } from "../../../../base/clock.ts"
import type { Catalogue } from "../../../../catalogue/catalogue.ts"
import { readBackupRecord } from "../../../../upkeep/backups/backup-record.ts"

const MS_PER_SECOND = 1_000

/**
 * Measures the backups of the whole instance, from the catalogue.
 *
 * @param options.intervalMs time between scheduled backups; undefined if backups are not scheduled.
 * @returns a function that updates the metrics, and throws if the catalogue does not respond.
 */
export function measureBackups(
  registry: Registry,
  {
    catalogue,
    clock,
    intervalMs,
  }: { readonly catalogue: Catalogue; readonly clock: Clock; readonly intervalMs: number | undefined },
): () => Promise<void> {
  // Every process reports the same values, so the values of one process are shown instead of their sum.
  const ofInstance = { registers: [registry], aggregator: "first" as const }
  const age = new Gauge({
    name: "lectern_backup_age_seconds",
    help: "Time since the newest complete backup was started; absent until the first backup.",
    ...ofInstance,
  })
  const failures = new Gauge({
    name: "lectern_backup_failures",
    help: "Backups that failed since the newest complete one.",
    ...ofInstance,
  })
  const interval = new Gauge({
    name: "lectern_backup_interval_seconds",
    help: "Interval of scheduled backups; 0 if none are scheduled.",
    ...ofInstance,
  })
  interval.set((intervalMs ?? 0) / MS_PER_SECOND)
  return async () => {
    const record = await readBackupRecord(catalogue)
    failures.set(record.failures)
    if (record.latest === null) age.remove()
    else age.set(Math.max(0, clock.now() - record.latest.madeAtMs) / MS_PER_SECOND)
  }
}
