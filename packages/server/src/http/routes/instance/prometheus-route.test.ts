import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../../base/manual-clock.testing.ts"
import { aJob } from "../../../catalogue/catalogue.contract.testing.ts"
import { recordBackup, recordFailure } from "../../../upkeep/backups/backup-record.ts"
import { authorize } from "../../../access/permissions/authorize.ts"
import { createKeyFor } from "../../../service/people/keys.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
afterEach(() => program.remove())

describe("/metrics", () => {
  it("shows the age of the newest backup and the failures since then, to admins", async () => {
    const clock = manualClock()
    program = await startTestProgram({ clock, environment: { LECTERN_BACKUP_TO: "/var/backups/lectern" } })
    const { catalogue } = program.context
    const counts = { durationMs: 1_000, libraries: 1, blobs: 3, blobsLost: 0, addedBytes: 10, removalProblem: null }
    const backup = { name: "b", location: "/var/backups/lectern", madeAtMs: clock.now(), ...counts }
    await recordBackup(catalogue, backup)
    clock.advance(90_000)
    await recordFailure(catalogue, { location: backup.location, failedAtMs: clock.now(), message: "disk full" })

    const { text } = await program.call({ url: "/metrics", headers: asAdmin })

    expect(text).toContain("lectern_backup_age_seconds 90\n")
    expect(text).toContain("lectern_backup_failures 1\n")
    expect(text).toContain("lectern_backup_interval_seconds 86400\n")
    expect((await program.call({ url: "/metrics" })).text).not.toContain("lectern_backup_age")
  })

  it("tells durations by route and status, jobs, open index files and the process", async () => {
    program = await startTestProgram()
    await program.call({ url: "/api/health" })
    await program.call({ url: "/api/v2/libs/no/body" })
    await program.call({ url: "/no/such/path/at/all" })

    const { status, headers, text } = await program.call({ url: "/metrics", headers: asAdmin })

    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain")])
    for (const line of [
      'lectern_http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 1',
      'lectern_http_request_duration_seconds_count{method="GET",route="/api/v2/libs/:owner/:repo",status="404"} 1',
      'lectern_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'lectern_jobs{state="queued",kind="ingest"} 0',
      'lectern_jobs_oldest_waiting_seconds{kind="ingest"} 0',
      'lectern_store_operation_duration_seconds_count{store="catalogue",operation="select"} ',
      "lectern_rate_limited_requests_total 0",
      'lectern_index_cache_requests_total{result="hit"} 0',
      "lectern_libraries 0",
      "lectern_index_files_open 0",
      "lectern_store_up 1",
    ]) {
      expect(text).toContain(line)
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
    expect(text).not.toContain("/no/such/path")
    // `promtool check metrics` refuses gauges whose names end like those of counters.
    const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name)
    expect(gauges.filter((name) => name?.endsWith("_total"))).toEqual([])
  })

  it("counts jobs of all workers once they have ended, and shows how long others wait and since when workers are silent", async () => {
    const clock = manualClock()
    program = await startTestProgram({ clock })
    const { jobs, settings } = program.context.catalogue
    const first = await jobs.add(aJob(null, { kind: "import" }))
    await jobs.claim("w", 15_000)
    await jobs.add(aJob(null, { kind: "import" }))
    clock.advance(30_000)
    await jobs.finish(first.id, "w", { state: "failed", errorCode: "internal_error" })
    await settings.set("worker_seen_at", String(clock.now() - 20_000))
    clock.advance(2_000)
    const scrape = async () => (await program.call({ url: "/metrics", headers: asAdmin })).text

    await scrape()
    const text = await scrape()

    expect(text).toContain('lectern_job_duration_seconds_count{kind="import",outcome="failed"} 1')
    expect(text).toContain('lectern_job_duration_seconds_sum{kind="import",outcome="failed"} 30')
    expect(text).toContain('lectern_jobs{state="queued",kind="import"} 1')
    expect(text).toContain('lectern_jobs_oldest_waiting_seconds{kind="import"} 32')
    expect(text).toContain("lectern_worker_seen_age_seconds 22")
  })

  it("counts libraries, open index files and jobs for who operates the instance only", async () => {
    program = await startTestProgram()
    const { catalogue } = program.context
    const account = { name: "mia", role: "member", passwordHash: "", mustChangePassword: false } as const
    const { key } = await createKeyFor(
      program.context,
      authorize(program.context, { kind: "system" }, "manageKeysOfOthers"),
      { name: "mine", userName: (await catalogue.users.add(account))!.name },
    )
    const counts = /^lectern_(?:libraries|jobs|index_files_open)\b/m

    for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
      const { status, text } = await program.call({ url: "/metrics", headers })
      expect([status, text]).toEqual([200, expect.stringContaining("lectern_store_up 1")])
      expect(text).not.toMatch(counts)
    }
    expect((await program.call({ url: "/metrics", headers: asAdmin })).text).toMatch(counts)
  })

  it("needs a key on a closed instance", async () => {
    program = await startTestProgram({ environment: { LECTERN_API_KEY: "the key of this instance" } })

    expect((await program.call({ url: "/metrics" })).status).toBe(401)
    expect((await program.call({ url: "/metrics", headers: asAdmin })).status).toBe(200)
  })

  it("counts invalid keys towards the rate limit of the address, and no other requests", async () => {
    const environment = { LECTERN_API_KEY: "the key", LECTERN_RATE_LIMITS: "on", LECTERN_RATE_API: "anonymous=2" }
    program = await startTestProgram({ environment })
    const read = async (key: string) =>
      (await program.call({ url: "/metrics", headers: { authorization: `Bearer ${key}` } })).status

    const guesses = [await read("guess 1"), await read("guess 2"), await read("guess 3")]

    expect(guesses).toEqual([401, 401, 429])
    expect([await read("the key"), await read("the key"), await read("the key")]).toEqual([200, 200, 200])
  })

  it("answers although the store does not, and says so", async () => {
    program = await startTestProgram()
    program.context.catalogueSync.stop()
    await program.context.catalogue.close()

    const { status, text } = await program.call({ url: "/metrics" })

    expect(status).toBe(200)
    expect(text).toContain("lectern_store_up 0")
    expect(text).not.toMatch(/^lectern_jobs\{/m)
  })
})
