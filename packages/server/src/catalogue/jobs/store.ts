import type { Clock } from "../../base/clock.ts"
import type { EndedJob, JobPayload, JobRecord, JobStore, NewJob, PendingJobs } from "./records.ts"
import { claimJob } from "./claim.ts"
import { visibleOwners } from "../libraries/rows.ts"
import { newJobRow, toJob } from "./rows.ts"
import type { Database } from "../schema/database.ts"
import { atomically, takeNumbers } from "../engines/transactions.ts"

/** Dependencies of the job queue besides its database. */
export interface JobStoreDependencies {
  readonly clock: Clock
  /** Returns the current span as a `traceparent`, to store it with a new job. */
  readonly currentTraceParent?: (() => string | undefined) | undefined
}

/** Stores the job queue. */
export function createJobStore(db: Database, { clock, currentTraceParent }: JobStoreDependencies): JobStore {
  const all = () => db.selectFrom("job").selectAll()
  return {
    add(job) {
      const traceParent = currentTraceParent?.()
      const traced = traceParent === undefined ? job : { ...job, payload: { ...job.payload, traceParent } }
      return add(db, traced, clock.now())
    },
    async byId(id) {
      const row = await all().where("id", "=", id).executeTakeFirst()
      return row && toJob(row)
    },
    list: (filter) => list(db, filter),
    async latestOf(libraryKey) {
      const newest = all().where("library_key", "=", libraryKey).orderBy("sequence", "desc").limit(1)
      const row = await newest.executeTakeFirst()
      return row && toJob(row)
    },
    claim: (workerId, silentAfterMs, passedOver = []) =>
      claimJob(db, { workerId, silentAfterMs, passedOver, nowMs: clock.now() }),
    async heartbeat(id, workerId, { stage, progress }) {
      const row = await runningOf(db, id, workerId)
        .set({ heartbeat_at_ms: clock.now(), stage, progress: JSON.stringify(progress) })
        .returning("is_cancel_requested")
        .executeTakeFirst()
      if (row === undefined) return "lost"
      return row.is_cancel_requested === 1 ? "cancel" : "continue"
    },
    finish: (id, workerId, end) => finish(db, id, { workerId, end, nowMs: clock.now() }),
    retryLater: (id, workerId, { runAfterMs, errorCode, errorMessage }) =>
      putBack(db, id, {
        workerId,
        nowMs: clock.now(),
        runAfterMs,
        error: { error_code: errorCode, error_message: errorMessage },
      }),
    release: (id, workerId) => putBack(db, id, { workerId, nowMs: clock.now(), runAfterMs: clock.now() }),
    requestCancel: (id) => requestCancel(db, id, clock.now()),
    prune: (endedBeforeMs, limit) => prune(db, endedBeforeMs, limit),
    pendingByKind: () => pendingByKind(db),
    endedBetween: (range) => endedBetween(db, range),
    pendingCount: () => pendingCount(db),
  }
}

function runningOf(db: Database, id: string, workerId: string) {
  return db.updateTable("job").where("id", "=", id).where("worker_id", "=", workerId).where("state", "=", "running")
}

async function list(db: Database, filter: Parameters<JobStore["list"]>[0]): Promise<readonly JobRecord[]> {
  const { state, libraryKey, reader, beforeId, offset, limit } = filter
  let chosen = db.selectFrom("job").selectAll("job")
  if (state !== undefined) chosen = chosen.where("job.state", "=", state)
  if (libraryKey !== undefined) chosen = chosen.where("job.library_key", "=", libraryKey)
  if (beforeId !== undefined) {
    const place = db.selectFrom("job as seen").select("seen.sequence").where("seen.id", "=", beforeId)
    chosen = chosen.where("job.sequence", "<", place)
  }
  if (reader !== undefined) {
    const owners = visibleOwners(reader)
    chosen = chosen
      .leftJoin("library", "library.key", "job.library_key")
      .where((is) => is.or([is("job.library_key", "is", null), is("library.teamspace_key", "in", owners)]))
  }
  return (await chosen.orderBy("job.sequence", "desc").offset(offset).limit(limit).execute()).map(toJob)
}

async function add(db: Database, job: NewJob, nowMs: number): Promise<JobRecord> {
  return atomically(db, async (transaction) => {
    const tenant = job.tenant ?? (await ownerOf(transaction, job.libraryKey))
    const row = newJobRow({ ...job, tenant }, await takeNumbers(transaction, "job", 1), nowMs)
    const insertion = transaction
      .insertInto("job")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
    const inserted = await insertion.returningAll().executeTakeFirst()
    return toJob(inserted ?? (await joinWaiting(transaction, job, nowMs)))
  })
}

/** Returns the teamspace of a private library, or an empty string. */
async function ownerOf(db: Database, libraryKey: string | null): Promise<string> {
  if (libraryKey === null) return ""
  const found = db.selectFrom("library").select("teamspace_key").where("key", "=", libraryKey)
  return (await found.executeTakeFirst())?.teamspace_key ?? ""
}

