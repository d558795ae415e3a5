import { InstanceStatus } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WORKER_SEEN_SETTING } from "../../../catalogue/jobs/worker-seen.ts"
import { recordBackup, recordFailure } from "../../../upkeep/backups/backup-record.ts"
import { readInstanceStatus } from "../../../service/instance/instance-status.ts"
import { authorize } from "../../../access/permissions/authorize.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram()
})
afterAll(() => program.remove())

async function readStatus(): Promise<InstanceStatus> {
  const { json } = await program.call({ url: "/api/v2/admin/status", headers: asAdmin })
  return InstanceStatus.parse(json)
}

const partOf = ({ parts }: InstanceStatus, name: string) => parts.find(({ part }) => part === name)

describe("the status of the instance", () => {
  it("names each part with its state, the versions and what is left of the disk", async () => {
    const status = await readStatus()

    expect(status.parts.map(({ part }) => part)).toEqual(["catalogue", "blobs", "workers", "disk"])
    expect(partOf(status, "catalogue")).toMatchObject({ status: "ok", message: expect.stringMatching(/^responds in/) })
    expect(partOf(status, "blobs")).toMatchObject({ status: "ok" })
    expect(status).toMatchObject({ nodeVersion: process.versions.node, libraries: 0, queue: { queued: 0, running: 0 } })
    expect(status.disk?.totalBytes).toBeGreaterThan(0)
    expect(Date.parse(status.startedAt)).toBeLessThanOrEqual(Date.now())
  })

  it("warns without a worker, and reports an error once jobs wait for one", async () => {
    const { catalogue, clock } = program.context
    expect(partOf(await readStatus(), "workers")).toMatchObject({ status: "warning" })
    await catalogue.settings.set(WORKER_SEEN_SETTING, String(clock.now()))
    expect(partOf(await readStatus(), "workers")).toEqual({
      part: "workers",
      status: "ok",
      message: "at least one worker runs",
    })

    await catalogue.settings.set(WORKER_SEEN_SETTING, String(clock.now() - 3_600_000))
    const job = { kind: "import", libraryKey: null, libraryId: null, versionTag: "", payload: {}, requestedBy: null }
    await catalogue.jobs.add({ ...job, kind: "import" })
    const status = await readStatus()

    expect(partOf(status, "workers")).toMatchObject({
      status: "error",
      message: expect.stringMatching(/^no worker has reported since .*, and 1 job waits\. Start lectern work$/),
    })
    expect(status.queue).toMatchObject({ queued: 1, oldestQueuedAt: expect.any(String) })
  })

  it("reports a blob store that fails, and checks the other parts anyway", async () => {
    const { context } = program
    const blobs = { ...context.blobs, has: () => Promise.reject(new Error("the bucket is gone")) }
    const caller = authorize(context, { kind: "system" }, "readSettings")
    const status = await readInstanceStatus({ ...context, blobs }, caller)

    expect(partOf(status, "blobs")).toEqual({ part: "blobs", status: "error", message: "the bucket is gone" })
    expect(partOf(status, "catalogue")?.status).toBe("ok")
  })

  it("reports backups once there is one, and why the last one failed", async () => {
    const { catalogue, clock } = program.context
    const counts = { durationMs: 1_000, libraries: 1, blobs: 3, blobsLost: 0, addedBytes: 10, removalProblem: null }
    const backup = { name: "2026-11-23T03-00-00.000Z", location: "s3://backups", madeAtMs: clock.now(), ...counts }
    await recordBackup(catalogue, backup)
    expect(partOf(await readStatus(), "backups")).toMatchObject({ status: "ok" })

    await recordFailure(catalogue, { location: "s3://backups", failedAtMs: clock.now(), message: "the bucket is gone" })

    expect(partOf(await readStatus(), "backups")).toMatchObject({
      status: "warning",
      message: expect.stringMatching(/^the last attempt failed: the bucket is gone; the newest backup is 2026-11-23T/),
    })
  })

  it("is for administrators of the instance only", async () => {
    expect((await program.call({ url: "/api/v2/admin/status" })).status).toBe(401)
  })
})
