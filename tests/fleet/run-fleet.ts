import { randomBytes } from "node:crypto"
import { startPostgres } from "../../packages/server/src/base/postgres/postgres-server.testing.ts"
import { startS3Server } from "../../packages/server/src/blobs/remote/s3-server.testing.ts"
import { waitFor } from "../e2e/running-lectern.ts"
import { startGitHost } from "../requirements/git-host.ts"
import { Faults } from "./faults.ts"
import { FleetLoad, type LoadCounts, seededRandom } from "./load.ts"
import { Fleet } from "./nodes.ts"
import { checkPublications, recordPublications } from "./publications.ts"

const SERVERS = 3
const WORKERS = 2
const USERS = 6
/** Time limit for the fleet to finish what it has acknowledged, after the last fault. */
const SETTLE_TIMEOUT_MS = 180_000

/** The result of a run. All lists are empty if nothing went wrong. */
export interface FleetReport {
  /** Number of libraries whose addition was acknowledged and whose deletion was not requested. */
  readonly living: number
  readonly counts: LoadCounts
  readonly faults: Faults["counts"]
  /** Libraries that are missing although their addition was acknowledged, or older than their last acknowledged refresh. */
  readonly lost: readonly string[]
  /** Libraries that exist although their deletion was acknowledged. */
  readonly returned: readonly string[]
  /** Number of publications of versions that the database recorded. */
  readonly publications: number
  /** Jobs that published more than once, and publications that do not belong to exactly one job. */
  readonly publishedTwice: readonly string[]
  /** Failed reads outside outages, divided by all reads. */
  readonly readErrorRate: number
}

/** Runs a fleet under load and faults. */
export async function runFleet(options: {
  readonly durationMs: number
  readonly seed: number
  readonly faultPauseMs: number
  readonly storeOutageMs: number
}): Promise<FleetReport> {
  const [database, objects, host] = await Promise.all([startPostgres(), startS3Server(), startGitHost()])
  const databaseUrl = await database.createDatabase()
  const { bucket, endpoint = "" } = objects.location
  const fleet = new Fleet({
    key: `lectern_${randomBytes(20).toString("hex")}`,
    environment: {
      ...objects.credentials,
      DATABASE_URL: databaseUrl,
      LECTERN_BLOBS: `s3://${bucket}/fleet`,
      LECTERN_S3_ENDPOINT: endpoint,
      LECTERN_ENCRYPTION_KEY: "12".repeat(32),
      LECTERN_HOST_FACTS: "off",
      // Published by a starting server instead of a job.
      LECTERN_SAMPLE: "off",
      LECTERN_RATE_LIMITS: "off",
    },
  })
  try {
    await fleet.start(SERVERS, WORKERS)
    await recordPublications(databaseUrl)
    const { faultPauseMs: pauseMs, storeOutageMs } = options
    const faults = new Faults({ fleet, database, objects }, { pauseMs, storeOutageMs })
    const load = new FleetLoad(fleet, { host, random: seededRandom(options.seed), isOutage: () => faults.isOutage })
    const ending = AbortSignal.timeout(options.durationMs)
    const breaking = faults.run(ending)
    const stopping = new AbortController()
    const using = load.run(USERS, stopping.signal)
    await breaking
    stopping.abort()
    await using
    const left = await checkLeft(fleet, load, databaseUrl)
    const { counts } = load
    return {
      counts,
      faults: faults.counts,
      ...left,
      readErrorRate: counts.reads === 0 ? 1 : counts.failedReads / counts.reads,
    }
  } finally {
    await fleet.stop()
    await Promise.all([host.close(), objects.close(), database.close()])
  }
}

async function checkLeft(fleet: Fleet, load: FleetLoad, databaseUrl: string) {
  await waitFor(
    "all jobs to end",
    async () => {
      const queued = await fleet.call("GET", "/api/v2/jobs?state=queued&limit=1")
      const running = await fleet.call("GET", "/api/v2/jobs?state=running&limit=1")
      return [queued, running].every(({ status, text }) => status === 200 && isEmptyList(text)) ? true : undefined
    },
    SETTLE_TIMEOUT_MS,
  )
  const living = load.libraries.filter(({ state }) => state === "living").length
  const lost: string[] = []
  const returned: string[] = []
  for (const { name, acknowledged, state } of load.libraries) {
    const { status, text } = await fleet.call("GET", `/api/v2/libs/${name}`)
    if (state === "deleted" && status !== 404) returned.push(`${name}: ${status}`)
    if (state !== "living") continue
    const query = new URLSearchParams({ libraryId: `/${name}`, query: "turn the valve" })
    const answer = await fleet.call("GET", `/api/v2/context?${query.toString()}`)
    if (status !== 200) lost.push(`${name}: ${status} ${text.slice(0, 200)}`)
    else if (revisionIn(answer.text) < acknowledged) lost.push(`${name}: older than revision ${acknowledged}`)
  }
  return { living, lost, returned, ...(await checkPublications(databaseUrl)) }
}

/** Returns the revision that an answer came from; 0 if it contains none. */
function revisionIn(text: string): number {
  return Number(/of revision (\d+) /.exec(text)?.[1] ?? 0)
}

function isEmptyList(text: string): boolean {
  return (JSON.parse(text) as { jobs: unknown[] }).jobs.length === 0
}