/** Merges a new job into one that is already queued. The result is due immediately, and forced if either of them is. */
async function joinWaiting(db: Database, job: NewJob, nowMs: number) {
  const waiting = await db
    .selectFrom("job")
    .select(["id", "payload", "run_after_ms"])
    .where("state", "=", "queued")
    .where("kind", "=", "ingest")
    .where("library_key", "=", job.libraryKey)
    .where("version_tag", "=", job.versionTag)
    .executeTakeFirstOrThrow()
  const payload = JSON.parse(waiting.payload) as JobPayload
  const joined: JobPayload = job.payload.force === true ? { ...payload, force: true } : payload
  return db
    .updateTable("job")
    .set({ payload: JSON.stringify(joined), run_after_ms: Math.min(waiting.run_after_ms, nowMs) })
    .where("id", "=", waiting.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Finish {
  readonly workerId: string
  readonly end: Parameters<JobStore["finish"]>[2]
  readonly nowMs: number
}

async function finish(db: Database, id: string, { workerId, end, nowMs }: Finish): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const row = await transaction.selectFrom("job").select("payload").where("id", "=", id).executeTakeFirst()
    if (row === undefined) return false
    const payload = JSON.parse(row.payload) as JobPayload
    const ended = await runningOf(transaction, id, workerId)
      .set({
        state: end.state,
        payload: end.outcome === undefined ? row.payload : JSON.stringify({ ...payload, outcome: end.outcome }),
        error_code: end.errorCode ?? null,
        error_message: end.errorMessage ?? null,
        report_hash: end.reportHash ?? null,
        finished_at_ms: nowMs,
      })
      .executeTakeFirst()
    return ended.numUpdatedRows > 0n
  })
}

interface PutBack {
  readonly workerId: string
  readonly nowMs: number
  readonly runAfterMs: number
  /** Why the run failed. Without an error, the run does not count as an attempt. */
  readonly error?: { readonly error_code: string; readonly error_message: string }
}

/** Queues a running job again, unless another job for the same version has been queued in the meantime. */
async function putBack(db: Database, id: string, { workerId, nowMs, runAfterMs, error }: PutBack): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const job = await transaction.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst()
    if (job === undefined) return false
    const waiting = transaction
      .selectFrom("job")
      .select("id")
      .where("state", "=", "queued")
      .where("kind", "=", "ingest")
    const sameVersion = waiting.where("library_key", "=", job.library_key).where("version_tag", "=", job.version_tag)
    const isSuperseded = job.kind === "ingest" && (await sameVersion.executeTakeFirst()) !== undefined
    const attempts = error === undefined ? job.attempts - 1 : job.attempts
    const ended = error === undefined ? "cancelled" : "failed"
    const change = isSuperseded
      ? { state: ended, finished_at_ms: nowMs }
      : { state: "queued", stage: null, run_after_ms: runAfterMs, attempts, worker_id: null, heartbeat_at_ms: null }
    const back = await runningOf(transaction, id, workerId)
      .set({ ...change, ...error })
      .executeTakeFirst()
    return back.numUpdatedRows > 0n
  })
}

async function requestCancel(db: Database, id: string, nowMs: number): Promise<JobRecord | undefined> {
  return atomically(db, async (transaction) => {
    const job = () => transaction.updateTable("job").where("id", "=", id)
    const cancelled = { state: "cancelled", finished_at_ms: nowMs, is_cancel_requested: 1 }
    await job().set(cancelled).where("state", "=", "queued").execute()
    await job().set({ is_cancel_requested: 1 }).where("state", "=", "running").execute()
    const row = await transaction.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst()
    return row && toJob(row)
  })
}

async function prune(db: Database, endedBeforeMs: number, limit: number): Promise<number> {
  const ended = db.selectFrom("job").select("id").where("finished_at_ms", "<", endedBeforeMs)
  const old = ended
    .where((is) => {
      const later = is.selectFrom("job as later").select("later.id")
      const ofSameLibrary = later.whereRef("later.library_key", "=", "job.library_key")
      const isFollowed = ofSameLibrary.whereRef("later.sequence", ">", "job.sequence")
      return is.or([is("library_key", "is", null), is.exists(isFollowed)])
    })
    .limit(limit)
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  return Number((await db.deleteFrom("job").where("id", "in", ids).executeTakeFirst()).numDeletedRows)
}

async function pendingCount(db: Database): Promise<{ queued: number; running: number }> {
  const counts = await db
    .selectFrom("job")
    .select(["state", (count) => count.fn.countAll<number | string>().as("count")])
    .where("state", "in", ["queued", "running"])
    .groupBy("state")
    .execute()
  const of = (state: string) => Number(counts.find((row) => row.state === state)?.count ?? 0)
  return { queued: of("queued"), running: of("running") }
}

async function pendingByKind(db: Database): Promise<readonly PendingJobs[]> {
  const rows = await db
    .selectFrom("job")
    .select(["kind", "state"])
    .select((row) => [
      row.fn.countAll<number>().as("count"),
      row.fn.min("created_at_ms").as("oldest_created"),
      row.fn.min("heartbeat_at_ms").as("oldest_heartbeat"),
    ])
    .where("state", "in", ["queued", "running"])
    .groupBy(["kind", "state"])
    .execute()
  return rows.map((row) => ({
    kind: row.kind as PendingJobs["kind"],
    state: row.state as PendingJobs["state"],
    count: row.count,
    oldestCreatedAtMs: row.oldest_created,
    oldestHeartbeatAtMs: row.state === "running" ? row.oldest_heartbeat : null,
  }))
}

async function endedBetween(
  db: Database,
  { afterMs, untilMs, limit }: { readonly afterMs: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly EndedJob[]> {
  const rows = await db
    .selectFrom("job")
    .select(["kind", "state", "payload", "created_at_ms", "started_at_ms", "finished_at_ms"])
    .where("finished_at_ms", ">", afterMs)
    .where("finished_at_ms", "<=", untilMs)
    .orderBy("finished_at_ms")
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: row.kind as EndedJob["kind"],
    state: row.state as EndedJob["state"],
    outcome: (JSON.parse(row.payload) as JobPayload).outcome,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms ?? 0,
  }))
}
