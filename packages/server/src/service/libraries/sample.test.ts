import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { composeApp } from "../../compose/compose-app.ts"
import { makeSample } from "../../compose/make-sample.ts"
import { readSettings } from "../../config/settings.ts"
import { SAMPLE_LIBRARY_ID, type SampleFolders } from "./sample.ts"

let folder: string
let folders: SampleFolders
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-sample-test-"))
  folders = { pages: join(folder, "pages"), ready: join(folder, "ready") }
  await mkdir(folders.pages)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Builds the program with this page as its documentation. */
async function build(text: string): Promise<void> {
  await writeFile(join(folders.pages, "guide.md"), `# Guide\n\n${text}\n`)
  await makeSample(folders.pages, folders.ready)
}

/** Composes the program without a worker, and asks it before anything else: the first question can come as soon as it listens. */
async function startAndAsk(question: string, environment: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({
    LECTERN_DATA_DIR: join(folder, "data"),
    LECTERN_ADMIN_PASSWORD: "a long password",
    ...environment,
  })
  const runtime = { clock: systemClock, log: silentLog, workerMode: "none" } as const
  const program = await composeApp(settings, { ...runtime, sampleFolders: folders })
  try {
    const query = new URLSearchParams({ libraryId: SAMPLE_LIBRARY_ID, query: question })
    const { statusCode, body } = await program.app.inject(`/api/v2/context?${query.toString()}`)
    const jobs = await program.context.catalogue.jobs.pendingCount()
    return { statusCode, body, queued: jobs.queued }
  } finally {
    await program.close()
  }
}

describe("the sample", () => {
  it("answers at the first start, without a job", async () => {
    await build("Otters hold hands while they sleep.")

    const answer = await startAndAsk("how do otters sleep")

    expect(answer).toMatchObject({ statusCode: 200, queued: 0 })
    expect(answer.body).toContain("Otters hold hands")
  })

  it("is the one of the new program after an upgrade, and nothing is done when it is the same", async () => {
    await build("Otters hold hands while they sleep.")
    await startAndAsk("how do otters sleep")
    const same = await startAndAsk("how do otters sleep")
    await build("Badgers dig tunnels.")

    const upgraded = await startAndAsk("what do badgers dig")

    expect(same.queued).toBe(0)
    expect(upgraded).toMatchObject({ statusCode: 200, queued: 0 })
    expect(upgraded.body).toContain("Badgers dig tunnels")
  })

  it("cites the pages of this server, within the budget of the answer", async () => {
    await build("Otters hold hands.\n\n## How they sleep\n\nOn their backs, in rafts of kelp.")

    const here = await startAndAsk("how do otters sleep", { LECTERN_PORT: "3456" })
    const publicUrl = "https://documentation.wildlife-internal.example/tools/lectern"
    const proxied = await startAndAsk("how do otters sleep", { LECTERN_PUBLIC_URL: publicUrl })

    expect(here.body).toContain("Source: http://127.0.0.1:3456/docs/guide#guide\n")
    expect(proxied.body).toContain(`Source: ${publicUrl}/docs/guide#guide\n`)
  })

  it("is added by the first server, although a command used the data directory before it", async () => {
    await build("Otters hold hands while they sleep.")
    const settings = readSettings({ LECTERN_DATA_DIR: join(folder, "data") })
    const command = await composeApp(settings, { clock: systemClock, log: silentLog, workerMode: "none" })
    await command.start()
    await command.close()

    expect(await startAndAsk("how do otters sleep")).toMatchObject({ statusCode: 200 })
  })

  it("is indexed by a job where the build has made no index", async () => {
    await writeFile(join(folders.pages, "guide.md"), "# Guide\n\nOtters hold hands.\n")

    const answer = await startAndAsk("otters")

    expect(answer).toMatchObject({ statusCode: 202, queued: 1 })
  })
})
