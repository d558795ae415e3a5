import { type Expression, expressionBuilder, sql, type SqlBool } from "kysely"
import { toJob } from "./rows.ts"
import type { JobRecord, PassedOver } from "./records.ts"
import type { CatalogueTables, Database } from "../schema/database.ts"
import { atomically, takeNumbers } from "../engines/transactions.ts"

/** The worker that claims a job, and the current time. */
export interface Claim {
  readonly workerId: string
  readonly nowMs: number
  readonly silentAfterMs: number
  readonly passedOver: readonly PassedOver[]
}

/** A job with this many attempts may be the reason why its workers died. */
const SUSPECT_ATTEMPTS = 2

interface Claimable {
  readonly id: string
  readonly tenant: string
}

/**
 * Claims a due job, or a job whose worker stopped sending heartbeats. Takes turns between tenants, and takes the oldest
 * job of each first. Checks without a lock first, so that idle workers do not block each other.
 */
export async function claimJob(db: Database, claim: Claim): Promise<JobRecord | undefined> {
  if ((await findClaimable(db, claim)) === undefined) return undefined
  return atomically(db, async (transaction) => {
    const found = await findClaimable(transaction, claim)
    if (found === undefined) return undefined
    await recordTurn(transaction, found.tenant)
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
      .where("id", "=", found.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toJob(claimed)
  })
}

async function findClaimable(db: Database, claim: Claim): Promise<Claimable | undefined> {
  const abandoned = await db
    .selectFrom("job")
    .select(["id", "tenant"])
    .where("state", "=", "running")
    .where((is) =>
      is.or([
        is("heartbeat_at_ms", "<", claim.nowMs - claim.silentAfterMs),
        // The clock was set back: a running worker writes the new time within two seconds.
        is("heartbeat_at_ms", ">", claim.nowMs + claim.silentAfterMs),
      ]),
    )
    .where((is) => is.or([is("attempts", "<", SUSPECT_ATTEMPTS), is.not(is.exists(runningSuspects(db, claim)))]))
    .where(isTaken(db, claim))
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst()
  if (abandoned !== undefined) return abandoned
  for (const tenant of await tenantsInTurn(db)) {
    const due = await oldestDue(db, claim, tenant)
    if (due !== undefined) return due
  }
  return undefined
}

/**
 * Selects running jobs that may have ended two workers. Only one of them runs at a time: a job that ends every worker
 * is then running alone, and jobs that merely ran beside it succeed.
 */
function runningSuspects(db: Database, claim: Claim) {
  return db
    .selectFrom("job as suspect")
    .select("suspect.id")
    .where("suspect.state", "=", "running")
    .where("suspect.attempts", ">", SUSPECT_ATTEMPTS)
    .where("suspect.error_code", "is", null)
    .where("suspect.heartbeat_at_ms", ">=", claim.nowMs - claim.silentAfterMs)
}

/**
 * Lists tenants with queued jobs: those with the fewest running jobs first, then those served longest ago. No matter
 * how many jobs one tenant queues, the others wait for at most one of them. The query steps from tenant to tenant
 * through an index, so its time does not depend on the length of the queue.
 */
async function tenantsInTurn(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ tenant: string; turn: number | null; running: number }>`
    with recursive waiting(tenant) as (
      select min(tenant) from job where state = 'queued'
      union all
      select (select min(job.tenant) from job where job.state = 'queued' and job.tenant > waiting.tenant)
      from waiting where waiting.tenant is not null
    )
    select waiting.tenant, job_turn.turn,
      (select count(*) from job where job.state = 'running' and job.tenant = waiting.tenant) as running
    from waiting left join job_turn on job_turn.tenant = waiting.tenant
    where waiting.tenant is not null
    order by running, coalesce(job_turn.turn, 0), waiting.tenant`.execute(db)
  return rows.map(({ tenant }) => tenant)
}

async function oldestDue(db: Database, claim: Claim, tenant: string): Promise<Claimable | undefined> {
  const busyLibraries = db
    .selectFrom("job")
    .select("library_key")
    .where("state", "=", "running")
    .where("library_key", "is not", null)
  return (
    db
      .selectFrom("job")
      .select(["id", "tenant"])
      .where("state", "=", "queued")
      .where("tenant", "=", tenant)
      // A job with a future time was queued before the clock was set back, so it is due now.
      .where((is) => is.or([is("run_after_ms", "<=", claim.nowMs), is("created_at_ms", ">", claim.nowMs)]))
      .where((is) => is.or([is("library_key", "is", null), is("library_key", "not in", busyLibraries)]))
      .where(isTaken(db, claim))
      .orderBy("sequence")
      .limit(1)
      .executeTakeFirst()
  )
}

/** Selects the jobs that the worker has room for. */
function isTaken(db: Database, { passedOver }: Claim): Expression<SqlBool> {
  const is = expressionBuilder<CatalogueTables, "job">()
  return is.and(
    passedOver.map(({ sourceTypes, tenant }) => {
      const others = tenant === undefined ? [] : [is("job.tenant", "!=", tenant)]
      if (sourceTypes === undefined) return is.or(others)
      // Lectern writes this JSON itself, without spaces; quotation marks inside a text would be escaped.
      const ofTypes = sourceTypes.map((type) => `%"type":"${type}"%`)
      const libraries = db
        .selectFrom("library")
        .select("key")
        .where((library) => library.or(ofTypes.map((pattern) => library("source", "like", pattern))))
      return is.or([...others, is("job.library_key", "is", null), is("job.library_key", "not in", libraries)])
    }),
  )
}

async function recordTurn(db: Database, tenant: string): Promise<void> {
  const turn = await takeNumbers(db, "job_turn", 1)
  const insertion = db.insertInto("job_turn").values({ tenant, turn })
  await insertion.onConflict((conflict) => conflict.column("tenant").doUpdateSet({ turn })).execute()
}
