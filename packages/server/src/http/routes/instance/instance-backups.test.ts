import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AuditResponse, BackupRequested, InstanceBackups } from "@lectern/contract"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { manualClock } from "../../../base/manual-clock.testing.ts"
import { recordBackup, recordFailure } from "../../../upkeep/backups/backup-record.ts"
import { claimBackup, reportBackup } from "../../../upkeep/backups/claim-backup.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"
import { DAY_MS } from "../../../base/durations.ts"

const LOCATION = "/var/backups/lectern"
const url = "/api/v2/admin/backups"
let program: TestProgram
afterEach(() => program.remove())

const read = async () => InstanceBackups.parse((await program.call({ url, headers: asAdmin })).json)
const request = () => program.call({ method: "POST", url, headers: asAdmin })

it("has no schedule without LECTERN_BACKUP_TO, and says how to get one", async () => {
  program = await startTestProgram()

  expect(await read()).toMatchObject({ schedule: null, nextAt: null, latest: null, backups: [] })
  const refused = await request()
  expect(refused.status).toBe(400)
  expect(refused.json).toMatchObject({
    error: "validation_error",
    message: "cannot back up: LECTERN_BACKUP_TO is not set. Set it and restart, or run lectern backup",
  })
})

it("queues one backup however often it is requested, shows its progress and how it ended", async () => {
  const clock = manualClock()
  const environment = { LECTERN_BACKUP_TO: LOCATION, LECTERN_BACKUP_INTERVAL_HOURS: "24", LECTERN_BACKUP_KEEP: "3" }
  program = await startTestProgram({ clock, environment })
  const { catalogue } = program.context
  const schedule = { location: LOCATION, intervalMs: DAY_MS }
  const counts = { durationMs: 1_500, libraries: 1, blobs: 3, blobsLost: 0, addedBytes: 4_096, removalProblem: null }
  const name = "2026-11-23T03-00-00.000Z"
  await claimBackup(catalogue, { ...schedule, worker: "one", nowMs: clock.now() })
  const madeAt = new Date(clock.now()).toISOString()
  await recordBackup(
    catalogue,
    { name, location: LOCATION, madeAtMs: clock.now(), ...counts },
    { worker: "one", storedNames: [name] },
  )
  clock.advance(3_600_000)

  const requests = await Promise.all([request(), request(), request()])
  const outcomes = requests.map(({ json }) => BackupRequested.parse(json).outcome)
  expect(outcomes.toSorted()).toEqual(["already_requested", "already_requested", "requested"])
  expect(await read()).toMatchObject({
    schedule: { location: LOCATION, intervalHours: 24, keep: 3 },
    nextAt: new Date(Date.parse(madeAt) + DAY_MS).toISOString(),
    requested: { by: "admin" },
    running: null,
    latest: { name, madeAt, durationMs: 1_500, libraries: 1, files: 3, lostFiles: 0, addedBytes: 4_096 },
    backups: [{ name, location: LOCATION }],
  })
  const { json: audit } = await program.call({ url: "/api/v2/admin/audit?limit=100", headers: asAdmin })
  const entries = (audit as AuditResponse).entries.filter(({ action }) => action === "backup.request")
  expect(entries).toMatchObject([{ actor: "admin", subject: LOCATION, outcome: "done" }])

  await claimBackup(catalogue, { ...schedule, worker: "one", nowMs: clock.now() })
  const progress = { step: "files", done: 2, total: 3 } as const
  await reportBackup(catalogue, { worker: "one", nowMs: clock.now(), progress })
  expect(await read()).toMatchObject({ requested: null, running: { requestedBy: "admin", ...progress } })
  const again = await request()
  expect(again.status).toBe(202)
  expect(again.json).toMatchObject({ outcome: "already_running" })

  const failure = { location: LOCATION, failedAtMs: clock.now(), message: "the disk is full" }
  await recordFailure(catalogue, failure, { worker: "one" })
  expect(await read()).toMatchObject({
    running: null,
    latest: { name },
    failure: { message: "the disk is full", attempts: 1 },
  })
})

it("is made by the worker of the server as soon as it is requested", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-requested-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const location = join(folder, "backups")
  program = await startTestProgram({ workerMode: "inline", environment: { LECTERN_BACKUP_TO: location } })
  const latestName = async () => (await read()).latest?.name
  const first = await vi.waitUntil(latestName, { timeout: 30_000 })

  expect((await request()).json).toMatchObject({ outcome: "requested" })
  await vi.waitUntil(async () => (await latestName()) !== first, { timeout: 30_000 })

  const { backups, running, requested, failure } = await read()
  expect(backups).toHaveLength(2)
  expect(backups[1]?.name).toBe(first)
  expect({ running, requested, failure }).toEqual({ running: null, requested: null, failure: null })
})
