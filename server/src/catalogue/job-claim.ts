import type { CatalogueEngine } from "./engines/engine.ts"
import { toJob } from "./job-rows.ts"
import type { JobRecord } from "./records.ts"
import type { Database } from "./schema.ts"
import { atomically } from "./transactions.ts"

/** Who claims, and as of when. */
export interface Claim {
  readonly workerId: string
  readonly nowMs: number
  readonly silentAfterMs: number
}

/**
 * Takes the oldest job that is due, or one whose worker went silent. Looks without a lock first, so that idle workers
 * do not stand in each other's way.
 */
export async function claimJob(db: Database, engine: CatalogueEngine, claim: Claim): Promise<JobRecord | undefined> {
  if ((await findClaimable(db, claim)) === undefined) return undefined
  return atomically(db, async (transaction) => {
    await engine.lockClaims(transaction)
    const id = await findClaimable(transaction, claim)
    if (id === undefined) return undefined
    const claimed = await transaction
      .updateTable("job")
      .set((old) => ({
        state: "running",
        stage: "fetching",
        attempts: old("attempts", "+", 1),
        worker_id: claim.workerId,
        heartbeat_at_ms: claim.nowMs,
        started_at_ms: old.fn.coalesce("started_at_ms", old.val(claim.nowMs)),
      }))
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toJob(claimed)
  })
}

async function findClaimable(db: Database, claim: Claim): Promise<string | undefined> {
  const abandoned = await db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "running")
    .where("heartbeat_at_ms", "<", claim.nowMs - claim.silentAfterMs)
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst()
  if (abandoned !== undefined) return abandoned.id
  const busyLibraries = db
    .selectFrom("job")
    .select("library_key")
    .where("state", "=", "running")
    .where("library_key", "is not", null)
  const due = await db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "queued")
    .where("run_after_ms", "<=", claim.nowMs)
    .where((is) => is.or([is("library_key", "is", null), is("library_key", "not in", busyLibraries)]))
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst()
  return due?.id
}
