import { asError } from "../../base/errors.ts"
import { liveSetting } from "../live-values.ts"
import type { ServiceContext } from "../service-context.ts"
import type { AuditServices } from "./audit-services.ts"
import { DAY_MS, HOUR_MS } from "../../base/durations.ts"

const PRUNE_INTERVAL_MS = HOUR_MS
/** Rows per delete, few enough to lock the database only briefly. */
const ENTRIES_PER_STEP = 500

/** Deletes entries of the audit log that are older than the retention time. @returns their number. */
async function pruneAudit(context: Pick<ServiceContext, "catalogue" | "clock" | "settings" | "live">): Promise<number> {
  await context.live.refresh()
  const beforeMs = context.clock.now() - liveSetting(context, "LECTERN_AUDIT_RETENTION_DAYS") * DAY_MS
  for (let removed = 0; ;) {
    const step = await context.catalogue.audit.prune(beforeMs, ENTRIES_PER_STEP)
    removed += step
    if (step < ENTRIES_PER_STEP) return removed
  }
}

/** Prunes the audit log now and every hour. @returns a function that stops it. */
export function keepAuditPruned(context: AuditServices): () => void {
  const prune = () =>
    void pruneAudit(context).catch((error: unknown) => {
      // The next attempt is in an hour.
      context.log.warn({ err: asError(error) }, "cannot prune the audit log")
    })
  prune()
  const timer = setInterval(prune, PRUNE_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
